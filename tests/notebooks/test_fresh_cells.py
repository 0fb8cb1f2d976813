"""What cells of a notebook show that has set nothing up."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.notebooks.executing import PATIENCE

CELLS = (
    "import forsale_sim\n"
    "result = forsale_sim.run(60, players=3, strategies=['spread', 'expert'], seed=5)\n"
    "result",
    "result.plot('seats')",
    "x = 1\nforsale_sim.run(60, strategies=['sprad'])",
)


@pytest.fixture(scope="module")
def cells() -> list[NotebookNode]:
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, CELLS)))
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", allow_errors=True).execute()
    executed: list[NotebookNode] = notebook.cells
    return executed


@pytest.mark.slow
def test_a_result_is_shown_once_as_tables(cells: list[NotebookNode]) -> None:
    pages = [output.data["text/html"] for output in cells[0].outputs if "text/html" in output.data]
    assert len(pages) == 1
    assert "60 games" in pages[0]


@pytest.mark.slow
def test_a_figure_shows_itself(cells: list[NotebookNode]) -> None:
    assert "image/png" in cells[1].outputs[-1].data


@pytest.mark.slow
def test_an_error_is_a_line(cells: list[NotebookNode]) -> None:
    (failed,) = cells[2].outputs
    assert failed.traceback[0].startswith("UsageError (line 2 of the cell): unknown strategy")
    assert len(failed.traceback) == 1
