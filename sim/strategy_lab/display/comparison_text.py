"""What many tables show of rulesets: the sentences of terminal and page, and a table of ranges."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from rich.text import Text

from strategy_lab.display.text_tables import MINUS, laid_out, note, number
from strategy_lab.errors import listed
from strategy_lab.experiments.population import population_text
from strategy_lab.results.conclusions import (
    CHANCE,
    FAIR,
    MEMBER,
    POPULATION,
    SHARE,
    Columns,
    Tables,
)
from strategy_lab.results.measures import Share
from strategy_lab.results.tables import records, values, where
from strategy_lab.stats.populations import (
    ALWAYS,
    DEPENDS,
    MOSTLY,
    NOTHING,
    WORDS,
)
from strategy_lab.varying import Difference, Variable, differences

if TYPE_CHECKING:
    from rich.console import RenderableType

    from strategy_lab.experiments.compare.experiment import Comparison
    from strategy_lab.game import RuleWords
    from strategy_lab.results.measures import Measure, Measures, Question

Row = Mapping[str, Any]  # a row of ``conclusions`` or ``ranges``, with its measure as ``entry``

MARKS = {ALWAYS: "●", MOSTLY: "◐", NOTHING: "=", DEPENDS: "?"}
"""Marks beside ranges, for their words."""

FEW_SHOW = "○"  # beside a range of one sign that, with so few games, too few tables show

LONGEST_LIST = 8  # of longer ones it is told how much of them differs
ERRORS = 2  # so many standard errors are taken for chance
LEVEL_ERRORS = 4  # the same where five levels are searched for one that differs, in all quantities


def rows_of(table: Columns, known: Measures, **keys: str | int) -> list[dict[str, Any]]:
    """Return the rows of a table that have some values, each with its measure."""
    return [{**row, "entry": known[row["measure"]]} for row in records(where(table, **keys))]


def signed_text(value: float, decimals: int) -> str:
    """Return a number with its sign; without one if it is shown as 0."""
    text = number(abs(value), decimals)
    if not text.strip("0.,"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def seat_name(seat: int, players: int, words: RuleWords) -> str:
    if seat == 1:
        return words.first_seat
    return "the last seat" if seat == players else f"seat {seat}"


def decimals_of(low: float, high: float) -> int:
    """Return how many decimals tell the width of a range in two digits, two at most."""
    width = high - low
    if width <= 0 or not math.isfinite(width):
        return 1
    return min(max(0, 1 - math.floor(math.log10(width))), 2) if width < 10 else 0


def in_a_sentence(low: float, high: float) -> str:
    """Return a range of sizes, "0.9 to 1.6": the larger with two digits."""
    largest = max(abs(low), abs(high))
    digits = 1 - math.floor(math.log10(largest)) if 0 < largest < math.inf else 0
    texts = (number(each, min(max(0, digits), 2)) for each in (low, high))
    return " to ".join(dict.fromkeys(texts))


def is_one_sided(row: Row) -> bool:
    return bool(row["low"] * row["high"] > 0)


def both_ways(row: Row) -> str:
    """Return a range with words for its signs: "from 0.1 coins less to 0.4 more"."""
    entry: Measure = row["entry"]
    low, high = (entry.scale * row[end] for end in ("low", "high"))
    if is_one_sided(row):
        size = in_a_sentence(*sorted(map(abs, (low, high))))
        return f"{entry.in_words(size)} {'more' if low > 0 else 'less'}"
    less, more = in_a_sentence(max(-low, 0.0), max(high, 0.0)).rpartition(" to ")[::2]
    less = less or more
    return f"from {entry.in_words(less)} less to {more} more"


def range_text(row: Row, *, signed: bool = True) -> str:
    """Return "+0.9 to +1.6", in the unit that people read."""
    scale = row["entry"].scale
    low, high = scale * row["low"], scale * row["high"]
    decimals = decimals_of(low, high)
    text = signed_text if signed else number
    return " to ".join(dict.fromkeys(text(end, decimals) for end in (low, high)))


def agreement_text(row: Row) -> str:
    tables, agreeing = row["tables"], row["agreeing"]
    return f"at all {tables} tables" if agreeing == tables else f"at {agreeing} of {tables} tables"


def effect_text(row: Row, words: RuleWords) -> str:
    """Return what happens: "each player keeps 0.9 to 1.6 more coins", or "by -0.2 to +2.4"."""
    entry: Measure = row["entry"]
    who = "a player" if row["seat"] is None else seat_name(row["seat"], row["players"], words)
    names = {"who": who, "house": row.get(MEMBER)}
    is_more = row["middle"] > 0
    size = ""
    if is_one_sided(row):
        size = in_a_sentence(*sorted(entry.scale * abs(row[end]) for end in ("low", "high")))
    text = entry.change(is_more, size, **names)
    if not text:
        text = f"{entry.noun} {'rises' if is_more else 'falls'}"
        text += f" by {entry.in_words(size)}" if size else ""
    if row["a"] == FAIR:
        text += " than a fair share"
    if is_one_sided(row):
        return text
    return f"{text} ({both_ways(row)})"


def clause(row: Row, words: RuleWords) -> str:
    """Return a finding as the end of a sentence."""
    if row["depends_on"] == CHANCE and few_show(row) and row["agreeing"] < row["tables"]:
        shown = f"{row['agreeing']} of {row['tables']} tables show it"
        return f"{effect_text(row, words)}; with so few games, {shown}."
    return f"{effect_text(row, words)}, {agreement_text(row)}."


def finding_text(row: Row, words: RuleWords) -> str:
    return capital(clause(row, words))


def weight(row: Row) -> float:
    return abs(float(row["middle"])) / float(row["matters"])


def findings(
    tables: Tables, known: Measures, a: str, b: str, players: int
) -> dict[str, list[dict[str, Any]]]:
    """Return what tables show of two rulesets for a number of players, by word, largest first.

    A question that two measures answer, in coins and as a share of them, is answered once; what a
    rule fixes is no finding.
    """
    rows = [
        row
        for row in rows_of(tables["conclusions"], known, a=a, b=b, players=players)
        if row["entry"].question and not row["by_definition"] and row.get(MEMBER) is None
    ]
    found: dict[str, list[dict[str, Any]]] = {word: [] for word in WORDS}
    answered = set()
    for row in sorted(rows, key=lambda row: (WORDS.index(row["word"]), -weight(row))):
        question = row["entry"].question if row["seat"] is None else row["seat"]
        if question not in answered:
            answered.add(question)
            found[row["word"]].append(row)
    return found


def about(
    tables: Tables, known: Measures, question: Question, **keys: str | int
) -> list[dict[str, Any]]:
    """Return what a change does to all that answers a question, the best finding first.

    `keys`: the rulesets a and b, and the number of players.
    """
    rows = [
        row
        for row in rows_of(tables["conclusions"], known, **keys)
        if row["measure"] in question.measures
        and not row["by_definition"]
        and (row["entry"].question or row.get(MEMBER) is not None)
    ]
    return sorted(rows, key=lambda row: (WORDS.index(row["word"]), -weight(row)))


MOST_TOLD = 2  # findings on a question that are told


def change_texts(
    tables: Tables, known: Measures, rows: Sequence[Row], words: RuleWords
) -> Iterator[str]:
    """Yield what changes of all that answers a question; or that it stays as it is.

    The gap between seats stands first, whatever single ones do.
    """
    members = [row for row in rows if row.get(MEMBER) is not None]
    found = [row for row in rows if row.get(MEMBER) is None]
    if not rows:
        yield "One of the rulesets fixes it, whoever plays."
    elif found and all(row["word"] == NOTHING for row in found):
        yield "That stays as it is."
    else:
        gaps = [row for row in found if row["entry"].gap_of]
        told: dict[str, Row] = {}
        for row in found:
            if row["word"] in (ALWAYS, MOSTLY) and row not in gaps:
                told.setdefault(question_text(row, words), row)
        depends = [row for row in found if row["word"] == DEPENDS and row not in gaps]
        for row in (*gaps, *(list(told.values())[:MOST_TOLD] or depends[:1])):
            yield capital(_change_text(tables, row, words))
    yield from _member_texts(members, known.compared_group, words)


def _change_text(tables: Tables, row: Row, words: RuleWords) -> str:
    if row["word"] == NOTHING:
        return f"{question_text(row, words)} stays as it is."
    if row["word"] == DEPENDS:
        return depends_text(row, words)
    return clause(row, words) + levels_text(tables, row)


def times_the_games(tables: Tables, row: Row) -> int:
    """Return by how many times as many games a table's error would be half of what matters."""
    errors = [
        each["standard_error"] for each in table_rows(tables, row) if each["level"] == POPULATION
    ]
    square = sum(error**2 for error in errors) / max(len(errors), 1)
    return math.ceil(float(square / (row["matters"] / ERRORS) ** 2))


