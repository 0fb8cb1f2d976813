"""Strategy balance: who wins, who beats whom, and whether there is one best way to play."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.plots.heat_maps import ahead_matrix, heat_map
from forsale_sim.display.run_findings import best_first, leaders
from forsale_sim.reports.page.page_parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.estimate_text import (
    all_of,
    estimate_texts,
    number_texts,
    out_of,
    row_keys,
    table_rows,
)
from forsale_sim.reports.shared.rate_panels import figure_data, rate_panel
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import values, where
from forsale_sim.stats.intervals import RATE_INTERVAL
from forsale_sim.wording import counted, listed


def strategies(results: Results) -> Section:
    """Return the section on strategies."""
    best, beaten = _best(results), dominated(results)
    return Section(
        name="strategies",
        title="Strategy balance",
        answer=[best],
        text=[best, _dominated_text(beaten)],
        figures=[_who_wins(results), _who_beats_whom(results)],
        tables=[_table(results), _meetings(results)],
    )


def _cells(results: Results) -> list[tuple[str, str, int, Columns]]:
    """Return the rows of ``by_strategy`` for fields of several strategies, case by case."""
    return [
        (
            name,
            ruleset,
            players,
            results.of("by_strategy", field=name, ruleset=ruleset, players=players),
        )
        for name in results.several
        for ruleset in results.rulesets
        for players in results.players
    ]


def _best(results: Results) -> str:
    """Return a sentence on whether one strategy wins everywhere."""
    leading = [leaders(table) for *_, table in _cells(results)]
    sole = [names[0] for names in leading if len(names) == 1]
    counts = {name: sole.count(name) for name in dict.fromkeys(sole)}
    undecided = len(leading) - len(sole)
    if len(counts) == 1 and not undecided:
        return (
            f"Among these strategies there is one best way to play: {sole[0]} wins most in "
            f"{all_of(len(leading), 'case')} (fields, rulesets and numbers of players)."
        )
    parts = [
        f"{name} wins most in {count}"
        for name, count in sorted(counts.items(), key=lambda each: -each[1])
    ]
    if undecided:
        parts.append(f"in {undecided} several may lead")
    if not counts:
        return f"No strategy is shown to win most in {out_of('any', len(leading), 'case')}."
    return (
        f"{'There is no one best way to play' if len(counts) > 1 else 'One strategy leads'}: of "
        f"{counted(len(leading), 'case')} (fields, rulesets and numbers of players), "
        f"{listed(parts)}."
    )


def dominated(results: Results) -> list[tuple[str, list[str]]]:
    """Return the strategies that others dominate in the first field, and these others.

    A strategy dominates another if, in every ruleset and number of players, intervals show that
    it wins more often and that it finishes ahead when both play.
    """
    names = values(results.of("by_strategy")["strategy"])
    pairs = []
    for loser in names:
        by = [name for name in names if name != loser and _dominates(results, name, loser)]
        if by:
            pairs.append((str(loser), [str(name) for name in by]))
    return pairs


def _dominates(results: Results, winner: str, loser: str) -> bool:
    for ruleset in results.rulesets:
        for players in results.players:
            keys_of: dict[str, str | int] = {"ruleset": ruleset, "players": players}
            one = results.of("by_strategy", strategy=winner, **keys_of)
            other = results.of("by_strategy", strategy=loser, **keys_of)
            met = results.of("head_to_head", strategy=winner, opponent=loser, **keys_of)
            clear = one["win_rate_low"][0] > other["win_rate_high"][0]
            if not clear or not len(met["games"]) or not met["ahead_rate_low"][0] > 0.5:
                return False
    return True


def _dominated_text(beaten: list[tuple[str, list[str]]]) -> str:
    if not beaten:
        return "No strategy is dominated by another in every ruleset and number of players."
    each = [f"{loser} (by {listed(by)})" for loser, by in beaten]
    return (
        "Dominated, that is, winning less often than another everywhere and behind it when both "
        f"play: {'; '.join(each)}."
    )


def _who_wins(results: Results) -> Figure:
    data = results.of("by_strategy")
    names = best_first(where(data, ruleset=results.subject))
    panels = []
    for players in results.players:
        tables = {}
        for ruleset in results.rulesets:
            table = results.of("by_strategy", ruleset=ruleset, players=players)
            order = [table["strategy"].tolist().index(name) for name in names]
            tables[ruleset] = {key: column[order] for key, column in table.items()}
        alt = f"Win rate by strategy, {players} players"
        panels.append(rate_panel("strategies", players, tables, names, alt, across=True))
    firsts = [leaders(t) for field, *_, t in _cells(results) if field == results.fields[0]]
    best = {names[0] for names in firsts}
    if len(best) == 1 and all(len(names) == 1 for names in firsts):
        finding = f"{best.pop()} wins most with every number of players and by every ruleset"
    else:
        finding = (
            f"Which strategy wins most depends on the game or is not clear: {listed(sorted(best))}"
        )
        if len(best) == 1:
            finding = f"{best.pop()} wins most, though not everywhere by a clear margin"
    return Figure(
        "strategies",
        finding,
        f"Dashed: a fair share. Bars: {RATE_INTERVAL}. Field: {results.fields[0]}.",
        panels,
        figure_data(data, ("ruleset", "players", "strategy"), ["win_rate"]),
    )


def _who_beats_whom(results: Results) -> Figure:
    ruleset = results.subject
    data = results.of("head_to_head", ruleset=ruleset)
    names = best_first(results.of("by_strategy", ruleset=ruleset))
    panels, above, pairs = [], 0, 0
    for players in results.players:
        rate, decided = ahead_matrix(where(data, players=players), names)
        met = np.argwhere(np.triu(np.isfinite(rate), 1)).tolist()
        above += sum(bool(decided[i, j] and rate[i, j] > 50) for i, j in met)
        pairs += len(met)
        rates = [f"{names[i]} against {names[j]} {rate[i, j]:.0f} %" for i, j in met]
        drawing = heat_map(names, rate, decided, title=f"{players} players")
        alt = f"How often strategies finish ahead, {players} players: {', '.join(rates)}."
        panels.append(Panel(f"meetings-{players}", drawing, alt))
    finding = (
        f"In {out_of(above, pairs, 'pair')} the strategy that wins more often is also "
        "ahead when both play"
    )
    return Figure(
        "meetings",
        finding,
        "How often the strategy of the row finishes ahead of that of the column, in per cent of "
        "the games that both play; ties count half. Ordered by win rate. Without colour: the "
        f"{RATE_INTERVAL} includes 50 %. Intervals: in the table below. {ruleset}, field: "
        f"{results.fields[0]}.",
        panels,
        figure_data(data, ("ruleset", "players", "strategy", "opponent"), ["ahead_rate"]),
    )


def _table(results: Results) -> Table:
    table = results.tables["by_strategy"]
    chosen = np.isin(table["field"].astype(str), results.several)
    table = {name: column[chosen] for name, column in table.items()}
    return Table(
        "Every strategy, in every field of several",
        ["field", "ruleset", "players", "strategy", "win rate, %", "money", "paid", "last, %"],
        table_rows(
            row_keys(table, "field", "ruleset", "players", "strategy"),
            estimate_texts(table, "win_rate", 100),
            estimate_texts(table, "money_mean"),
            number_texts(table["paid_mean"]),
            number_texts(100 * table["last_place"], 1),
        ),
        f"±: {RATE_INTERVAL}; of money a 95 % t interval. Money in thousands.",
    )


def _meetings(results: Results) -> Table:
    table = results.of("head_to_head")
    return Table(
        "Who finishes ahead of whom",
        ["ruleset", "players", "strategy", "opponent", "ahead, %"],
        table_rows(
            row_keys(table, "ruleset", "players", "strategy", "opponent"),
            estimate_texts(table, "ahead_rate", 100),
        ),
        f"±: {RATE_INTERVAL}. Field: {results.fields[0]}.",
    )
