"""Strategy balance: who wins where, who beats whom, and whether there is one best way to play."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.findings import best_first, leaders
from forsale_sim.display.plots.labels import shortened
from forsale_sim.reports.page.drawing import points
from forsale_sim.reports.page.heat_maps import heat_map
from forsale_sim.reports.page.parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.showing.panels import series
from forsale_sim.reports.showing.texts import all_of, estimates, keys, numbers, out_of, rows
from forsale_sim.results.tables import Columns, records, values, where
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
    """Return the rows of ``by_strategy`` of every field of several, ruleset and player count."""
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
    found = [leaders(table) for *_, table in _cells(results)]
    sole = [names[0] for names in found if len(names) == 1]
    counts = {name: sole.count(name) for name in dict.fromkeys(sole)}
    undecided = len(found) - len(sole)
    if len(counts) == 1 and not undecided:
        return (
            f"Among these strategies there is one best way to play: {sole[0]} wins most in "
            f"{all_of(len(found), 'case')} (fields, rulesets and numbers of players)."
        )
    parts = [
        f"{name} wins most in {count}"
        for name, count in sorted(counts.items(), key=lambda each: -each[1])
    ]
    if undecided:
        parts.append(f"in {undecided} it is not told apart who does")
    if not counts:
        return f"Who wins most is not told apart in {out_of('any', len(found), 'case')}."
    return (
        f"{'There is no one best way to play' if len(counts) > 1 else 'One strategy leads'}: of "
        f"{counted(len(found), 'case')} (fields, rulesets and numbers of players), "
        f"{listed(parts)}."
    )


def dominated(results: Results) -> list[tuple[str, list[str]]]:
    """Return the strategies that others dominate, and by whom, in the first field.

    One dominates another if it wins more often in every ruleset and number of players, and also
    finishes ahead of it when both play, in each case with intervals that leave no doubt.
    """
    names = values(results.of("by_strategy")["strategy"])
    found = []
    for loser in names:
        by = [name for name in names if name != loser and _dominates(results, name, loser)]
        if by:
            found.append((str(loser), [str(name) for name in by]))
    return found


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
    names = best_first(where(data, ruleset=results.rulesets[0]))
    panels = []
    for players in results.players:
        drawn, said = [], []
        for ruleset in results.rulesets:
            table = results.of("by_strategy", ruleset=ruleset, players=players)
            order = [table["strategy"].tolist().index(name) for name in names]
            table = {key: column[order] for key, column in table.items()}
            drawn.append(series(ruleset, table, "win_rate", 100))
            rates = estimates(table, "win_rate", 100)
            said.append(
                f"{ruleset}: " + ", ".join(f"{n} {r} %" for n, r in zip(names, rates, strict=True))
            )
        drawing = points(
            list(shortened(names).values()),
            drawn,
            unit="win rate, %",
            title=f"{players} players",
            level=100 / players,
            across=True,
        )
        alt = f"Win rate by strategy, {players} players. {'; '.join(said)}."
        panels.append(Panel(f"strategies-{players}", drawing, alt))
    firsts = [leaders(t) for field, *_, t in _cells(results) if field == results.fields[0]]
    best = {names[0] for names in firsts}
    if len(best) == 1 and all(len(names) == 1 for names in firsts):
        finding = f"{best.pop()} wins most with every number of players and by every ruleset"
    else:
        finding = f"Who wins most depends on the game, or is not told apart: {listed(sorted(best))}"
        if len(best) == 1:
            finding = f"{best.pop()} wins most, though not everywhere told apart from others"
    kept = ("ruleset", "players", "strategy", "games", "win_rate", "win_rate_low", "win_rate_high")
    return Figure(
        "strategies",
        finding,
        f"Dashed: a fair share. Bars: {RATE_INTERVAL}. Field: {results.fields[0]}.",
        panels,
        {name: data[name] for name in (*kept, "deals")},
    )


def _who_beats_whom(results: Results) -> Figure:
    ruleset = results.rulesets[0]
    data = results.of("head_to_head", ruleset=ruleset)
    names = best_first(results.of("by_strategy", ruleset=ruleset))
    panels, above, pairs = [], 0, 0
    for players in results.players:
        rate, shown = np.full((len(names), len(names)), np.nan), np.zeros((len(names),) * 2, bool)
        said = []
        for row in records(where(data, players=players)):
            i, j = names.index(row["strategy"]), names.index(row["opponent"])
            if row["ahead_rate"] is None:
                continue
            rate[i, j] = 100 * row["ahead_rate"]
            low, high = row["ahead_rate_low"], row["ahead_rate_high"]
            shown[i, j] = None not in (low, high) and (low > 0.5 or high < 0.5)
            if i < j:
                above += int(shown[i, j] and rate[i, j] > 50)
                pairs += 1
                said.append(f"{names[i]} against {names[j]} {rate[i, j]:.0f} %")
        drawing = heat_map(names, rate, shown, title=f"{players} players")
        alt = f"How often strategies finish ahead, {players} players: {', '.join(said)}."
        panels.append(Panel(f"meetings-{players}", drawing, alt))
    finding = (
        f"In {out_of(above, pairs, 'pair')} the better placed of two strategies is also "
        "ahead when both play"
    )
    kept = ("ruleset", "players", "strategy", "opponent", "games")
    rates = ("ahead_rate", "ahead_rate_low", "ahead_rate_high", "deals")
    return Figure(
        "meetings",
        finding,
        "How often the strategy of the row finishes ahead of that of the column, in per cent of "
        "the games that both play; ties count half. Ordered by win rate. Without colour: the "
        f"{RATE_INTERVAL} includes 50 %. Intervals: in the table below. {ruleset}, field: "
        f"{results.fields[0]}.",
        panels,
        {name: data[name] for name in (*kept, *rates)},
    )


def _table(results: Results) -> Table:
    table = results.tables["by_strategy"]
    chosen = np.isin(table["field"].astype(str), results.several)
    table = {name: column[chosen] for name, column in table.items()}
    return Table(
        "Every strategy, in every field of several",
        ["field", "ruleset", "players", "strategy", "win rate, %", "money", "paid", "last, %"],
        rows(
            keys(*(table[name] for name in ("field", "ruleset", "players", "strategy"))),
            estimates(table, "win_rate", 100),
            estimates(table, "money_mean"),
            numbers(table["paid_mean"]),
            numbers(100 * table["last_place"], 1),
        ),
        f"±: {RATE_INTERVAL}; of money a 95 % t interval. Money in thousands.",
    )


def _meetings(results: Results) -> Table:
    table = results.of("head_to_head")
    return Table(
        "Who finishes ahead of whom",
        ["ruleset", "players", "strategy", "opponent", "ahead, %"],
        rows(
            keys(*(table[name] for name in ("ruleset", "players", "strategy", "opponent"))),
            estimates(table, "ahead_rate", 100),
        ),
        f"±: {RATE_INTERVAL}. Field: {results.fields[0]}.",
    )
