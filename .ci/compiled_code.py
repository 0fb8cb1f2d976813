"""Puts into a wheel what commands compile: those in the variable FORSALE_SIM_SHIPS, one a line.

They are run by the Python that builds, which needs the package installed from this clone, as after
`make venv-dev`. Without the variable the wheel is for every platform, and brings no machine code.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSIDE = "strategy_lab/compiled/shipped"
PLATFORM = "manylinux_2_28_x86_64"


class CompiledCode(BuildHookInterface):
    """A build hook of hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile for the baseline and add the files to those of the wheel."""
        commands = os.environ.get("FORSALE_SIM_SHIPS", "").splitlines()
        if not commands:
            return
        if sysconfig.get_platform() != "linux-x86_64":
            raise OSError("FORSALE_SIM_SHIPS: machine code is shipped for Linux on x86-64 alone")
        from strategy_lab.compiled.toolchain import BASELINE, shipped_hash

        self._kept = tempfile.TemporaryDirectory()
        environment = os.environ | {
            "FORSALE_SIM_CACHE": self._kept.name,
            "NUMBA_CPU_NAME": BASELINE,
            "NUMBA_CPU_FEATURES": "",
        }
        for command in commands:
            words = [sys.executable, "-m", *shlex.split(command)]
            subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)
        (folder,) = Path(self._kept.name).iterdir()
        build_data["force_include"] |= {
            str(path): f"{INSIDE}/{shipped_hash()}/{path.name}" for path in folder.iterdir()
        }
        minor = f"{sys.version_info.major}{sys.version_info.minor}"
        build_data["pure_python"] = False
        build_data["tag"] = f"cp{minor}-none-{PLATFORM}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled, once the wheel has it."""
        if hasattr(self, "_kept"):
            self._kept.cleanup()
