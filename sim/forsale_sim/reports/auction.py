"""One auction by both rulesets, move by move: the same houses, the same players, the same draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from strategy_lab.display.page.page_parts import Section, Table
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.simulation.sources import code_files_of, load_unchanged, source_of

from forsale_sim.measures import on_common_deals
from forsale_sim.reference.events import Bid, Cheques, Event, Houses, Pass, Sell, Take
from forsale_sim.reference.play import play_game
from forsale_sim.reference.story import pass_gains
from forsale_sim.reports.results import Results
from forsale_sim.reports.wording import first_count, names_of
from forsale_sim.rules.ruleset import Ruleset

DEALS = 60
"""How many deals are looked through for an auction that goes another way."""

LONGEST = 14
"""Moves of an auction that is easy to follow."""


def auction_section(results: Results) -> Section | None:
    """Return an auction that the rules change; None if none of the first deals has one.

    There is none, either, where parts are merged far from the files of their strategies.
    """
    report = results.experiment
    rulesets = [*report.rulesets, *report.what_ifs][:2]
    players = first_count(results)
    if len(rulesets) < 2 or not on_common_deals(*(each.rules(players) for each in rulesets)):
        return None
    try:
        player = _first_player(results, rulesets[0].name, players)
    except UsageError:
        return None
    for deal in range(1, DEALS + 1):
        auctions = [
            _first_auction(ruleset, player, players, report.config.seed, deal)
            for ruleset in rulesets
        ]
        if _worth_showing(auctions):
            return _section(results, rulesets, auctions, deal)
    return None


def _first_player(results: Results, ruleset: str, players: int) -> Entrant:
    """Return who plays: the first of the first field."""
    named = results.experiment.fields[0].at(ruleset, players)[0]
    return load_unchanged(
        {
            "game": named.game.name,
            "spec": named.spec,
            "source": source_of(named),
            "files": code_files_of(named),
        }
    )


def _first_auction(
    ruleset: Ruleset, player: Entrant, players: int, seed: int, deal: int
) -> list[Event]:
    game = play_game(ruleset.rules(players), [player] * players, seed, deal)
    return list(_until_second(game.events))


def _until_second(events: Sequence[Event]) -> Iterator[Event]:
    for event in events:
        if isinstance(event, Cheques) or (isinstance(event, Houses) and event.round > 1):
            return
        yield event


def _worth_showing(auctions: Sequence[Sequence[Event]]) -> bool:
    return auctions[0] != auctions[1] and max(map(len, auctions)) <= LONGEST


def _section(
    results: Results, rulesets: Sequence[Ruleset], auctions: Sequence[Sequence[Event]], deal: int
) -> Section:
    houses = auctions[0][0]
    if not isinstance(houses, Houses):
        raise TypeError(f"an auction begins with houses, not with {houses}")
    offer = ", ".join(map(str, houses.cards))
    labels = names_of(results)
    moves = [[_move(event) for event in auction[1:]] for auction in auctions]
    rows = [
        [str(number), *pair] for number, pair in enumerate(zip_longest(*moves, fillvalue=""), 1)
    ]
    return Section(
        "auction",
        "One auction by both rules",
        text=[
            f"The first auction of deal {deal}: houses {offer} are on offer, seat "
            f"{houses.opener} opens. Both tables have the same players, who decide alike until the "
            "rules part them."
        ],
        tables=[Table("The auction", ["", *(labels[ruleset.name] for ruleset in rulesets)], rows)],
    )


def _move(event: Event) -> str:
    match event:
        case Bid(seat=seat, amount=amount):
            return f"seat {seat} bids {amount}"
        case Pass(seat=seat):
            return f"seat {seat} passes, {pass_gains(event)}"
        case Take(seat=seat, house=house, paid=paid):
            return f"seat {seat} takes house {house} for {paid or 'nothing'}"
        case Sell() | Houses() | Cheques():
            raise ValueError(f"{event} is no move of an auction")
