"""Executes a notebook, smaller than it is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATIENCE = 300
"""Seconds until a cell that should end is given up."""


def read(path: Path) -> nbformat.NotebookNode:
    """Return a notebook."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def executed(path: Path, folder: Path, parameters: dict[str, Any], *more: str) -> list[str]:
    """Execute a notebook in a folder; return what it printed and showed as text, cell by cell."""
    notebook = read(path)
    (cell,) = (cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
    cell.source += "".join(f"\n{name} = {value!r}" for name, value in parameters.items())
    notebook.cells += [nbformat.v4.new_code_cell(source) for source in more]
    NotebookClient(
        notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": folder}}
    ).execute()
    return [_shown(cell) for cell in notebook.cells if cell.cell_type == "code"]


def _shown(cell: nbformat.NotebookNode) -> str:
    texts = [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    ]
    return "".join(texts)
