"""``forsale-sim play``: a person plays against strategies in the terminal."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from strategy_lab.cli import experiments as cli
from strategy_lab.display.progress import getting_ready, status
from strategy_lab.errors import GameLeft, LaboratoryError, StoppedError, UsageError
from strategy_lab.files.whole_files import read_regular

from forsale_sim.program import DEFAULT_FIELD, DEFAULT_RULESET, FOR_SALE

if TYPE_CHECKING:
    from forsale_sim.play.table import BrowserTable, Match, Session


EXAMPLES = """\b
Examples:
  forsale-sim play
  forsale-sim play --against casual,beginner
  forsale-sim play --against expert,counter,mine.py --seat 1
  forsale-sim play --against expert --players 5 --ruleset iello-fr --seed 7
  forsale-sim play --browser
"""


@click.command(cls=cli.Command, epilog=EXAMPLES)
@cli.play_options(
    FOR_SALE,
    ",".join(DEFAULT_FIELD[:2]),
    "'5 p 12 …'",
    click.option(
        "--players",
        type=int,
        help="Number of players, you included; opponents are repeated to fill the seats.  "
        "[default: you and the opponents, at least 3]",
    ),
    click.option("--seat", type=int, help="Your seat in turn order.  [default: drawn]"),
)
@cli.file_option(
    *("--out", ".jsonl", "JSON Lines"),
    "Save the game as JSON Lines. A file with the beginning of the same game is replaced.",
)
@click.option(
    "--browser",
    is_flag=True,
    help="Play at a table in a browser, with several persons if you like; games are saved there.",
)
def play(
    against: str,
    players: int | None,
    seat: int | None,
    ruleset: str,
    seed: int,
    moves: str,
    out: Path | None,
    browser: bool,
) -> int:
    """Play a game yourself, in the terminal or a browser, against strategies of your choice.

    The table is shown whenever it is your turn. Type a number to bid or to sell, p to pass, h for a
    hint, b to take your last move back, ? for help. At the end, a review shows which of your moves
    cost most.
    """
    from strategy_lab.plugins.entrants import tuning_mismatches
    from strategy_lab.plugins.strategies import split_specs

    from forsale_sim.for_sale import load_entrant
    from forsale_sim.play.table import Session, make_match, trace_text
    from forsale_sim.rules.loading import load_ruleset

    serve = _server() if browser else None
    specs = split_specs(against)
    with getting_ready():
        entrants = [load_entrant(spec) for spec in specs]
        asked: Any = {"players": players, "seat": seat, "seed": seed}
        match = make_match(load_ruleset(ruleset), entrants, **asked)
    if serve is not None:
        table = _table(match, specs, ruleset)
        serve(table, lambda at: click.echo(f"The table: {at}\nCtrl-C ends it."))
        return 0
    for sentence in tuning_mismatches(specs, [(match.rules.ruleset, match.rules.players)]):
        cli.note(sentence)
    _check_held(out, trace_text(match, match.deal()), begun=False)
    first = filter(None, re.split(r"[\s,]+", moves))
    answers = cli.typed_lines(first, lambda: _check_held(out, session.course.trace()))
    (own,) = match.seats
    again = ["--against", against, "--players", match.rules.players, "--seat", own]
    again += ["--ruleset", ruleset] if ruleset != DEFAULT_RULESET else []
    again += ["--seed", match.seed]
    on = [*again, "--out", out] if out is not None else again
    with getting_ready():
        session = Session(match, answers, click.echo)
    click.echo(
        f"{match.rules.ruleset}, {match.rules.players} players, seed {match.seed}: you sit in seat "
        f"{own}. Type ? for help."
    )
    try:
        session.play()
    except (GameLeft, KeyboardInterrupt) as left:
        go_on = f"To continue: {_command(on, session)}"
        if isinstance(left, KeyboardInterrupt):
            click.echo()
        elif not session.asked_to_leave:
            raise StoppedError(f"the input ended before the game did. {go_on}") from None
        click.echo(f"You left the game. {go_on}")
        _save(out, session)
        return 0 if session.asked_to_leave else StoppedError.exit_status
    click.echo("\n".join(["", *session.result()]))
    _save(out, session)
    with status("Looking back at your moves"):
        lines = list(session.review())
    click.echo("\n".join(["", *lines, "", f"again   {_command(again)}"]))
    return 0


def _server() -> Callable[..., None]:
    given = cli.given_options(click.get_current_context())
    surplus = [given[name] for name in ("moves", "out") if name in given]
    if surplus:
        raise UsageError(f"--browser saves and resumes games itself: leave out {surplus[0]}")
    try:
        from forsale_sim.play.server import serve
    except ImportError as error:
        raise LaboratoryError(
            f"--browser needs Starlette and uvicorn, which cannot be imported ({error}): install "
            f"them with {sys.executable} -m pip install starlette uvicorn"
        ) from error
    return serve


def _table(match: Match, specs: Sequence[str], ruleset: str) -> BrowserTable:
    from forsale_sim.play.table import PERSON_SEAT, BrowserTable, make_offer

    seats = [each.name if each else PERSON_SEAT for each in match.lineup]
    seed = match.seed if "seed" in cli.given_options(click.get_current_context()) else None
    return BrowserTable(make_offer(ruleset, specs, seats, seed))


def _command(options: list[object], session: Session | None = None) -> str:
    moves = ["--moves", session.moves] if session is not None and session.moves else []
    return shlex.join(["forsale-sim", "play", *map(str, options), *moves])


def _check_held(path: Path | None, trace: str, *, begun: bool = True) -> None:
    """Refuse a file that holds anything but the beginning of the game.

    Before the game has begun, only the first lines can be compared.
    """
    if path is None or not path.exists():
        return
    held, played = read_regular(path), trace.encode()
    whole, beginning = (played, held) if begun else (held, played)
    if not held or not whole.startswith(beginning):
        raise UsageError(
            f"{path} exists already, and does not hold the beginning of this game: name another "
            "file"
        )


def _save(path: Path | None, session: Session) -> None:
    if path is None:
        return
    from strategy_lab.files.whole_files import write_text

    try:
        _check_held(path, session.course.trace())
        write_text(path, session.course.trace())
    except (OSError, LaboratoryError) as error:
        raise LaboratoryError(
            f"{error}\nThe game is in its moves: --moves '{session.moves}'"
        ) from None
    click.echo(f"Saved the game in {path}.")
