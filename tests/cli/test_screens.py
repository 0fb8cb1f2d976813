"""What commands print that play nothing, to the letter.

The screens are in `screens.txt`; after a change that is meant, ``python -m tests.cli.test_screens``
writes them anew.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from forsale_sim import __version__
from forsale_sim.program import FOR_SALE, TEMPLATE
from strategy_lab.plugins.entrants import TunedFile, source_of, write_tuned
from strategy_lab.plugins.registry import starter

from tests.support.documents import ROOT
from tests.support.program import main

SCREENS = Path(__file__).with_name("screens.txt")
WIDE = {"COLUMNS": "100"}
TITLE = "[bold]Mine[/bold]"

COMMANDS = (
    *("--help", *(f"{name} --help" for name in FOR_SALE.commands)),
    *("rulesets", "rulesets --format json", "rulesets show iello-de-variant"),
    "rulesets show ravensburger-1997 --format json",
    "rulesets show hard-times.toml",
    "rulesets show mine.toml",
    "rulesets show 'iello-en[refund=1/3 up,raise=2,opening_bid=3,opener=left]'",
    "rulesets show 'iello-en[refunded=first,opener=lot,coin_value=2,pass_gift=1]'",
    "rulesets diff iello-de-variant iello-en-variant",
    "rulesets diff ravensburger-1997 iello-de",
    *("rulesets diff iello-de iello-fr", "rulesets diff iello-de iello-fr --format json"),
    "rulesets diff iello-de iello-en --format json",
    "rulesets --format json diff iello-de mine.toml",
    *("strategies", "strategies show spread", "strategies show spread:share=0.2"),
    *("strategies show tuned.toml", "strategies show bid=miser,sell=tuned.toml"),
    *("strategies show 'my bot.py'", "strategies show blend.toml", "strategies show random"),
    "strategies show bid=spread,sell=matcher",
)  # fmt: skip


def write_files() -> None:
    """Write what the commands name into the current folder."""
    from forsale_sim.for_sale import GAME
    from strategy_lab.plugins.registry import installed_strategies

    Path("hard-times.toml").write_text('extends = "iello-en"\nrefund = "none"\n')
    coins = "{4 = [20, 21, 21, 22]}"
    Path("mine.toml").write_text(f'extends = "iello-en"\ntitle = "{TITLE}"\ncoins = {coins}\n')
    source = source_of(installed_strategies(GAME)["spread"])
    write_tuned(Path("tuned.toml"), TunedFile("spread", source, "iello-en", 4, {"share": 0.9}, {}))
    Path("my bot.py").write_text(starter(TEMPLATE, "my-bot", Path("my bot.py")))
    members = [
        f'[[members]]\nstrategy = "{name}"\nweight = {w}\n'
        for name, w in (("spread", 3), ("miser", 1))
    ]
    Path("blend.toml").write_text("format = 1\n" + "".join(members))


def screen(command: str) -> str:
    """Return what a command prints, but for what differs from place to place."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.suppress(SystemExit):
        main(shlex.split(command))
    said = printed.getvalue().replace(str(Path.cwd()), "HERE").replace(str(ROOT), "ROOT")
    return said.replace(__version__, "VERSION")


def screens() -> dict[str, str]:
    """Return what is kept, by command."""
    parts = SCREENS.read_text(encoding="utf-8").split("\n$ forsale-sim ")[1:]
    return {command: said for command, _, said in (part.partition("\n") for part in parts)}


@pytest.fixture(scope="module", autouse=True)
def _files(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(tmp_path_factory.mktemp("screens"))
        patched.setenv(*next(iter(WIDE.items())))
        write_files()
        yield


@pytest.mark.parametrize("command", COMMANDS)
def test_a_screen_is_what_it_was(command: str) -> None:
    assert screen(command) == screens()[command]


@pytest.mark.parametrize("width", [48, 60, 80, 110])
def test_a_narrow_table_leaves_out_columns_and_says_so(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr("strategy_lab.cli.experiments.UNLIMITED_WIDTH", width)
    table, _, left_out = screen("rulesets").partition("\nLeft out, as it would be too wide:")
    assert max(map(len, table.splitlines())) <= width
    columns = ("houses", "cheques", "coins", "removed", "raise", "refund", "houses per round")
    assert all(name in left_out or set(name.split()) <= set(table.split()) for name in columns)


def test_help_loads_nothing_heavy() -> None:
    """Nor do commands that print what is known without numbers."""
    modules = "strategy_lab.cli.strategy_commands, forsale_sim.cli.commands.rulesets"
    heavy = {"pydantic", "rich", "numpy", "numba", "pandas", "matplotlib", "pyarrow", "scipy"}
    program = (
        f"import sys, {modules}; from tests.support.program import cli; import click\n"
        "for name in cli.program.commands: cli.get_command(click.Context(cli), name)\n"
        f"sys.exit(', '.join({heavy!r} & set(sys.modules)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (0, "")


if __name__ == "__main__":
    os.environ.update(WIDE)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_files()
        said = [f"\n$ forsale-sim {command}\n{screen(command)}" for command in COMMANDS]
    SCREENS.write_text("".join(said), encoding="utf-8")
