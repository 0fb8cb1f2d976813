"""The manifest of a saved folder: whatever has been saved there, and by which command."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.files.regular_files import read_regular
from strategy_lab.results.files.saving import MANIFEST

COMMAND = re.compile(r"[\w-]+-sim (\w+)\b.*", re.DOTALL)


def read_manifest(folder: Path) -> Any:
    """Return what the manifest in a folder says, whether or not it makes sense."""
    path = folder / MANIFEST
    try:
        return json.loads(read_regular(path))
    except FileNotFoundError as error:
        raise UsageError(f"{folder} holds no saved run: there is no {path}") from error
    except (ValueError, RecursionError, OSError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def command_of(manifest: Any) -> str | None:
    """Return the command that wrote a manifest, if it is known."""
    command = manifest.get("command") if isinstance(manifest, dict) else None
    written = COMMAND.fullmatch(command) if isinstance(command, str) else None
    return None if written is None else written[1]
