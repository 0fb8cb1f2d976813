"""300 forged folders and files: each is refused in one line, or gives a result, in little time."""

from __future__ import annotations

import os
import resource
import shutil
import time
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.attacks import calling, forging
from tests.attacks.calling import attack, kept
from tests.attacks.test_folders import PLAYED, REPORT, requests

pytestmark = pytest.mark.slow

MOST_SECONDS, MOST_MEGABYTES = 2.0, 300  # of CPU until it is refused; of memory at most
RESULT_SECONDS = 10.0  # for a result: a design that is whole saves its page and plots anew
MOST_ADDRESSED = 8 * 2**30  # bytes, so that a fault does not take the machine's memory

FORGERIES: tuple[tuple[Callable[[Path, Random], object], int], ...] = (
    (forging.facts, 80),
    (forging.sums, 40),
    (forging.shapes, 10),
    (forging.texts, 12),
    (forging.members_of_the_file, 18),
    (forging.manifest, 20),
    (forging.table, 40),
    (forging.games, 20),
    (forging.trace, 30),
    (forging.toml, 30),
)
CASES = [(forger, number) for forger, count in FORGERIES for number in range(count)]


class Ended(NamedTuple):
    problem: str
    seconds: float
    megabytes: float


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    for module in ("pyarrow.parquet", "pandas", "matplotlib.pyplot", "scipy.stats"):
        import_module(module)  # which takes seconds, and starts no thread that a fork would lack
    found = {name: tmp_path_factory.mktemp(name) for name in PLAYED}
    for name, folder in found.items():
        ended = apart(partial(play, name), folder)
        assert not ended.problem, ended.problem
    return found


def play(name: str) -> None:
    calling.PATIENCE = 900  # for whatever has to be compiled
    Path("report.toml").write_text(REPORT)
    more = ["--games-out", "saved/games.parquet"] if name == "run" else []
    said = attack([*PLAYED[name], *more])
    assert said.status == 0, said
    if name == "run":
        said = attack(["replay", "--out", "saved", "--game", "7", "--format", "json"])
        Path("saved/game.jsonl").write_text(said.out)


def words_of(forger: Callable[[Path, Random], object], name: str, chance: Random) -> list[str]:
    if forger is forging.trace:
        return ["replay", "--trace", "saved/game.jsonl", *chance.choice(((), ("--format", "json")))]
    if forger is forging.games:
        return ["plot", "saved/games.parquet", "--kind", chance.choice(("prices", "worth"))]
    if forger is forging.toml:
        few = ("--games", "40", "--seed", "1", "--players", "3", "--engine", "python")
        return chance.choice(
            (
                ["rulesets", "show", "ruleset.toml"],
                ["run", "--ruleset", "ruleset.toml", *few],
                ["run", "--strategy", "tuned.toml", "--strategy", "miser", *few],
                ["run", "--strategy", "blend.toml", "--strategy", "miser", *few],
                ["report", "options.toml", "--games", "12"],
            )
        )
    plots = [each for each in requests(name) if each[0] == "plot"]
    if forger in (forging.table, forging.manifest) and plots:
        return chance.choice(plots)
    others = [each for each in requests(name) if each[0] != "plot"]
    return chance.choice(others)


@pytest.mark.parametrize(("forger", "number"), CASES)
def test_what_is_forged_is_refused_in_a_line(
    forger: Callable[[Path, Random], object],
    number: int,
    places: dict[str, Path],
    tmp_path: Path,
) -> None:
    chance = Random(f"{forger.__name__} {number}")
    of_runs = (forging.trace, forging.games, forging.toml)
    with_plots = (forging.table, forging.manifest)
    name = chance.choice(["run", "rank"] if forger in with_plots else sorted(places))
    name = "run" if forger in of_runs else name
    words = words_of(forger, name, chance)
    shutil.copytree(places[name], tmp_path / "copy")
    forged = apart(lambda: forger(Path("saved"), chance), tmp_path / "copy")
    assert not forged.problem, forged.problem
    ended = apart(lambda: check(words), tmp_path / "copy")
    assert not ended.problem, f"{words}: {ended.problem}"
    assert ended.seconds <= RESULT_SECONDS, words
    assert ended.megabytes <= MOST_MEGABYTES, words


def check(words: list[str]) -> None:
    began, others = time.process_time(), not_saved()
    said = attack(words)
    assert said.status in (0, 2), said
    made = not_saved().items() - others.items()
    assert said.status == 0 or not made, said
    assert all(name.endswith(".png") for name, _ in made), said
    assert said.status == 0 or time.process_time() - began <= MOST_SECONDS, said
    problems = said.err.removeprefix("forsale-sim: error: ").strip().split("\n")
    of_file = all(problem.startswith(problems[0].split(": ")[0] + ": ") for problem in problems)
    assert said.status == 0 or len(problems) == 1 or of_file, said  # all problems of a file


def not_saved() -> dict[str, object]:
    made = ("saved", "p.svg")
    return {name: held for name, held in kept(Path()).items() if not name.startswith(made)}


def apart(do: Callable[[], object], folder: Path) -> Ended:
    """Do something in a folder, in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        problem, held = b"it ended without a word", most_megabytes()
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSED, MOST_ADDRESSED))
            os.chdir(folder)
            do()
            problem = b""
        except BaseException:
            problem = traceback.format_exc().encode()
        finally:
            os.write(write, b"%d\n" % (most_megabytes() - held) + problem[-4000:])
            os._exit(0)
    os.close(write)
    _, status, used = os.wait4(child, 0)
    with os.fdopen(read) as told:
        taken = told.readline() or "0"
        problem = told.read() or ("" if os.waitstatus_to_exitcode(status) == 0 else "it was killed")
    return Ended(problem, used.ru_utime + used.ru_stime, int(taken))


def most_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
