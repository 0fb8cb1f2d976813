"""What commands print and which pages they write, whole: a file for each.

After a change of what is printed, write them anew and read what changed::

    python -m tests.strategy_lab.display.screens
"""

from __future__ import annotations

import re
import shlex
import tempfile
from pathlib import Path

from click.testing import CliRunner
from strategy_lab.errors import printable

from tests.cli.calling import COLOUR
from tests.support.program import cli

FOLDER = Path(__file__).parents[2] / "golden" / "screens"

FIELD = "--strategy spread --strategy miser --strategy coinflip"
SEARCH = "--players 3 --seed 10 --deals 11 --generations 2 --population 4 --final-deals 27"
BOTH = "--players 3 --ruleset iello-en --ruleset iello-fr"

SCREENS = {
    "run": f"run --games 1200 --seed 5 {FIELD}",
    "run-of-four": f"run --games 1200 --seed 5 --players 4 {FIELD}",
    "run-by-two-rulesets": f"run --games 600 --seed 5 {BOTH} {FIELD}",
    "run-until-known": f"run --precision 0.04 --max-games 6000 --players 3 --seed 5 {FIELD}",
    "run-of-one-deal": f"run --games 1 --seed 5 --players 3 {FIELD}",
    "rank": f"rank --games 1200 --seed 5 {FIELD}",
    "rank-by-two-rulesets": f"rank --games 600 --seed 5 {BOTH} {FIELD}",
    "rank-of-few": f"rank --games 12 --seed 5 --players 3 {FIELD}",
    "compare": "compare iello-en iello-fr --games 4800 --players 3,4 --seed 6 "
    "--players-from spread,coinflip,miser,expert,counter --tables 20",
    "duel": "duel spread coinflip --no-field --players 3,4 --elo1 80 --seed 7",
    "meta": f"meta --deals 11 --players 3 --seed 8 {FIELD}",
    "tune": f"tune matcher --against spread,miser --self-play {SEARCH}",
    "exploit": f"exploit spread --train matcher --budget 0 --samples 0 {SEARCH}",
    "psro": "psro --strategy spread --strategy coinflip --train matcher --rounds 2 "
    f"--meta-deals 2 {SEARCH}",
}
"""Commands by the names of their files."""

DRAWN = "--players-from spread,coinflip,miser,expert,counter,random --tables 20 --seed 3"
PAGES = {
    "page-on-one-edition": f"report --players 4 --games 1200 {DRAWN}",
    "page-on-two-editions": "report --ruleset iello-en --ruleset iello-fr --players 3,4 "
    f"--games 4800 --label 'iello-en=the <b>English</b> & $x$ rules' {DRAWN}",
    "page-on-rules": "report --vary refund=none,all --vary coins=+1 --players 4 --games 4800 "
    f"--question 'What moves <script>alert(1)</script>?' {DRAWN}",
    "page-of-a-design": "design --vary coins=14..18 --minimise coins_left --players 4 "
    f"--keep 'ties<=50%' --games 9600 {DRAWN}",
}
"""Commands that write pages, by the names of the files of these."""


def screen(name: str) -> str:
    """Return what a command prints now, but for what it says of time; or the page it writes."""
    if name in SCREENS:
        in_colour = CliRunner(env={"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "80"})
        said = in_colour.invoke(cli, shlex.split(SCREENS[name]), catch_exceptions=False, color=True)
        assert said.exit_code == 0, said.output
        shown = COLOUR.sub("", printable(said.stdout))
        return re.sub(r"^[\d.]+ s playing, .*$", "… s playing, … games/s", shown, flags=re.M)
    with tempfile.TemporaryDirectory() as folder:
        asked = [*shlex.split(PAGES[name]), "--out", str(Path(folder) / "out")]
        said = CliRunner().invoke(cli, asked, catch_exceptions=False)
        assert said.exit_code == 0, said.output
        page = (Path(folder) / "out" / "report.md").read_text(encoding="utf-8")
    return page.partition("## Make it again")[0]


def path_of(name: str) -> Path:
    """Return where a screen is kept."""
    return FOLDER / f"{name}.{'txt' if name in SCREENS else 'md'}"


if __name__ == "__main__":
    for name in (*SCREENS, *PAGES):
        path_of(name).write_text(screen(name), encoding="utf-8")