def few_show(row: Row) -> bool:
    """Return whether a range has one sign that many tables show, though too few to say mostly."""
    return is_one_sided(row) and row["word"] == DEPENDS and 2 * row["agreeing"] > row["tables"]


def mark_of(row: Row) -> str:
    return FEW_SHOW if few_show(row) else MARKS[row["word"]]


def depends_text(row: Row, words: RuleWords) -> str:
    if few_show(row):
        return clause(row, words)
    if row["depends_on"] == CHANCE:
        return f"{question_text(row, words)} takes more games to tell: {both_ways(row)}."
    on = row["depends_on"] or "who plays"
    sign = "more" if row["middle"] > 0 else "less"
    return (
        f"{question_text(row, words)} depends on {on}: {both_ways(row)}; it is {sign} "
        f"{agreement_text(row)}."
    )


def question_text(row: Row, words: RuleWords) -> str:
    who = "" if row["seat"] is None else seat_name(row["seat"], row["players"], words)
    return str(row["entry"].question.format(who=who))


def table_rows(tables: Tables, row: Row) -> list[dict[str, Any]]:
    """Return the tables that are about the same as a conclusion."""
    keys = {name: row[name] for name in ("a", "b", "players", "measure")}
    return [
        each
        for each in records(where(tables["tables"], **keys))
        if all(each.get(name) == row.get(name) for name in ("seat", MEMBER))
    ]


