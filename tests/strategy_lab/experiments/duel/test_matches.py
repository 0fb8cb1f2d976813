from __future__ import annotations

from collections import Counter

import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.errors import UsageError
from strategy_lab.experiments.duel.experiment import Duel
from strategy_lab.experiments.duel.spec import DuelSpec

OTHERS = ("miser", "linear", "matcher", "counter")


def duel_of(
    *others: str,
    players: tuple[int, ...] | None = (4,),
    rulesets: tuple[str, ...] = ("iello-en",),
    **how: int,
) -> Duel:
    return (
        DuelSpec.in_program(FOR_SALE)
        .of(
            a="spread",
            b="expert",
            field=others,
            no_field=not others,
            rulesets=rulesets,
            players=players,
            seed=how.get("seed", 1),
            max_deals=how.get("max_deals", 1000),
        )
        .experiment()
    )


def lineup(duel: Duel, cell: int) -> list[str]:
    return [duel.plan.field[index].name for index in duel.plan.cells[cell].lineup or ()]


def test_each_sits_alone_amid_the_other() -> None:
    duel = duel_of()
    (match,) = duel.matches
    assert lineup(duel, match.a_amid_b) == ["spread", "expert", "expert", "expert"]
    assert lineup(duel, match.b_amid_a) == ["expert", "spread", "spread", "spread"]
    assert match.mixed == ()
    assert (match.games_per_deal, match.deals_per_round) == (8, 1)


@pytest.mark.parametrize(("players", "choices"), [(3, 4), (4, 6), (5, 4), (6, 1)])
def test_mixed_tables_are_all_choices_of_others_and_seats(players: int, choices: int) -> None:
    duel = duel_of(*OTHERS, players=(players,))
    (match,) = duel.matches
    assert match.deals_per_round == choices * (players - 1)
    assert match.games_per_deal == 4 * players
    tables = [lineup(duel, table.as_seated) for table in match.mixed]
    assert len(set(map(tuple, tables))) == len(tables)
    assert all(table[0] == "spread" and len(table) == players for table in tables)
    seats = Counter(table.index("expert") for table in tables)
    assert seats == dict.fromkeys(range(1, players), choices)
    company = Counter(name for table in tables for name in table if name in OTHERS)
    assert len(set(company.values())) == 1


def test_exchanged_tables_differ_in_the_two_alone() -> None:
    duel = duel_of(*OTHERS)
    swap = {"spread": "expert", "expert": "spread"}
    for table in duel.matches[0].mixed:
        seated = lineup(duel, table.as_seated)
        assert lineup(duel, table.exchanged) == [swap.get(name, name) for name in seated]


def test_fewer_deals_than_mixed_tables_are_dealt_to_some_of_them() -> None:
    duel = duel_of(*OTHERS, max_deals=5)
    (match,) = duel.matches
    assert len({tuple(lineup(duel, table.as_seated)) for table in match.mixed}) == 5
    assert sum(look.deals for _, look in duel.looks) == 5
    assert duel_of(*OTHERS, max_deals=5).plan == duel.plan
    assert duel_of(*OTHERS, max_deals=5, seed=2).plan.cells[2:] != duel.plan.cells[2:]


@pytest.mark.parametrize(
    ("others", "company"),
    [(OTHERS[:1], {"miser": 4}), (OTHERS[:3], {"miser", "linear", "matcher"})],
)
def test_too_few_others_sit_down_again_when_all_have(
    others: tuple[str, ...], company: dict[str, int] | set[str]
) -> None:
    duel = duel_of(*others, players=(6,))
    for table in duel.matches[0].mixed:
        seated = Counter(lineup(duel, table.as_seated))
        rest = {name: seated[name] for name in others}
        if isinstance(company, dict):
            assert rest == company
        else:
            assert rest.keys() == company
            assert sorted(rest.values()) == [1, 1, 2]


def test_there_is_a_match_for_each_ruleset_and_player_count() -> None:
    duel = duel_of("miser", players=None, rulesets=("iello-en", "iello-fr"))
    assert [(m.cell.ruleset, m.cell.players) for m in duel.matches] == [
        (ruleset, players) for ruleset in ("iello-en", "iello-fr") for players in (3, 4, 5, 6)
    ]
    assert all(cell.cell.seatings == cell.cell.players for cell in duel.plan.cells)
    assert duel.names == ("spread", "expert", "miser")


@pytest.mark.parametrize("deals", [0, -5, 10**10])
def test_an_impossible_number_of_deals_is_refused(deals: int) -> None:
    with pytest.raises(UsageError, match=r"--max-deals\) must be 1 to 1e\+09, not"):
        duel_of(max_deals=deals)


def test_a_field_of_too_many_tables_is_refused() -> None:
    others = [f"spread:share=0.{share:02}" for share in range(1, 21)]
    with pytest.raises(
        UsageError, match="20 others make 24225 mixed tables of 6, and at most 4000"
    ):
        duel_of(*others, players=(6,))
