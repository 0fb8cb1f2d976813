"""Rankings, duels, gauntlets and meta-games for the terminal: findings, tables and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from rich.console import RenderableType
from rich.text import Text

from strategy_lab.display.text_tables import (
    NOTHING,
    Facts,
    Presentation,
    Texts,
    best_first,
    by_ruleset,
    decimals_for,
    estimated,
    estimates,
    half_width,
    half_widths,
    laid_out,
    matrix_columns,
    note,
    number,
    numbered,
    part_of,
    pivoted,
    with_limits,
    with_minus,
)
from strategy_lab.errors import counted, games_of_deals, listed
from strategy_lab.experiments.gauntlet.experiment import CROSSED, MEAN_OF_TABLES
from strategy_lab.experiments.meta.experiment import EQUILIBRIUM, NOT_TIED, PURE, STARTS_INTERVAL
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.game_theory import WEIGHT_INTERVAL, last_ones
from strategy_lab.stats.intervals import RATE_INTERVAL
from strategy_lab.stats.rankings import RATING
from strategy_lab.stats.sequential_tests import PLAIN, SEQUENTIAL

MOST_NAMED = 3  # how many cycles, mutual invaders and equilibria are named for each player count
UNDECIDED = "~"  # before a number whose interval holds what it is compared with


def first_ones(sentences: list[str], what: str) -> list[str]:
    more = len(sentences) - MOST_NAMED
    counting = [f"and {counted(more, f'more {what}')}"] if more > 0 else []
    return [*sentences[:MOST_NAMED], *counting]


def marked(
    table: Columns, name: str, level: float, text: Any = number, scale: float = 100
) -> list[str]:
    """Return values as texts, with a mark where the interval of one holds a level."""
    value, low, high = with_limits(table, name, scale)
    decimals = decimals_for(half_widths(value, low, high))
    marks = np.where((low > scale * level) | (high < scale * level), "", UNDECIDED)
    return [mark + text(x, decimals) for mark, x in zip(marks, value, strict=True)]


# Rankings.

UNBOUNDED = (
    "how far apart they are is not known, and their ratings rest on the prior, a tie of each with "
    "an imaginary player: play more games"
)

RATING_NOTE = (
    f"{RATING}, on Elo's scale: the mean is 0; 400 more means ahead ten times as often as behind. "
    f"A tie counts as half ahead. ±: {INTERVAL}."
)
SHARE_NOTES = (
    f"A tie counts as half ahead. {UNDECIDED}: 50 % is within the {RATE_INTERVAL}.",
    "Cycles are named where the 95 % interval of every leg is above one half.",
)


def leading_finding(ratings: Columns) -> str:
    """Return who is rated highest: also those whose intervals overlap that of the best one."""
    counts: dict[str, list[str]] = {}
    for players in values(ratings["players"]):
        cell = where(ratings, players=players)
        order = np.argsort(-cell["rating"], kind="stable")
        lowest = cell["rating_low"][order[0]]
        best = [str(cell["strategy"][i]) for i in order if cell["rating_high"][i] >= lowest]
        leading = {0: "not known", 1: "{}", 2: "{} or {}"}.get(len(best), f"one of {len(best)}")
        counts.setdefault(leading.format(*best), []).append(str(players))
    parts = [f"{leading} for {listed(numbers)}" for leading, numbers in counts.items()]
    return f"Highest rated: {'; '.join(parts)} players"


def _doubts(ratings: Columns) -> Iterator[str]:
    """Yield why the ratings of a cell cannot be trusted, if they cannot be."""
    cell = f"{ratings['players'][0]} players"
    if np.isnan(ratings["rating"]).any():
        yield (
            f"{cell}: not rated, because some strategies never met others, not even through third "
            "ones: play more games"
        )
    elif ratings["group"].max() > 1:
        groups = values(np.sort(ratings["group"]))
        named = [", ".join(where(ratings, group=group)["strategy"].tolist()) for group in groups]
        order = " | ".join(named)
        yield f"{cell}: no strategy ever finished behind one further right: {order}; {UNBOUNDED}"
    elif np.isnan(ratings["rating_low"]).any():
        yield f"{cell}: too few games for intervals; {UNBOUNDED}"


def _misfits(meetings: Columns) -> Iterator[str]:
    """Yield the pair of a cell that ratings fit worst, unless all are within their intervals."""
    rate, expected = meetings["ahead_rate"], meetings["ahead_expected"]
    low, high = meetings["ahead_rate_low"], meetings["ahead_rate_high"]
    missed = ((expected < low) | (expected > high)) & (rate >= expected)
    if missed.any():
        worst = int(np.argmax(np.where(missed, rate - expected, 0)))
        decimals = decimals_for(100 * half_widths(rate, low, high))
        share, expected_share = (number(100 * x[worst], decimals) for x in (rate, expected))
        yield (
            f"{meetings['players'][0]} players: ratings fit worst for "
            f"{meetings['strategy'][worst]} ahead of {meetings['opponent'][worst]}: "
            f"{share} %, where they expect {expected_share} %"
        )


class RankPresentation(Presentation):
    plots: ClassVar = {"ratings": "ratings"}

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterator[RenderableType]:
        """Yield the ratings, then the shares of games ahead for each ruleset."""
        ratings, rulesets = tables["ratings"], values(tables["ratings"]["ruleset"])
        order = best_first(ratings, ratings["rating"])
        several = len(rulesets) > 1
        if several:
            for players in values(ratings["players"]):
                cell, title = where(ratings, players=players), f"rating, {players} players"
                yield _numbered(pivoted(title, order, cell, "ruleset", str, "rating"), width)
                yield Text()
        else:
            yield Text(f"Ruleset {rulesets[0]}\n", style="bold")
            by_count = pivoted("rating", order, ratings, "players", "{} players".format, "rating")
            yield _numbered(by_count, width)
        for ruleset, here in by_ruleset(tables, "ratings"):
            cells = [
                where(here["ratings"], players=players)
                for players in values(here["ratings"]["players"])
            ]
            doubts = [doubt for cell in cells for doubt in _doubts(cell)]
            prefix = f"{ruleset}: " if several else ""
            yield from (Text(prefix + x) for x in (leading_finding(here["ratings"]), *doubts))
        yield note(RATING_NOTE)
        for ruleset, here in by_ruleset(tables, "ratings"):
            if several:
                yield Text(f"\nRuleset {ruleset}", style="bold")
            for players in values(here["head_to_head"]["players"]):
                met = where(here["head_to_head"], players=players)
                shares = marked(met, "ahead_rate", 0.5)
                columns = matrix_columns(f"{players} players, % ahead of", order, met, shares)
                yield from (Text(), laid_out(columns, width))
                named = where(here["cycles"], players=players)["cycle"].tolist()
                cycles = first_ones(named, "cycle") or ["no cycle shown"]
                yield from map(Text, _misfits(met))
                yield from (Text(f"{players} players: {cycle}") for cycle in cycles)
        yield from (*map(note, SHARE_NOTES), Text())


def _numbered(columns: dict[str, Sequence[str]], width: int) -> RenderableType:
    first = next(iter(columns))
    return laid_out(columns | {first: numbered(columns[first])}, width)


# Duels.

FINDING = "finding"

COMPANIES = {
    "A amid Bs": "win_rate_a_amid_b",
    "B amid As": "win_rate_b_amid_a",
    "A mixed": "win_rate_a_mixed",
    "B mixed": "win_rate_b_mixed",
}


class DuelPresentation(Presentation):
    def headline(self, facts: Facts) -> str:
        a, b = facts["strategies"]
        partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
        return (
            f"A is {a}, B is {b}{partial}\n{games_of_deals(facts['games'], facts['deals'])}, "
            f"seed {facts['seed']}, {facts['seating']}"
        )

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterator[RenderableType]:
        for ruleset, here in by_ruleset(tables, "duels"):
            rows = here["duels"]
            yield Text(f"Ruleset {ruleset}\n", style="bold")
            yield laid_out(_tests(rows), width, left=("verdict", FINDING), running=FINDING)
            for columns in (_differences(rows), _rates(rows)):
                yield from (Text(), laid_out(columns, width))
            yield Text()
        yield from (*map(note, _duel_notes(tables["duels"], facts)), Text())


def _tests(rows: Columns) -> Texts:
    return {
        "": _players(rows),
        "verdict": rows["verdict"].tolist(),
        "llr for A": [number(x, 2) for x in rows["llr"]],
        "for B": [number(x, 2) for x in rows["llr_b"]],
        "deals": [number(x, 0) for x in rows["deals"]],
        "games": [number(x, 0) for x in rows["games"]],
        FINDING: rows["finding"].tolist(),
    }


def _differences(rows: Columns) -> Texts:
    return {
        "": _players(rows),
        "A - B, points\nplain": estimated(rows, "difference", 100),
        "A - B, points\nsequential": _ranges(rows, "difference_sequential", 100),
        "Elo\nplain": estimated(rows, "elo"),
        "Elo\nsequential": _ranges(rows, "elo_sequential"),
    }


def _rates(rows: Columns) -> Texts:
    mixed = COMPANIES if np.isfinite(rows["win_rate_a_mixed"]).any() else {}
    return {
        "win rate, %": [f"{n} players, fair {100 / n:.1f}" for n in rows["players"]],
        **{
            head: estimated(rows, name, 100)
            for head, name in {"A": "win_rate_a", "B": "win_rate_b", **mixed}.items()
        },
    }


def _duel_notes(table: Columns, facts: Facts) -> list[str]:
    lower, upper = (number(table[name][0], 2) for name in ("lower", "upper"))
    elo0, elo1 = (with_minus(f"{facts[name]:g}") for name in ("elo0", "elo1"))
    alpha, beta = (f"{100 * facts[name]:g} %" for name in ("alpha", "beta"))
    return [
        f"llr: log-likelihood ratio of {elo1} to {elo0} normalised Elo. A strategy that reaches "
        f"{upper} is stronger; one that falls to {lower} is not stronger by {elo1}. Errors: at "
        f"most {alpha} of duels find a strategy stronger if neither is by more than {elo0}; at "
        f"most {beta} miss one that is stronger by {elo1}.",
        f"A - B: difference of the win rates. plain: {PLAIN}, biased because a test decided when "
        f"to stop. sequential: {SEQUENTIAL}.",
        "Win rates of A and of B as the only player of that strategy; ties share the win. ±: "
        f"{RATE_INTERVAL}, biased too.",
    ]


def _players(rows: Columns) -> list[str]:
    return [f"{players} players" for players in rows["players"]]


def _ranges(rows: Columns, measure: str, scale: int = 1) -> list[str]:
    """Return a measure with its limits, which need not be as far from it: "3.1 (2.2 to 4.5)"."""
    texts = []
    for numbers in zip(*with_limits(rows, measure, scale), strict=True):
        decimals = decimals_for(np.array([numbers[2] - numbers[1]]) / 2)
        centre, *limits = (number(x, decimals) for x in numbers)
        texts.append(centre if NOTHING in limits else f"{centre} ({limits[0]} to {limits[1]})")
    return texts


# Gauntlets.

MOST_SHOWN = 10  # tables of each strategy that are printed; all are in the table ``tables``

OPPONENTS = "opponents"

GAUNTLET_NOTES = (
    "All in times a fair share of the wins: 1 is what each player would win among equals. worst "
    f"tenth: mean over the worst tenth of the tables, {CROSSED}, so that bad luck is not taken for "
    "weakness. "
    f"±: {MEAN_OF_TABLES}; of one table, {RATE_INTERVAL}.",
    "below: tables where the interval is below a fair share. Of many tables one in forty is so by "
    "chance, and the worst ones look worse than they are: play them again with another --seed.",
)


class GauntletPresentation(Presentation):
    def headline(self, facts: Facts) -> str:
        part = f" of the part {facts['part']}" if "part" in facts else ""
        others = facts.get("beside", ())
        beside = f", beside {listed(others)}," if others else ""
        return (
            f"{', '.join(_tried(facts))}{beside} among "
            f"{counted(len(facts['opponents']), 'opponent')}{part}\n{super().headline(facts)}"
        )

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterator[RenderableType]:
        for ruleset, here in by_ruleset(tables, "strength"):
            yield Text(f"Ruleset {ruleset}\n", style="bold")
            yield from (laid_out(_strength(here["strength"], here["by_players"]), width), Text())
            names = values(here["strength"]["strategy"])
            for name in _tried(facts):
                title = f"worst tables of {name}" if len(names) > 1 else "worst tables"
                worst = _worst(where(here["tables"], strategy=name), title)
                yield laid_out(worst, width, left=(OPPONENTS, "verdict"), running=OPPONENTS)
                yield Text()
            yield from (laid_out(_kinds(here["kinds"], names), width, left=("verdict",)), Text())
        yield from (*map(note, GAUNTLET_NOTES), Text())


def _tried(facts: Facts) -> list[str]:
    return [name for name in facts["strategies"] if name not in facts.get("beside", ())]


def _strength(overall: Columns, by_players: Columns) -> Texts:
    counts, first = values(by_players["players"]), overall["strategy"][0]
    blocks = [(f"{count} players", where(by_players, players=count)) for count in counts]
    blocks = [*(blocks if len(blocks) > 1 else []), ("all", overall)]
    rows = {name: np.concatenate([block[name] for _, block in blocks]) for name in overall}
    labels = [
        f"{label}: {name}" if len(blocks) > 1 else str(name)
        for label, block in blocks
        for name in block["strategy"]
    ]
    columns = {
        "times a fair share": labels,
        "worst tenth": estimated(rows, "worst_tenth"),
        "mean": estimated(rows, "times"),
        "below": [f"{row[0]} of {row[1]}" for row in np.c_[rows["below"], rows["tables"]]],
    }
    if len(overall["strategy"]) > 1:
        than = f"more than {first}"
        columns[f"{than}\nworst tenth"] = estimated(rows, "more_worst")
        columns[f"{than}\nmean"] = estimated(rows, "more")
    return columns


def _worst(rows: Columns, title: str) -> Texts:
    order = np.argsort(rows["times"], kind="stable")[:MOST_SHOWN]
    worst = {name: column[order] for name, column in rows.items()}
    return {
        title: worst["kind"].tolist(),
        "players": [str(count) for count in worst["players"]],
        "times": estimated(worst, "times"),
        "verdict": worst["verdict"].tolist(),
        OPPONENTS: worst["opponents"].tolist(),
    }


def _kinds(rows: Columns, names: list[str]) -> Texts:
    """Return the means by kind: of one strategy with verdicts, of several side by side."""
    by_name = [where(rows, strategy=name) for name in names]
    columns = {"kind": values(rows["kind"]), "tables": list(map(str, by_name[0]["tables"]))}
    if len(names) > 1:
        means = (estimated(own, "times") for own in by_name)
        return columns | dict(zip(names, means, strict=True))
    (own,) = by_name
    return columns | {
        "mean": estimated(own, "times"),
        "verdict": own["verdict"].tolist(),
        "worst": [number(x, 1) for x in own["worst"]],
    }


# Meta-games.

ALL = 1 - 1e-9  # a larger part counts as the whole
BEST = "best response"  # the head of a column
MOST_ALPHAS = 6  # columns; of more intensities every second, third and so on is printed

META_NOTES = (
    f"Win rate above a fair share, in points. {UNDECIDED}: 0 is within the {INTERVAL}. An invader "
    "is a single player among others who all play another strategy; it is shown to invade where "
    "its 95 % interval is above 0. Intervals are not corrected for the number of pairs.",
    "An equilibrium is a mixture that nobody gains by leaving; starts: the part of all mixtures "
    "from which the replicator dynamics settle in it; NashConv: what all players together would "
    f"gain by best responses from the field. ±: of starts, {STARTS_INTERVAL}; of gains, "
    f"{INTERVAL}; of parts, {WEIGHT_INTERVAL}.",
    f"Alpha-rank: the share of time in which one population plays a strategy. ±: {INTERVAL}.",
)


def _invaded(invasions: Columns) -> tuple[list[str], NDArray[np.bool_]]:
    names = values(invasions["strategy"])
    invades = np.zeros((len(names), len(names)), bool)
    pairs = (list(map(names.index, invasions[key].tolist())) for key in ("strategy", "opponent"))
    invades[tuple(pairs)] = invasions["invades"]
    return names, invades


def safety_finding(invasions: Columns) -> str:
    names, invades = _invaded(invasions)
    safe = [name for name, by in zip(names, invades.T, strict=True) if not by.any()]
    if not safe:
        ends = " or ".join(listed([names[i] for i in members]) for members in last_ones(invades))
        ending = "" if ends == listed(names) else f"; invasions end among {ends}"
        return f"no strategy of the field is safe: each is invaded by another{ending}"
    certain = (invasions["gain_high"][np.isin(invasions["opponent"], safe)] < 0).all()
    how = "invades" if certain else "is shown to invade"
    if len(safe) == 1:
        return f"{safe[0]} is the only strategy that no other {how}"
    return f"no other {how} {listed(safe, 'or')}"


def settling_finding(mixtures: Columns, weights: Columns) -> str:
    settled = mixtures["kind"] == EQUILIBRIUM
    names, starts = mixtures["mixture"][settled], mixtures["starts"][settled]
    texts = [_mixture_text(where(weights, mixture=name)) for name in names.tolist()]
    reached = int((starts > 0).sum())
    finding, others = _reached_finding(texts[:reached], starts[:reached]), texts[reached:]
    if not others:
        return finding
    are = "is an equilibrium" if len(others) == 1 else "are equilibria"
    named = others[:MOST_NAMED]
    named += [f"{len(others) - MOST_NAMED} more"] if len(others) > MOST_NAMED else []
    return f"{finding}; {listed(named)} {are} that no drawn start leads to"


def _reached_finding(texts: Sequence[str], starts: NDArray[np.float64]) -> str:
    if not texts:
        return "replicator dynamics do not settle, from any start"
    if starts[0] > ALL:
        return f"replicator dynamics settle in {texts[0]} from every start"
    parts = [f"in {text} from {100 * part:.0f} %" for text, part in zip(texts, starts, strict=True)]
    if len(parts) > MOST_NAMED:
        others = counted(len(texts) - MOST_NAMED, "other")
        rest = f"in {others} from {100 * float(starts[MOST_NAMED:].sum()):.0f} %"
        parts = [*parts[:MOST_NAMED], rest]
    return f"replicator dynamics settle {', '.join(parts)} of the starts"


def _mixture_text(weights: Columns) -> str:
    """Return a mixture in words: "62 % counter + 38 % spread", or "counter" where that is all."""
    tied = weights["tied"] != NOT_TIED
    pairs = list(zip(weights["strategy"][~tied].tolist(), weights["weight"][~tied], strict=True))
    if tied.any():
        pairs.append((_tied_text(weights), weights["weight"][tied].sum()))
    pairs.sort(key=lambda pair: -pair[1])
    if pairs[0][1] > ALL:
        return str(pairs[0][0])
    return " + ".join(f"{100 * part:.0f} % {name}" for name, part in pairs if part > 0)


def _tied_text(weights: Columns) -> str:
    """Return the strategies that share a part of an equilibrium: "mixtures of a and b"."""
    tied = weights["tied"] != NOT_TIED
    return f"mixtures of {listed(weights['strategy'][tied].tolist())}"


class MetaPresentation(Presentation):
    plots: ClassVar = {"meta_game": "equilibria"}

    def headline(self, facts: Facts) -> str:
        lineups = sum(setting["lineups"] for setting in facts["settings"])
        return (
            f"{facts['games']:,} games of {lineups:,} lineups on common deals{part_of(facts)}, "
            f"seed {facts['seed']}"
        )

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterator[RenderableType]:
        """Yield a meta-game, ruleset by ruleset; tables of more than eight strategies in parts."""
        for ruleset, here in by_ruleset(tables, "invasions"):
            yield Text(f"Ruleset {ruleset}", style="bold")
            for players in values(here["invasions"]["players"]):
                cell = {name: where(table, players=players) for name, table in here.items()}
                yield from (Text(), *_cell(cell, players, width))
            yield Text()
        yield from (*map(note, META_NOTES), Text())


def _cell(tables: Tables, players: int, width: int) -> Iterator[RenderableType]:
    invasions, mixtures, weights = (tables[name] for name in ("invasions", "mixtures", "weights"))
    names, invades = _invaded(invasions)
    gains = marked(invasions, "gain", 0, lambda x, digits: with_minus(f"{x:+.{digits}f}"))
    yield laid_out(matrix_columns(f"{players} players, one among", names, invasions, gains), width)
    doubt = "too few deals for intervals, so nothing can be shown: play more"
    pairs = np.argwhere(np.triu(invades & invades.T)).tolist()
    mutual = [f"{names[i]} and {names[j]} invade each other" for i, j in pairs]
    findings = [
        safety_finding(invasions),
        *([] if np.isfinite(invasions["gain_low"]).any() else [doubt]),
        *first_ones(mutual, "such pair"),
        *first_ones(tables["cycles"]["cycle"].tolist(), "cycle"),
    ]
    yield from (Text(f"{players} players: {finding}") for finding in findings)
    yield Text()
    texts = _mixtures(mixtures, weights, players)
    yield laid_out(texts, width, left=[BEST], running=next(iter(texts)))
    yield Text(f"{players} players: {settling_finding(mixtures, weights)}\n")
    yield laid_out(_alpha_rank(tables["alpha_rank"], players), width)


def _mixtures(mixtures: Columns, weights: Columns, players: int) -> Texts:
    kinds, names = mixtures["kind"].tolist(), mixtures["mixture"].tolist()
    order = np.lexsort((mixtures["gain"], mixtures["kind"] != EQUILIBRIUM))
    texts = [
        _composition(where(weights, mixture=name))
        if kind == EQUILIBRIUM
        else f"all {name.removeprefix(PURE).strip()}"
        if kind == PURE
        else name
        for kind, name in zip(kinds, names, strict=True)
    ]
    gains = np.stack(with_limits(mixtures, "gain", 100)) + 0.0  # no -0.0
    columns = {
        f"{players} players, all play": texts,
        "starts, %": _percent_texts(mixtures, "starts", 0),
        BEST: [
            str(name) if gain > 1e-3 else NOTHING
            for name, gain in zip(mixtures["best_response"], gains[0], strict=True)
        ],
        "gains, points": estimates(*gains),
        "NashConv, points": estimates(*(players * gains)),
    }
    return {head: [cells[i] for i in order] for head, cells in columns.items()}


def _composition(weights: Columns) -> str:
    """Return an equilibrium: a strategy, or parts with their uncertainty."""
    tied = weights["tied"] != NOT_TIED
    own = (weights["weight"] > 0) & ~tied
    names = weights["strategy"][own].tolist()
    if len(names) + tied.any() == 1:
        return f"equilibrium: {_tied_text(weights) if tied.any() else names[0]}"
    limits = (column[own] for column in with_limits(weights, "weight", 100))
    parts = [
        f"{' '.join(part.removesuffix(NOTHING).split())} % {name}"
        for part, name in zip(estimates(*limits), names, strict=True)
    ]
    if tied.any():
        parts.append(f"the rest {_tied_text(weights)}")
    return f"equilibrium: {', '.join(parts)}"


def _alpha_rank(ranks: Columns, players: int) -> Texts:
    columns = {f"{players} players, % of time, alpha": numbered(values(ranks["strategy"]))}
    alphas = values(ranks["alpha"])
    for alpha in alphas[:: -(-len(alphas) // MOST_ALPHAS)]:
        columns[f"{alpha:g}"] = _percent_texts(where(ranks, alpha=alpha), "mass", 1)
    return columns


def _percent_texts(table: Columns, name: str, decimals: int) -> list[str]:
    """Return shares in per cent with half-widths, or whole limits where ± would leave 0 to 100."""
    texts = []
    for share, low, high in zip(*with_limits(table, name, 100), strict=True):
        arm = max(share - low, high - share)
        whole, *limits = (number(value, 0) for value in (share, low, high))
        if not np.isfinite(share):
            texts.append(NOTHING)
        elif not arm > min(share, 100 - share):
            texts.append(f"{number(share, decimals)} {half_width(arm, decimals)}".rstrip())
        elif set(limits) == {whole}:
            texts.append(number(share, decimals))
        else:
            texts.append(f"{whole} ({' to '.join(limits)})")
    return texts