def level_rows(tables: Tables, row: Row) -> list[dict[str, Any]]:
    return [each for each in table_rows(tables, row) if each["level"] != POPULATION]


def levels_text(tables: Tables, row: Row) -> str:
    """Return at which levels it is shown to be outside the range by what matters, if at any."""
    scale, low, high = row["entry"].scale, row["low"], row["high"]
    by_level: dict[str, list[Row]] = {}
    for each in level_rows(tables, row):
        by_level.setdefault(each["level"], []).append(each)
    outside: dict[str, list[str]] = {}  # by what is told, the levels
    for level, found in by_level.items():
        mean = sum(each["difference"] for each in found) / len(found)
        error = sum(each["standard_error"] ** 2 for each in found) ** 0.5 / len(found)
        spare = row["matters"] + LEVEL_ERRORS * error
        if low - spare <= mean <= high + spare:
            continue
        if abs(mean) < row["matters"]:
            outside.setdefault("stays as it was", []).append(level)
            continue
        much = row["entry"].in_words(number(abs(scale * mean), 1))
        same = mean * row["middle"] > 0
        how = ("only " if abs(mean) < abs(row["middle"]) else "even ") if same else ""
        told = f"is {how}{much} {'more' if mean > 0 else 'less'}"
        outside.setdefault(told, []).append(level)
    texts = [f"among {listed(levels)} it {told}" for told, levels in outside.items()]
    return f" But {listed(texts)}." if texts else ""


def _member_texts(rows: Sequence[Row], group: str, words: RuleWords) -> Iterator[str]:
    changed = [row for row in rows if row["word"] in (ALWAYS, MOSTLY)]
    if changed:
        row = max(changed, key=weight)
        yield (
            f"The price of {len(changed)} of {len(rows)} {group}s changes; most of all, "
            f"{clause(row, words)}"
        )


def capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


# Rules that differ.


