from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PATIENCE = 300
"""Seconds until a cell that should end is given up."""


SMALL: dict[str, dict[str, Any]] = {
    "tour": {"GAMES": 2000},
    "writing_a_strategy": {"GAMES": 2000},
    "rounding": {"GAMES": 2000, "BATCHES": 4},
    "one_game": {"GAMES": 20},
}
"""Sizes at which a notebook takes a few seconds."""

LEARNED = {
    "tour": """
assert (learned["best_seat"] == learned.index).all()
assert (learned["verdict"] == "differs").all()
assert again.manifest["digest"] == result.manifest["digest"]
""",
    "writing_a_strategy": """
low, high = learned["win_rate_low"], learned["win_rate_high"]
assert low["second-try"] > high["first-try"]
assert low["third-try"] > high["second-try"]
assert learned.loc["third-try", "win_rate"] > 2 * learned.loc["first-try", "win_rate"]
assert low["fourth-try"] < high["third-try"] and low["third-try"] < high["fourth-try"]
assert learned.loc["fourth-try", "coins_left_mean"] < learned.loc["fifth-try", "coins_left_mean"]
assert low["fifth-try"] > max(high["third-try"], high["fourth-try"])
""",
    "rounding": """
assert learned["coins more"].between(1.55, 5.75).all()
assert learned["points of seat 1"].between(-6.45, -1.45).all()
assert (np.sign(seats.loc[2:]).nunique(axis=1) > 1).any()
counter = half_widths(of_strategy("counter", "win_rate"))
assert 0.03 < counter["difference"] < 0.05
assert counter["± paired"] < 0.75 * counter["± as if unrelated"]
""",
    "one_game": """
best = learned.loc["21 to 30"]
assert best["cost", "won"] - best["cost", "passed"] > 3
assert 1 < best["cheque", "won"] - best["cheque", "passed"] < 2
better = learned.loc[["11 to 20", "21 to 30"]]
assert (better["gain", "passed"] > better["gain", "won"] + 0.5).all()
assert (every["how"][every["class"] == "1 to 10"] == "won").mean() < 0.01
money = dict(zip(game.trace[0]["lineup"], game.trace[-1]["money"], strict=True))
assert money == (21 + houses.groupby("strategy")["gain"].sum()).to_dict()
""",
}
"""What a notebook says at its end that one learns from it, at its full size."""


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


names = pytest.mark.parametrize("name", sorted(SMALL))


def test_every_notebook_is_tested() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(SMALL) == set(LEARNED)


@names
def test_a_notebook_is_clean(name: str) -> None:
    notebook = read(NOTEBOOKS / f"{name}.ipynb")
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags"}
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)


@names
def test_a_notebook_uses_what_is_public(name: str) -> None:
    cells = read(NOTEBOOKS / f"{name}.ipynb").cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    used = re.findall(r"^\s*(?:from|import) (forsale\w+(?:\.\w+)*)", code, re.MULTILINE)
    assert set(used) <= {"forsale_sim", "forsale_sim.cards"}
    assert not re.search(r"\._[a-z]", code)


@names
def test_a_notebook_ends_in_what_was_learned(name: str) -> None:
    *_, head, code, last = read(NOTEBOOKS / f"{name}.ipynb").cells
    assert "## What we learned" in head.source
    assert "learned" in code.source
    assert last.cell_type == "markdown"


@pytest.mark.thorough
@names
def test_a_notebook_can_be_executed(name: str, tmp_path: Path) -> None:
    shown = executed(NOTEBOOKS / f"{name}.ipynb", tmp_path, SMALL[name])
    assert shown[-1]
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@names
def test_a_notebook_teaches_what_it_says(name: str, tmp_path: Path) -> None:
    executed(NOTEBOOKS / f"{name}.ipynb", tmp_path, {}, LEARNED[name])


CELLS = (
    "import forsale_sim\n"
    "result = forsale_sim.run(60, players=3, strategies=['spread', 'expert'], seed=5)\n"
    "result",
    "result.plot('seats')",
    "x = 1\nforsale_sim.run(60, strategies=['sprad'])",
)


@pytest.mark.slow
def test_cells_that_set_nothing_up_show_tables_plots_and_errors() -> None:
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, CELLS)))
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", allow_errors=True).execute()
    run, plot, failed = (cell.outputs for cell in notebook.cells)
    (page,) = [output.data["text/html"] for output in run if "text/html" in output.data]
    assert "60 games" in page
    assert "image/png" in plot[-1].data
    (error,) = failed[0].traceback
    assert error.startswith("UsageError (line 2 of the cell): unknown strategy")
