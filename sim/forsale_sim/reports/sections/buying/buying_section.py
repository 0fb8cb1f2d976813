"""The section on buying, and what houses cost early and late."""

from __future__ import annotations

from matplotlib.figure import Figure as Drawing

from forsale_sim.display.number_text import NOTHING
from forsale_sim.reports.page.page_parts import Figure, Section, Table
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.sections.buying.fights import (
    COINS,
    bids_by_gap,
    takers_by_bid,
    what_to_pay,
    when_to_fight,
    wins_by_gap,
)
from forsale_sim.reports.sections.buying.keeping import (
    before_last,
    coins_kept,
    reserves,
    what_to_keep,
)
from forsale_sim.reports.sections.buying.rules_of_thumb import rules_of_thumb
from forsale_sim.reports.shared.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.shared.curve_panels import curve_panel, grid
from forsale_sim.reports.shared.estimate_text import (
    BOUND,
    by_players,
    difference,
    estimate_text,
    estimate_texts,
    row_keys,
    signed_text,
    table_rows,
)
from forsale_sim.reports.shared.thresholds import count_rises
from forsale_sim.results.rounds.tables import KINDS, STAGES, WHO
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import MEAN_INTERVAL


def buying(results: Results) -> Section:
    """Return the section on buying."""
    base = results.subject
    others = [ruleset for ruleset in results.rulesets if ruleset != base]
    ranks = results.tables["ranks"]
    sentences = [
        what_to_pay(results, base),
        when_to_fight(results, base),
        _best_house(results, base),
        what_to_keep(results, base),
        *(_change(results, base, other) for other in others),
    ]
    return Section(
        name="buying",
        title="Buying: what to pay and what to keep",
        answer=[text for text in sentences if text],
        text=[
            f"The figures show how {results.fields[0]} plays, and which of these equals wins: a "
            "winner may have bid better or had better cards. The winner of an auction loses the "
            "whole bid; the prices of the other houses are what passing costs after the refund. "
            f"Where editions are compared, {BOUND}."
        ],
        figures=[
            takers_by_bid(results),
            wins_by_gap(results),
            bids_by_gap(results),
            _stages(results),
            coins_kept(results),
            reserves(results),
        ],
        tables=[
            rules_of_thumb(results),
            Table(
                "Prices by auction, from the best house of the offer to the lowest",
                ["field", "ruleset", "players", "auction", "house", "price"],
                table_rows(
                    row_keys(ranks, "field", "ruleset", "players", "round"),
                    [f"{rank}. best" for rank in ranks["rank"].tolist()],
                    estimate_texts(ranks, "price"),
                ),
                f"Coins lost. ±: {MEAN_INTERVAL}.",
            ),
        ],
    )


def _best_house(results: Results, base: str) -> str:
    """Return a sentence on the price of the best house early and late."""
    data = results.of("buying", ruleset=base)
    best = int(data["house"].max())
    early, late = (
        [
            estimate_text(where(data, house=best, stage=stage, players=n), "price")
            for n in results.players
        ]
        for stage in (STAGES[0], STAGES[-1])
    )
    return (
        f"House {best} costs {by_players(results.players, early, COINS)} in the first third of the "
        f"auctions, {by_players(results.players, late, COINS)} in the last third."
    )


def _change(results: Results, base: str, other: str) -> str:
    """Return a sentence on how another ruleset changes bids and coins kept."""
    bids: list[str] = []
    coins: list[str] = []
    for before, after in zip(first_cases(results, base), first_cases(results, other), strict=True):
        pair = [results.of("bids", **case.keys, gap=KINDS[-1]) for case in (before, after)]
        kept = [before_last(results, case, WHO[1]) for case in (before, after)]
        for texts, (a, b), name in ((bids, pair, "bid"), (coins, kept, "coins")):
            known = len(a["games"]) and len(b["games"])
            texts.append(signed_text(*difference(a, b, name)) if known else NOTHING)
    return (
        f"By {other} instead of {base}, the winning bid for a best house that is {KINDS[-1]} "
        f"better than the second changes by {by_players(results.players, bids, COINS)}, and what "
        f"winners keep for the last auction by {by_players(results.players, coins, COINS)}."
    )


def _stages(results: Results) -> Figure:
    data = results.of("buying")
    best = int(data["house"].max())
    pairs = []
    for case in cases(results):
        table = where(results.of("buying", **case.keys), house=best)
        pairs.append((where(table, stage=STAGES[-1]), where(table, stage=STAGES[0])))
    less = count_rises(pairs, "price")

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        table = results.of("buying", **case.keys)
        groups = [(f"{stage} auctions", where(table, stage=stage)) for stage in STAGES]
        drawing = curve_panel(
            groups, "house", "price", xlabel="house", unit="price, coins", title=title
        )
        description = ", ".join(
            f"{estimate_text(where(group, house=best), 'price')} in {label}"
            for label, group in groups
        )
        return drawing, f"Price by house, {title}: house {best} costs {description}, in coins."

    return Figure(
        "stages",
        f"House {best} costs less late than early in {less} of {len(pairs)} cases",
        "Mean coins lost for a house, in the first, the second and the last third of the auctions. "
        f"Bands: {MEAN_INTERVAL}. {CASES} Field: {results.fields[0]}.",
        grid(results, "stages", draw),
        without_field(data),
    )
