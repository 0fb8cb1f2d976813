"""Type checkers accept what authors are shown, and find what they misspell."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from forsale_sim.program import TEMPLATE
from monopoly_sim.program import TEMPLATE as MONOPOLY
from strategy_lab.plugins.registry import starter

from tests.support.documents import DOCUMENTS, ROOT, blocks

MISSPELT = {
    "results.py": """
        import forsale_sim
        forsale_sim.run(10).by_set
        forsale_sim.rank(10).by_seat
        forsale_sim.run(10).by_seat.head().columns
        forsale_sim.load("mine").by_seat
        try:
            forsale_sim.run(10)
        except forsale_sim.Interrupted as stopped:
            stopped.result.by_seat.head()
            stopped.result.manifest.by_seat
    """,
    "views.py": """
        from forsale_sim import View
        def bid(view: View) -> int:
            return view.min_bid
        def sell(view: View) -> str:
            return view.hand
    """,
}
UNTYPED = """\
# mypy: disable-error-code="import-untyped"
# pyright: reportMissingTypeStubs=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
"""
"""Libraries that a page uses may have no types."""

UNKNOWN = '# mypy: disable-error-code="import-not-found"\n# pyright: reportMissingImports=false\n'
"""Those that an example uses need not even be there."""

WRONG = {("results.py", 3), ("results.py", 4), ("results.py", 11), ("views.py", 4), ("views.py", 6)}
"""Files and lines."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("authors")
    files = {"for_sale.py": TEMPLATE, "monopoly.py": MONOPOLY}
    shown = {name: starter(text, "mine", made / name) for name, text in files.items()}
    for document in DOCUMENTS:
        page = [UNTYPED]
        for block in blocks(document.read_text(encoding="utf-8")):
            if "/" in block.file:  # of a package, whose parts build on each other
                continue
            if block.file.endswith(".py"):
                shown[block.file] = block.text
            elif block.language == "python":
                page.append(block.text)
        shown[f"page_{document.stem.replace('-', '_')}.py"] = "\n".join(page)
    for example in (ROOT / "docs/examples").glob("*.py"):
        shown[example.name] = UNTYPED + UNKNOWN + example.read_text(encoding="utf-8")
    assert {"historian.py", "learner.py", "careful.py", "patient.py"} <= shown.keys()
    for name, text in (shown | MISSPELT).items():
        margin = re.compile(r"^ {8}", re.MULTILINE) if name in MISSPELT else re.compile("^$")
        (made / name).write_text(margin.sub("", text), encoding="utf-8")
    return made


def run(folder: Path, *arguments: str, extra: Mapping[str, str] | None = None) -> str:
    sources = os.pathsep.join([str(ROOT / "sim"), str(ROOT / "strategies")])
    environment = {**os.environ, "MYPYPATH": sources, **(extra or {})}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 1, done.stdout + done.stderr  # because of what is misspelt
    return done.stdout


@pytest.mark.thorough
def test_mypy_accepts_what_is_shown_and_finds_what_is_misspelt(folder: Path) -> None:
    cache = str(ROOT / ".mypy_cache" / "authors")
    said = run(folder, "mypy", "--strict", "--config-file=", "--cache-dir", cache, ".")
    found = re.findall(r"^(\w+\.py):(\d+): error", said, re.MULTILINE)
    assert {(file, int(line)) for file, line in found} == WRONG, said


@pytest.mark.thorough
def test_pyright_accepts_what_is_shown_and_finds_what_is_misspelt(folder: Path) -> None:
    pytest.importorskip("pyright")
    settings = {
        "typeCheckingMode": "strict",
        "extraPaths": [str(ROOT / "sim"), str(ROOT / "strategies")],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    offline = {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    arguments = ("pyright", "--pythonpath", sys.executable, "--outputjson", ".")
    said = json.loads(run(folder, *arguments, extra=offline))["generalDiagnostics"]
    found = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in said}
    assert found == WRONG, said
