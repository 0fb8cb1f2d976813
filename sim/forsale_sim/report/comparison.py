"""What a comparison of rulesets found, in sentences: each says whether it holds in all fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from forsale_sim.report.differences import Row, bound, estimate, reach, scale, span
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import Tables, records, where
from forsale_sim.rules.difference import differences as rule_differences
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL

CHANGES = {
    ("refund", "up"): "rounding the refund up",
    ("refund", "down"): "rounding the refund down",
    ("refund", "all"): "giving the whole bid back",
    ("refund", "none"): "giving nothing back",
    ("raise", "strict"): "letting no bid match another",
    ("raise", "match"): "letting bids match",
}
"""What the change of one rule is called, by the rule and what it is changed to."""


def change(a: Ruleset, b: Ruleset, players: int) -> str:
    """Return what is done by playing `b` instead of `a`, as the subject of a sentence.

    A single changed rule has words of its own.
    """
    changed = [
        difference
        for difference in rule_differences(a, b)
        if difference.parameter != "players" and difference.players in {None, players}
    ]
    if len(changed) != 1:
        return f"playing {b.name}"
    (only,) = changed
    if only.parameter == "removed":
        return f"removing {only.b} cards of each deck instead of {only.a}"
    return CHANGES.get((only.parameter, str(only.b)), f"playing {b.name}")


def findings(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> list[str]:
    """Return sentences on what one ruleset does differently from another, for a player count.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions``.
    a, b
        The rulesets.
    players
        How many play.
    """
    rows, concluded = _pair(tables, a, b, players)
    if not rows:
        return ["Nothing was played."]
    sentences = [
        *_chances(rows, concluded, "strategy"),
        *_order(_about(rows, "rank")),
        *_prices(_about(rows, "price")),
    ]
    return [*headline(tables, a, b, players), *map(_capital, sentences)]


def headline(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> list[str]:
    """Return the first of the findings: those on coins and on seats, which need no strategy."""
    rows, concluded = _pair(tables, a, b, players)
    sentences = [
        *_coins(rows, concluded, change(a, b, players)),
        *_chances(rows, concluded, "seat"),
    ]
    return list(map(_capital, sentences))


def _pair(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> tuple[list[Row], list[Row]]:
    """Return what two rulesets differ in, field by field and in all fields."""
    rows, concluded = (
        records(where(tables[name], a=a.name, b=b.name, players=players))
        for name in ("differences", "conclusions")
    )
    return rows, concluded


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _about(rows: Iterable[Row], measure: str, key: str = "") -> list[Row]:
    """Return the rows of a measure; with a key, those that are about one seat, say."""
    return [row for row in rows if row["measure"] == measure and (not key or row[key] is not None)]


def _coins(rows: Sequence[Row], concluded: Sequence[Row], subject: str) -> Iterator[str]:
    """Yield a sentence on the coins that leave the game: their number, or their share."""
    for measure, unit in (("coins_lost", "coins"), ("coins_lost_share", "% of the coins")):
        for found in _about(concluded, measure)[:1]:
            first = _about(rows, measure)[0]
            yield _lost(first, found, subject, unit)
            return


def _lost(first: Row, found: Row, subject: str, unit: str) -> str:
    game, fields = f"out of a {found['players']}-player game", found["fields"]
    conclusion = found["conclusion"]
    if conclusion == DIFFERS:
        more = "more" if found["more"] else "fewer"
        elsewhere = f": so {_in_all(found)}, {span(found)}" if fields > 1 else ""
        return f"{subject} takes {estimate(first, absolute=True)} {unit} {more} {game}{elsewhere}."
    if conclusion == SMALL:
        size = "" if estimate(first) == "0" else f": {estimate(first)} {unit}"
        return f"{subject} takes as many coins {game} {_in_all(found)}{size}."
    if conclusion == DEPENDS:
        return f"how many coins {subject} takes {game} depends on the field: {span(found)} {unit}."
    shown = fields - found["not_shown"]
    also = f"; in {shown} of {fields} fields it is" if shown else ""
    return (
        f"{subject} is not shown to take more or fewer coins {game}: "
        f"{estimate(first)} {unit}{also}."
    )


def _chances(rows: Sequence[Row], concluded: Sequence[Row], key: str) -> list[str]:
    """Return sentences on the win rates of seats, or of strategies."""
    rows, concluded = _about(rows, "win_rate", key), _about(concluded, "win_rate", key)
    if not rows:
        return []
    if all(row["verdict"] != DIFFERS for row in rows):
        return [_no_change(rows, key)]
    sentences = [
        f"{_where(group, key)} {_named(group, key)} {direction} often."
        for direction in ("more", "less")
        for fields in sorted({row["fields"] for row in concluded}, reverse=True)
        if (group := [row for row in concluded if row[direction] == row["fields"] == fields])
    ]
    for conclusion, sentence in (
        (DEPENDS, "whether {} more or less often depends on the field."),
        (NOT_SHOWN, "it is not shown in every field whether {} more or less often."),
        (SMALL, f"to within {scale(rows[0]) * rows[0]['margin']:g} points {{}} as often."),
    ):
        group = [row for row in concluded if row["conclusion"] == conclusion]
        if group:
            sentences.append(sentence.format(_named(group, key)))
    return sentences


def _no_change(rows: Sequence[Row], key: str) -> str:
    """Return a sentence on chances of which none is shown to change."""
    fields = len({row["field"] for row in rows})
    anywhere = f" in any of {fields} fields" if fields > 1 else ""
    if reach(rows) == 0:
        return f"no {key}'s chance changes{anywhere}."
    small = all(row["verdict"] == SMALL for row in rows)
    changes = "changes" if small else "is shown to change, and none changes"
    return f"no {key}'s chance {changes} by more than {bound(rows)} points{anywhere}."


def _order(ranks: Sequence[Row]) -> list[str]:
    if not ranks:
        return []
    moved = [
        f"{row['strategy']} from place {row['value_a']:.0f} to {row['value_b']:.0f} "
        f"({row['field']})"
        for row in ranks
        if row["verdict"] == DIFFERS
    ]
    if moved:
        return [f"the order of the strategies changes: {_listed(moved)}."]
    if all(row["verdict"] == SMALL for row in ranks):
        return ["the order of the strategies stays the same."]
    return ["the order of the strategies is not shown to change."]


def _prices(prices: Sequence[Row]) -> list[str]:
    """Return a sentence on the house whose price changes most, in the first field."""
    first = [row for row in prices if row["field"] == prices[0]["field"]]
    if not first:
        return []
    if reach(first) == 0:
        return ["no house's price changes."]
    changed = [row for row in first if row["verdict"] == DIFFERS]
    if not changed:
        small = all(row["verdict"] == SMALL for row in first)
        changes = "changes" if small else "is shown to change, and none changes"
        return [f"no house's price {changes} by more than {bound(first)} coins."]
    largest = max(changed, key=lambda row: abs(row["difference"]))
    have = "has" if len(changed) == 1 else "have"
    return [
        f"{len(changed)} of {len(first)} houses {have} another price; that of house "
        f"{largest['house']} changes most, by {estimate(largest)} coins."
    ]


def _where(group: Sequence[Row], key: str) -> str:
    """Return in which fields chances change: in all that there are, or that have a strategy."""
    if key == "strategy" and group[0]["fields"] == 1:
        return f"in the only field that has {'it' if len(group) == 1 else 'them'},"
    return _in_all(group[0])


def _in_all(row: Row) -> str:
    return {1: "in the only field", 2: "in both fields"}.get(
        row["fields"], f"in all {row['fields']} fields"
    )


def _named(group: Sequence[Row], key: str) -> str:
    """Return seats or strategies with the changes of their chances, and the verb."""
    names = [
        f"{f'seat {row[key]}' if key == 'seat' else row[key]} ({span(row)} points)" for row in group
    ]
    return f"{_listed(names)} {'wins' if len(names) == 1 else 'win'}"


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
