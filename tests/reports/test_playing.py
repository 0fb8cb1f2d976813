from __future__ import annotations

from forsale_sim.reports.config import Config
from forsale_sim.reports.playing import play
from forsale_sim.reports.settling import settle


def test_every_cell_has_the_games_asked_for_and_progress_ends_at_all() -> None:
    settled = settle(
        Config(rulesets=("iello-en", "iello-fr"), players=(3,), fields=("strong",), games=90)
    )
    assert [cell.games for plan in settled.plans for cell in plan.cells] == [90, 90]
    shown: list[tuple[int, int]] = []
    played = play(settled, engine="compiled", threads=1, show=lambda *at: shown.append(at))
    assert shown[-1] == (settled.games, settled.games)
    assert [now for now, _ in shown] == sorted(now for now, _ in shown)
    assert played.editions is not None
    assert played.readings is not None


def test_rounds_are_followed_only_for_sections_that_take_them() -> None:
    for section, cells in (("seats", 0), ("selling", 2)):
        config = Config(
            rulesets=("iello-en",),
            players=(3, 4),
            fields=("mirrors:expert",),
            sections=(section,),
            games=20,
        )
        found = play(settle(config), engine="compiled", threads=1, show=None)
        assert [len(rounds) for rounds in found.rounds] == [cells]
