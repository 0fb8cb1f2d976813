"""The command line as a whole: it finds commands, and a failure is one message and a status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import forsale_sim
import pytest
from forsale_sim.program import FOR_SALE

from tests.cli.conftest import Command
from tests.support.program import cli

MODULE = [sys.executable, "-m", "forsale_sim"]


def test_the_version(forsale: Command) -> None:
    said = forsale("--version")
    assert (said.status, said.err) == (0, "")
    assert said.out == f"forsale-sim, version {forsale_sim.__version__}\n"


def commands_in(name: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield a command, and those in it if it is a group, each after what it is called by."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    yield (name,), command
    if isinstance(command, click.Group):
        yield from (((name, inner), each) for inner, each in command.commands.items())


@pytest.mark.parametrize("name", FOR_SALE.commands)
def test_an_option_that_takes_one_value_is_given_once(forsale: Command, name: str) -> None:
    for call, command in commands_in(name):
        for option in command.params:
            if not isinstance(option, click.Option) or option.multiple or option.is_flag:
                continue
            said = forsale(*call, option.opts[0], "1", f"{option.opts[-1]}=2")
            assert said.status == 2
            told = f"{option.opts[0]} takes one value, and is given 2 times: leave out all but one"
            assert said.message == f"{told}\nSee forsale-sim {' '.join(call)} --help."


RUN = ("run", "--games", "60", "--players", "3", "--strategy", "spread", "--strategy", "random")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
@pytest.mark.parametrize(
    ("arguments", "saved"),
    [
        ((*RUN, "--out", "saved", "--plot-format", "svg"), "saved/manifest.json"),
        ((*RUN, "--format", "json", "--games-out", "games.parquet"), "games.parquet"),
        (("strategies",), ""),
    ],
)
def test_nobody_has_to_read_to_the_end(
    tmp_path: Path, arguments: tuple[str, ...], saved: str
) -> None:
    """As when `head` has seen enough. What is to be saved is saved all the same."""
    with subprocess.Popen(
        [*MODULE, *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(60) == 0, said
    assert "rror" not in said
    assert (tmp_path / saved).exists()
    if saved.endswith(".json"):
        assert json.loads((tmp_path / saved).read_text())["complete"] is True


@pytest.mark.skipif(sys.platform != "linux", reason="other systems name files by letters only")
def test_a_name_that_is_no_text_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [*MODULE, "new", b"m\xff.py"], cwd=tmp_path, capture_output=True, check=False, text=True
    )
    assert done.returncode == 2
    assert "is no text, as some of its bytes are no letters" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


ESCAPES = "\x1b]0;owned\x07\x1b[2J\u202e"


@pytest.mark.parametrize(
    ("toml", "shown"),
    [
        ('extends = "iello-en"\n"{}" = 1', "no such key"),
        ('extends = "{}"', "no ruleset is called"),
    ],
)
def test_nothing_that_a_terminal_obeys_comes_from_a_file(
    forsale: Command, folder: Path, toml: str, shown: str
) -> None:
    quoted = "\\u001b]0;owned\\u0007\\u001b[2J\\u202e"
    Path("mine.toml").write_text(toml.format(quoted), encoding="utf-8")
    said = forsale("rulesets", "show", "mine.toml")
    assert said.status == 2
    assert shown in said.message
    assert not set("\x1b\x07\u202e") & set(said.message)


def test_nothing_that_a_terminal_obeys_comes_from_an_argument(forsale: Command) -> None:
    for words in (("run", "--ruleset", ESCAPES), (ESCAPES,), ("run", "--games", ESCAPES)):
        said = forsale(*words)
        assert said.status == 2
        assert not set("\x1b\x07\u202e") & set(said.err)


def test_names_are_printed_without_what_a_terminal_obeys(forsale: Command, folder: Path) -> None:
    name = f"a{ESCAPES}.toml"
    assert forsale("new", "mine.py").status == 0
    Path(name).write_text("format = 1\n[[members]]\nstrategy = 'spread'\nweight = 1\n")
    said = forsale("run", "--games", 12, "--players", 3, "--strategy", name, "--seed", 1)
    assert said.status == 0
    assert not set("\x1b\x07\u202e") & set(said.out + said.err)
    assert "a\\u001b]0;owned\\u0007" in said.out


def test_a_number_that_nobody_reads_is_cut_short(forsale: Command) -> None:
    for words in (("run", "--games", "9" * 5000), ("check", "spread", "--seconds", "9" * 5000)):
        said = forsale(*words)
        assert said.status == 2
        assert len(said.message) < 300


@pytest.mark.parametrize("option", ["--ruleset", "--strategy", "--out", "--resume"])
def test_a_name_that_is_too_long_is_a_usage_error(forsale: Command, option: str) -> None:
    for name in ("a" * 300, f"./{'a' * 300}.toml", f"{'a' * 300}.py"):
        assert forsale("run", "--games", 12, "--players", 3, option, name).status == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", [["--help"], ["rulesets"], ["rulesets", "--format", "json"]])
def test_a_device_that_is_full_is_one_message(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*MODULE, *words], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert done.returncode == 1
    assert done.stderr.startswith("forsale-sim: error: No space left on device")
    assert done.stderr.count("\n") == 1
