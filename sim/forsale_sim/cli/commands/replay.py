"""``forsale-sim replay``: one game of a run again, with a review of its moves, or as a page."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from strategy_lab.cli import experiments as cli
from strategy_lab.cli import saved_commands as saved
from strategy_lab.display.progress import status
from strategy_lab.errors import UsageError, counted
from strategy_lab.experiments.options import Whole
from strategy_lab.experiments.specs import RunSpec
from strategy_lab.files.whole_files import write_text

from forsale_sim.program import FOR_SALE

STANDARD_INPUT = Path("-")

OWN_GAME = """
--trace takes a game of your own table, as you wrote it down.
"""

MORE_EXAMPLES = """\
  forsale-sim replay --out my-run --player mine.py --outcome lost --review
  forsale-sim replay --trace game.jsonl --review
  forsale-sim replay --trace ours.txt --review --player Ann
  forsale-sim replay --out my-run --player mine.py --outcome lost --count 20 --page lost.html
"""

PAGE_OPTIONS = (
    click.option(
        "--review",
        is_flag=True,
        help="Say what each move gave away if the others go on as they have bid; only those of "
        "--player, if named.",
    ),
    saved.saved_run_option,
    click.option(
        "--trace",
        "traced",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Instead of a run and a game: one from its trace (--format json), or one that you "
        "wrote down: a line 'iello-en: Ann, Bob, Cem', one for each auction, '6 11 18: 1 2 3 p p' "
        "(houses: bids and passes), and one for each sale, '0 5 9 / 18 6 11' (cheques / the house "
        "of each). - is standard input. With --page, a folder of traces, too.",
    ),
    cli.file_option(
        *("--page", ".html", "a page"),
        "Write the game with its review as a page to look at, in place of the story.",
    ),
    click.option(
        "--count",
        type=Whole(least=1),
        metavar="GAMES",
        help="How many games the page has: those from --game on, or the next that --player plays "
        "in.",
    ),
)


@click.command(
    cls=cli.Command, help=saved.REPLAY_HELP + OWN_GAME, epilog=saved.REPLAY_EXAMPLES + MORE_EXAMPLES
)
@cli.with_options(
    *cli.spec_options(RunSpec.in_program(FOR_SALE)),
    *saved.GAME_OPTIONS,
    *PAGE_OPTIONS,
    saved.text_format_option,
)
def replay(
    output: str,
    review: bool,
    traced: Path | None,
    page: Path | None,
    count: int | None,
    player: str | None,
    **asked: Any,
) -> None:
    _check_combination(asked)
    if traced is None:
        games, wanted = saved.replayed(FOR_SALE, player=player, count=count or 1, **asked)
    else:
        games = [_read(path) for path in _traces(traced, page)]
        names = games[0][0].lineup
        others, player = ", ".join(names), _as_written(player, names)
        saved.check_player(player, player, games, f"{traced}: {others} do")
        wanted = player
    if page is not None:
        _write(page, games)
        return
    recorded, checked = games[0]
    saved.show(recorded, checked, output)
    if review:
        _review(recorded, wanted, output)


def _as_written(player: str | None, names: Sequence[str]) -> str | None:
    alike = [name for name in names if player and name.casefold() == player.casefold()]
    return alike[0] if len(alike) == 1 else player


def _traces(path: Path, page: Path | None) -> list[Path]:
    if not path.is_dir():
        return [path]
    if page is None:
        raise UsageError(f"--trace: {path} is a folder, which only a page shows: add --page")
    traces = sorted(each for each in path.iterdir() if each.suffix == ".jsonl")
    if not traces:
        raise UsageError(f"--trace: {path} holds no file that ends in .jsonl")
    return traces


def _write(path: Path, games: Sequence[tuple[saved.Shown, str]]) -> None:
    from forsale_sim.play.review import game_page, judge, reviewed_game
    from forsale_sim.reference.trace import read_trace

    with status("Looking back"):
        recorded = [read_trace("\n".join(shown.trace), "the game") for shown, _ in games]
        reviewed = [
            reviewed_game(each, judge(each.decisions, f" at game {number} of {len(recorded)}"))
            for number, each in enumerate(recorded, 1)
        ]
    write_text(path, game_page(reviewed, "\n\n".join(shown.story for shown, _ in games)))
    for checked in dict.fromkeys(checked for _, checked in games):
        click.echo(checked)
    click.echo(f"Wrote {counted(len(games), 'game')} as {path}: open it in a browser.")


def _read(path: Path) -> tuple[saved.Shown, str]:
    from strategy_lab.files.whole_files import read_regular

    from forsale_sim.reference.trace import read_trace, story, trace_lines

    try:
        text = sys.stdin.read() if path == STANDARD_INPUT else read_regular(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--trace: {path} cannot be read: {error}") from error
    recorded = read_trace(text, "standard input" if path == STANDARD_INPUT else str(path))
    facts = (recorded.game, recorded.seed, recorded.number, recorded.lineup)
    shown = saved.Shown(
        recorded.number, recorded.lineup, recorded.decisions, story(*facts), trace_lines(*facts)
    )
    checked = "Checked: played by the rules, these moves make this game."
    return shown, f"{recorded.notice}\n\n{checked}" if recorded.notice else checked


def _check_combination(asked: Iterable[str]) -> None:
    given = cli.given_options(click.get_current_context())
    if "count" in given and "page" not in given:
        raise UsageError("--count is how many games a page has: add --page")
    if "traced" not in given:
        saved.check_game()
        return
    surplus = [given[name] for name in (*asked, "count") if name in given]
    if surplus:
        raise UsageError(f"--trace has one game: leave out {', '.join(surplus)}")


def _review(recorded: saved.Shown, player: str | None, output: str) -> None:
    from forsale_sim.play.review import judge, review_records, review_text

    names = recorded.lineup
    with status("Looking back"):
        judged = judge(
            each for each in recorded.decisions if player in (None, names[each.seat - 1])
        )
    if output == "json":
        for record in review_records(judged, len(names)):
            click.echo(json.dumps(record))
    else:
        click.echo("\n" + "\n".join(review_text(judged, names)))
