"""Reviews find what was clearly wrong, and add up what each player gave away."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.review import Judged, judge, review_records, review_text
from forsale_sim.reference.playing import PastDecision, play_recorded

from tests.play.positions import dealt

NAMES = ["anna", "ben", "carla"]


def decisions(*specs: str, seed: int = 5) -> list[PastDecision]:
    return play_recorded(dealt("iello-en", len(specs)), list(map(load_entrant, specs)), seed, 1)


def test_a_blunder_is_found() -> None:
    first = decisions("counter", "counter", "counter")[0]
    (blunder,) = judge([PastDecision(first.seat, first.strategy, first.view, 28, first.game)])
    assert blunder.made.move == 28
    assert blunder.best < 10
    assert blunder.cost > 0.15
    assert blunder.mark == "??"
    text = list(review_text([blunder], NAMES))
    line = next(line for line in text if "bid 28" in line)
    assert line.split()[:4] == ["buying", "1", "1", "anna"]
    assert line.endswith("??")


@pytest.mark.thorough
def test_who_plays_better_gives_less_away() -> None:
    given = np.zeros(3)  # in four games: one says little
    for seed in range(5, 9):
        judged = judge(decisions("champion", "random", "champion", seed=seed))
        *_, sums = review_records(judged, players=3)
        given += np.add(sums["buying"], sums["selling"])
    assert given[1] > max(given[0], given[2])


def test_records_and_text_say_the_same() -> None:
    judged = judge(decisions("counter", "spread", "miser"))
    *records, sums = review_records(judged, players=3)
    assert [record["move"] for record in records] == [each.made.move for each in judged]
    for record, each in zip(records, judged, strict=True):
        chances = record["chances"]
        assert str(each.made.move) in chances
        assert each.made.game.legal_moves()
        assert record["best"] in each.made.game.legal_moves()
        assert record["gave_away"] == pytest.approx(
            chances[str(record["best"])] - chances[str(record["move"])], abs=2e-4
        )
        assert all(0 <= chance <= 1 for chance in chances.values())
    for seat in (1, 2, 3):
        given = sum(record["gave_away"] for record in records if record["seat"] == seat)
        assert sums["buying"][seat - 1] + sums["selling"][seat - 1] == pytest.approx(
            given, abs=1e-4 * len(records)
        )
    text = list(review_text(judged, NAMES))
    marked = [each for each in judged if each.mark]
    assert sum(line.lstrip().startswith(("buying", "selling")) for line in text) == len(marked)
    rows = [line.split() for line in text if line.split()[1:2] in ([name] for name in NAMES)]
    assert [row[1] for row in rows] == NAMES
    assert sum(int(cell) for row in rows for cell in row[-3:]) == len(marked)


@pytest.mark.parametrize(
    ("chances", "best", "mark"),
    [
        ({0: 0.3, 4: 0.3}, 4, ""),
        ({0: 0.304, 4: 0.3}, 0, ""),
        ({0: 0.32, 4: 0.3}, 0, "?!"),
        ({0: 0.326, 4: 0.3}, 0, "?"),
        ({0: 0.35, 4: 0.3}, 0, "?"),
        ({0: 0.45, 4: 0.3}, 0, "??"),
    ],
)
def test_a_move_is_marked_by_what_it_gave_away(
    chances: dict[int, float], best: int, mark: str
) -> None:
    first = decisions("spread", "spread", "spread")[0]
    judged = Judged(PastDecision(1, "spread", first.view, 4, first.game), chances)
    assert (judged.best, judged.mark) == (best, mark)


def test_a_review_fits_a_terminal_and_shows_positions() -> None:
    judged = judge(decisions("counter", "random", "spread", "miser", "matcher", "random"))
    names = [f"{seat}_strategies.py:quite_a_long_name" for seat in range(6)]
    text = list(review_text(judged, names))
    assert max(map(len, text)) <= 80
    marked = [each for each in judged if each.mark]
    assert sum(line.startswith("      Houses ") for line in text) == sum(
        each.made.game.auction is not None for each in marked
    )
    assert sum("play like champion" in line for line in text) > 0
    first = marked[0]
    offer = " ".join(str(house) for house in first.made.game.events[0].cards)  # type: ignore[union-attr]
    assert any(line.startswith(f"      Houses {offer}") for line in text)
