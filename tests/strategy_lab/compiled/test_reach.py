"""Compiled code is kept by what it reaches: code that changes is compiled again, words are not."""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[3]
KERNEL, VIEW = "forsale_sim.engine.kernel:play_chunk", "forsale_sim.search.compiled_view"
MONOPOLY = "monopoly_sim.engine.turns:play_chunk"
ROOTS = (
    *(KERNEL, VIEW, MONOPOLY, "monopoly_sim.engine.view", "forsale_sim.sums:sum_games"),
    *("forsale_sim.rl.batch:step_games", "strategy_lab.results.deal_loops:count_appearances"),
)
FEW, MANY = 5, 150
"""Edits by machine in the first tier of tests and in the second."""

HASHES = """
import sys
from strategy_lab.compiled.reach import reach_hash
for root in sys.argv[1:]:
    module, _, name = root.partition(":")
    print(reach_hash(module, *filter(None, [name])))
    assert len(reach_hash(module, *filter(None, [name]))) == 16, root
assert "numba" not in sys.modules
"""

DECISIONS = """
from forsale_sim.for_sale import GAME, load_entrant
from strategy_lab.plugins.compiling import decision_code
for spec in ("expert", "random", "champion"):
    print(*(decision_code(each, GAME).name for each in load_entrant(spec).decisions.values()))
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The laboratory's sources, to be edited."""
    for folder in ("sim", "strategies"):
        shutil.copytree(
            SOURCES / folder,
            tmp_path / folder,
            ignore=shutil.ignore_patterns("__pycache__", "shipped"),
        )
    return tmp_path


def printed(tree: Path, program: str, *arguments: str) -> list[str]:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(tree / "sim"), str(tree / "strategies")])
    }
    command = [sys.executable, "-B", "-c", program, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")


def edit(tree: Path, file: str, old: str, new: str) -> Callable[[], None]:
    """Edit a source, and return what brings it back."""
    path = tree / "sim" / file
    text = path.read_text()
    assert old in text, (file, old)
    path.write_text(text.replace(old, new, 1))
    return lambda: path.write_text(text) and None


def reworded(source: str) -> str:
    """Change every comment, docstring and text of several words that is raised, in a source."""
    tree, places = ast.parse(source), list[ast.Constant]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            first = node.body[0] if node.body else None
            texts = [first.value] if isinstance(first, ast.Expr) else []
        else:
            texts = list(ast.walk(node)) if isinstance(node, ast.Raise) else []
        places += [
            each
            for each in texts
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and " " in each.value
        ]
    lines = source.splitlines(keepends=True)
    for line in {place.lineno for place in places}:
        lines[line - 1] = lines[line - 1].replace(" a ", " some ").replace(" the ", " that ")
    return re.sub(r"(?m)^#.*$", "# Another comment.", "".join(lines)) + "\n# One more.\n"


@pytest.mark.thorough
def test_no_word_of_any_sentence_compiles_anything_again(tree: Path) -> None:
    before = printed(tree, HASHES, *ROOTS), printed(tree, DECISIONS)
    for path in (tree / "sim").rglob("*.py"):
        path.write_text(reworded(path.read_text()))
    for file, old, new in (
        ("forsale_sim/measures.py", "money", "cash"),
        ("forsale_sim/program.py", "bid", "offer"),
        ("strategy_lab/results/measures.py", '"', '"more '),
        ("strategy_lab/display/run_text.py", "where results come from", "whence results come"),
        ("strategy_lab/compiled/caching.py", "which is kept for the next time", "and kept"),
    ):
        edit(tree, file, old, new)
    after = printed(tree, HASHES, *ROOTS), printed(tree, DECISIONS)
    assert after == before


@pytest.mark.thorough
def test_what_changes_machine_code_is_compiled_again(tree: Path) -> None:
    before = dict(zip(ROOTS, printed(tree, HASHES, *ROOTS), strict=False))
    for file, old, new, roots in (
        ("forsale_sim/cards.py", "MAX_CARDS = 60", "MAX_CARDS = 59", [KERNEL, VIEW]),
        ("forsale_sim/engine/state.py", '("least_raise", np.int64)', '("least_raise", np.int32)',
         [KERNEL, VIEW]),
        ("forsale_sim/view.py", "quantity(count(state_of(self).seats_in))",
         "quantity(count(state_of(self).seats_in) + 1)", [VIEW]),
        ("strategy_lab/compiled/bits.py", "builder.ctpop(args[0])", "builder.cttz(args[0])",
         [KERNEL, VIEW, MONOPOLY]),
        ("strategy_lab/compiled/caching.py", '{"_nrt": False}', '{"_nrt": True}', [MONOPOLY]),
        ("strategy_lab/compiled/views.py", "-(2**62)", "-(2**61)", [KERNEL, VIEW, MONOPOLY]),
        ("strategy_lab/plugins/decision_compiler.py", '"boundscheck": True', '"boundscheck": False',
         [VIEW]),
        ("forsale_sim/view.py", "    MAX_CARDS,\n", "    MAX_RANK as MAX_CARDS,\n", [VIEW]),
        ("monopoly_sim/reference/view.py", "return _table(self).level[",
         "return 1 + _table(self).level[", ["monopoly_sim.engine.view"]),
        ("forsale_sim/sums.py", "\n\n\n@", "\n\nA = 1\n\n\n@", []),
    ):  # fmt: skip
        undo = edit(tree, file, old, new)
        asked = roots or ROOTS
        after = zip(asked, printed(tree, HASHES, *asked), strict=False)
        undo()
        assert [root for root, each in after if each != before[root]] == roots, file


def edits(tree: Path, seed: int, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Edit compiled functions, each in one number or operator; yield the function and the way back.

    It is what a mutation tester does.
    """
    drawn = random.Random(seed)
    files = [
        *(tree / "sim/forsale_sim/engine").glob("*.py"),
        *(tree / "sim/monopoly_sim/engine").glob("*.py"),
        *(tree / "sim/forsale_sim/search").glob("*.py"),
        *(tree / "sim/strategy_lab/compiled").glob("random.py"),
        *(tree / "sim/strategy_lab/results").glob("deal_loops.py"),
    ]
    places = []
    for path in sorted(files):
        for function in ast.parse(path.read_text()).body:
            if isinstance(function, ast.FunctionDef) and function.decorator_list:
                for node in (each for part in function.body for each in ast.walk(part)):
                    is_number = isinstance(node, ast.Constant) and type(node.value) is int
                    if is_number or isinstance(node, ast.BinOp):
                        places.append((path, function.name, node))
    for path, name, node in drawn.sample(places, count):
        text = path.read_text()
        lines = text.splitlines(keepends=True)
        start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        if node.lineno != node.end_lineno or not text.isascii():
            continue
        end = start + (node.end_col_offset or 0) - node.col_offset
        new = f"({text[start:end]} + 1)"
        path.write_text(text[:start] + new + text[end:])
        module = ".".join(path.relative_to(tree / "sim").with_suffix("").parts)
        yield f"{module}:{name}", lambda path=path, text=text: path.write_text(text) and None


@pytest.mark.thorough
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_every_edit_of_a_compiled_function_is_noticed(tree: Path, count: int) -> None:
    unnoticed = []
    for function, undo in edits(tree, count, count):
        after = printed(tree, HASHES, function)
        undo()
        if after == printed(tree, HASHES, function):
            unnoticed.append(function)
    assert not unnoticed
