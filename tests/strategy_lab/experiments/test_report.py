"""``report``: a page that answers first, in a folder that says all it was made of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import forsale_sim
import pytest

from tests.cli.conftest import Command

DRAWN = ("--players-from", "spread,miser,coinflip,expert,counter", "--tables", 20, "--seed", 1)


@pytest.fixture
def asked(tmp_path: Path) -> tuple[object, ...]:
    path = tmp_path / "wishes.toml"
    path.write_text(
        'ruleset = ["iello-en", "iello-fr"]\nplayers = [3, 4]\ngames = 9600\nquestion = "Up?"\n'
        'label = ["iello-fr=the French rules"]\n'
    )
    return "report", path, *DRAWN


@pytest.mark.thorough
def test_the_page_answers_first_and_has_every_number(
    asked: tuple[object, ...], tmp_path: Path, forsale: Command
) -> None:
    out = tmp_path / "out"
    said = forsale(*asked, "--out", out)
    assert said.status == 0, said.err
    page = (out / "report.md").read_text(encoding="utf-8")
    headline = page.splitlines()[0].removeprefix("# ")
    assert headline in " ".join(said.out.split())
    assert headline.startswith("Playing the French rules means that ")
    links = re.findall(r"\]\(([\w./-]+)\)", page)
    assert "conclusions.parquet" in links
    assert all((out / link).is_file() for link in links)
    again = forsale("report", "--resume", out)
    assert "nothing left to do" in again.err
    (out / "report.md").unlink()
    assert forsale("report", "--resume", out).status == 0
    assert (out / "report.md").read_text(encoding="utf-8") == page
    manifest = json.loads((out / "manifest.json").read_text())
    words = manifest["command"].split()
    assert words[:2] == ["forsale-sim", "report"]


SIX = [
    *("How long?", "Is every seat fair?", "Does the better player win?", "How close is it?"),
    *("Does the lead hold?", "What does money do?"),
]


def test_one_edition_alone_answers_six_questions(tmp_path: Path, forsale: Command) -> None:
    out = tmp_path / "out"
    said = forsale("report", "--players", 4, "--games", 4800, *DRAWN, "--out", out)
    printed = " ".join(said.out.split())
    page = (out / "report.md").read_text(encoding="utf-8")
    answers = {title: page.split(f"\n## {title}\n\n")[1].split("\n")[0] for title in SIX}
    assert [title for title in re.findall(r"## (.*\?)", page) if title in answers] == SIX
    assert all(f"{title} {answer}" in printed for title, answer in answers.items())
    assert len(re.findall(r"figures/asked-\w+\.svg", page)) == 5  # these players have no levels
    ranges = forsale_sim.load(out).tables["ranges"].set_index("measure")
    low, high = ranges.loc["decisions", ["low", "high"]]
    assert f"{low:.0f} to {high:.0f} decisions" in answers["How long?"]
    assert f"{low / 6:.0f} to {high / 6:.0f} minutes, at 10 seconds" in answers["How long?"]


def test_what_was_asked_is_answered_first(tmp_path: Path, forsale: Command) -> None:
    out = tmp_path / "out"
    asked = ("--question", "length")
    said = forsale(
        *("report", "--ruleset", "iello-en", "--ruleset", "iello-fr", "--players", 4),
        *("--games", 4800, *DRAWN, *asked, "--out", out),
    )
    assert said.status == 0, said.err
    page = (out / "report.md").read_text(encoding="utf-8")
    assert "*How long?*" in page
    titles = [title for title in re.findall(r"## (.*\?)", page) if title in SIX]
    assert titles == SIX
    alone = forsale("report", "--players", 4, "--games", 480, *DRAWN, "--question", "money").out
    assert "What does money do?\nAt a table of 4, a player pays" in alone
    assert alone.rindex("What does money do?") < alone.index("How long?")