def changed_rules(
    a: Variable, b: Variable, players: Collection[int] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the rules that differ for some player counts, and how: "down → up".

    For how many players they are is such a rule, unless only some of those in common are asked for.
    """
    asked = {*a.players, *b.players} if players is None else set(players)
    common = set(a.players) & set(b.players)
    changed: dict[str, list[str]] = {}
    for difference in differences(a, b):
        if difference.players is not None and difference.players not in asked:
            continue
        if difference.parameter == "players" and not common <= asked:
            continue
        count = "" if difference.players is None else f"{difference.players} players: "
        changed.setdefault(difference.parameter, []).append(f"{count}{_change(difference)}")
    yield from ((parameter, ", ".join(texts)) for parameter, texts in changed.items())


def _change(difference: Difference) -> str:
    a, b = difference.a, difference.b
    is_long = [isinstance(side, tuple) and len(side) > LONGEST_LIST for side in (a, b)]
    if all(is_long) and len(a) == len(b):
        return f"{sum(one != other for one, other in zip(a, b, strict=True))} of {len(a)} differ"
    return " → ".join(map(_short, (a, b)))


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "sentences"):  # code says what it does
        return " ".join(value.sentences.values())
    if value is None or value == ():
        return "-"
    if not isinstance(value, tuple):
        return str(value)
    if len(set(value)) == 1:
        return str(value[0])
    return "/".join(map(str, value)) if len(value) <= LONGEST_LIST else f"{len(value)} entries"


# The terminal.


def answers_to(
    tables: Tables, comparison: Comparison, a: str, b: str, players: int
) -> Iterator[tuple[str, str]]:
    """Yield each question that people ask of a game with the answer, the best finding first."""
    known, words = comparison.measures, comparison.rule_words
    found = findings(tables, known, a, b, players)
    first = next(chain(found[ALWAYS], found[MOSTLY]), None)
    for question in sorted(
        known.questions, key=lambda each: first is None or first["measure"] not in each.measures
    ):
        if set(question.measures) & set(values(tables["conclusions"]["measure"])):
            rows = about(tables, known, question, a=a, b=b, players=players)
            yield question.title, " ".join(change_texts(tables, known, rows, words))
    more = max((times_the_games(tables, row) for row in found[DEPENDS]), default=0)
    if more > 1:
        yield (
            "More games?",
            f"Part of how tables differ is chance: with {more} times as many games, that part "
            "would be too small to matter."
            if more <= MANY_TIMES
            else "With so few, chance hides how tables differ: play a hundred times as many, with "
            "--games.",
        )


MANY_TIMES = 100  # the factor from which on it is known too badly to be told


def all_findings(tables: Tables, comparison: Comparison) -> list[str]:
    first, *others = comparison.rulesets
    return [
        f"{other.name} against {first.name}, {count} players: {title} {text}"
        for other in others
        for count in comparison.players
        for title, text in answers_to(tables, comparison, first.name, other.name, count)
    ]


def comparison_parts(
    tables: Tables, comparison: Comparison, width: int
) -> Iterator[RenderableType]:
    first, *others = comparison.rulesets
    for other in others:
        yield Text(f"{other.name} against {first.name}", style="bold")
        rules = [f"{name}  {how}" for name, how in changed_rules(first, other, comparison.players)]
        if not rules:
            differ = any(changed_rules(first, other))
            name = f"for {listed(comparison.players)} players" if differ else "under another name"
            rules = [f"the same rules {name}"]
        yield from (Text(f"  {line}") for line in rules)
        for count in comparison.players:
            yield Text(f"\n{count} players", style="bold")
            for title, text in answers_to(tables, comparison, first.name, other.name, count):
                yield Text.assemble((title, "bold"), f" {text}")
        pair = where(tables["conclusions"], a=first.name, b=other.name)
        yield ""
        yield laid_out(range_texts(pair, comparison), width)
        yield ""
    for text in notes(comparison):
        yield note(text)
    yield ""


def range_texts(table: Columns, comparison: Comparison) -> dict[str, Sequence[str]]:
    """Return the ranges of conclusions: a row for each measure, a column for each player count."""
    known, cells = comparison.measures, {}
    labels: dict[str, tuple[int, int]] = {}
    order = {measure.name: i for i, measure in enumerate(known.entries)}
    for row in rows_of(table, known):
        label = measure_label(row)
        if label and row.get(MEMBER) is None:
            labels.setdefault(label, (order[row["measure"]], row["seat"] or 0))
            mark = "" if row["by_definition"] else f" {row['agreeing']} {mark_of(row)}"
            cells[label, row["players"]] = f"{range_text(row)}{mark}"
    names = sorted(labels, key=labels.__getitem__)
    return {
        "change": names,
        **{
            f"{count} players": [cells.get((name, count), "") for name in names]
            for count in values(table["players"])
        },
    }


def measure_label(row: Row) -> str:
    entry: Measure = row["entry"]
    text = entry.label.format(who="a player" if row["seat"] is None else f"seat {row['seat']}")
    if isinstance(entry.quantity, Share):
        return f"{entry.quantity.noun}: {text}, points"
    if not text and entry.noun:
        text = f"{entry.short_noun}{', points' if entry.unit == SHARE else ''}"
    return text


def _have_common_deals(comparison: Comparison) -> bool:
    """Return whether all that can be told of the first ruleset can be compared with the others'."""
    first, *others = comparison.rulesets
    return all(
        {entry.name for entry, _ in comparison.measures.comparisons(rules, rules)}
        <= {entry.name for entry, _ in comparison.measures.comparisons(rules, other.rules(count))}
        for count in comparison.players
        for rules in [first.rules(count)]
        for other in others
    )


def notes(comparison: Comparison) -> Iterator[str]:
    tables = comparison.tables_drawn
    common = "Each plays all rulesets on the same deals."
    if not _have_common_deals(comparison):
        common = "Other decks have other deals, and amounts of money are not compared with theirs."
    yield (
        f"{tables} tables for each number of players: {population_text(comparison.population)}. "
        f"{common} A cell has the middle eight of ten tables, the "
        f"error of their games taken out, and at how many of {tables} it has the sign of the "
        "middle one; without that number, a rule fixes it."
    )
    yield (
        f"{MARKS[ALWAYS]} always, {MARKS[MOSTLY]} mostly of one sign, {MARKS[NOTHING]} nothing "
        f"that matters, {MARKS[DEPENDS]} it depends on who plays or takes more games to tell, "
        f"{FEW_SHOW} of one sign, with too few games or tables to say mostly. Another table drawn "
        "from the same players lies in the range in about 8 of 10. "
        f"{comparison.measures.note}".rstrip()
    )
