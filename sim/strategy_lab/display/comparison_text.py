"""Effects of a rule as text: who does what, by how much, and why it is not known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import ceil, isfinite
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from rich.console import Console
from rich.text import Text

from strategy_lab.display.text_tables import (
    MINUS,
    Texts,
    decimals_for,
    half_width,
    half_widths,
    laid_out,
    number,
)
from strategy_lab.errors import counted, listed
from strategy_lab.experiments.compare.experiment import Comparison
from strategy_lab.experiments.fields import (
    TRAINED,
    untrained_note,
    untrained_rulesets,
    weakness_note,
)
from strategy_lab.results.conclusions import (
    ADAPTED,
    BEFORE,
    CONCLUSIONS_FAMILY,
    LISTED,
    RETUNED,
    STRANGERS,
    UNCHANGED,
    Columns,
    Tables,
)
from strategy_lab.results.measures import Measures
from strategy_lab.results.tables import RANKS, records, values, where
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEW_TABLES,
    FEWEST_TABLES,
    GRADES,
    LIKELY,
    NO_EFFECT,
    PREDICTION_INTERVAL,
    SOLID,
    UNCLEAR,
)
from strategy_lab.stats.intervals import PAIRED_INTERVAL, UNPAIRED_INTERVAL
from strategy_lab.varying import Difference, Variable, differences

Row: TypeAlias = dict[str, Any]
"""A row of ``differences`` or ``conclusions``, from `rows_of`."""


FIELDS = {
    "strong": "built-in players",
    "trained": "players of the ladder",
    "all": "all usual players",
    "panel": "all strangers",
    "re-tuned": "players tuned in haste",
    "re-tuned fully": "players tuned for the rules",
    "unchanged": "players who do not adapt",
}
"""Fields whose names are words of the command line."""

PANEL, ANEW = "panel: ", "trained anew "


def field_words(name: str) -> str:
    """Return what sentences call a field: "strangers (search)"."""
    if name.startswith(PANEL):
        return f"strangers ({name.removeprefix(PANEL)})"
    if name.startswith(ANEW):
        return f"training {name.removeprefix(ANEW)}"
    return FIELDS.get(name, name)


POINTS = 100
"""Percentage points in a fraction of 1."""


def rows_of(table: Columns, known: Measures) -> list[Row]:
    return [{**row, "entry": known[row["measure"]]} for row in records(table)]


def scale(row: Row) -> int:
    """Return the factor of a difference: fractions are shown in points."""
    factor: int = row["entry"].scale
    return factor


def signed_text(value: float, decimals: int) -> str:
    """Return a number with its sign; without one if it is shown as 0."""
    text = number(abs(value), decimals)
    if not text.strip("0.,"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def difference_texts(rows: Sequence[Row]) -> list[str]:
    """Return differences with their half-widths, "+1.8 ±0.1", all with the same decimals."""
    value, low, high = (
        np.array([scale(row) * _number(row[name]) for row in rows])
        for name in ("difference", "difference_low", "difference_high")
    )
    half = half_widths(value, low, high)
    decimals = 0 if rows[0]["unit"] == RANKS else decimals_for(half)
    return [
        "0"
        if centre == 0 and arm == 0
        else f"{signed_text(centre, decimals)} {half_width(arm, decimals)}".rstrip()
        for centre, arm in zip(value.tolist(), half.tolist(), strict=True)
    ]


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


TRAINED_PLAYER = "the trained player"


WIDEST = 2
"""How many times the smallest size at a table the largest may be for one number to do."""

MOST_NAMED = 2
"""How many tables a sentence names."""


def effect(row: Row) -> float:
    """Return the size of an effect: the mean over tables."""
    mean: float | None = row["mean"]
    return float("nan") if mean is None else mean


def size_text(row: Row) -> str:
    """Return the size of an effect at the tables that it was seen at; nothing if signs differ.

    A number stands for all of them if they agree on it, or else a range.
    """
    if not row["least"] * row["most"] > 0:
        return ""
    small, large = sorted(scale(row) * abs(row[end]) for end in ("least", "most"))
    decimals = 0 if large >= 10 else 1
    if large <= WIDEST * small:
        return number(scale(row) * abs(effect(row)), decimals)
    texts = [number(size, decimals) for size in (small, large)]
    if not texts[0].strip("0."):
        return f"up to {texts[1]}"
    return " to ".join(texts)


def reason_text(row: Row, named: Callable[[str], str] = str) -> str:
    """Return why an effect is unclear, "too few games: 30 times as many would do"; else nothing.

    `named` returns what to call a table.
    """
    if row["reason"] == FEW_TABLES:
        share = "shares" if row["tables"] == 1 else "share"
        tables = counted(row["tables"], "table")
        return f"{tables} that {share} no player: {FEWEST_TABLES} is the least"
    if row["reason"] == FEW_GAMES:
        return f"too few games: {times_text(row['games_factor'])} as many would do"
    if row["reason"] != DISAGREE:
        return str(row["reason"])
    names = [named(name) for name in row["against"].split(LISTED) if name]
    if not names:
        return "tables disagree on how much"
    more = len(names) - MOST_NAMED
    told = [*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    return f"tables disagree: {listed(told)} against the others"


def times_text(factor: float) -> str:
    digit = 10 ** max(len(str(ceil(factor))) - 1, 0)
    times = max(ceil(factor / digit) * digit, 2)
    return f"{times:,} times"


def agreement_text(row: Row) -> str:
    tables = row["tables"]
    return f"{round(tables * row['agreeing'])} of {counted(tables, 'table')} agree"


def who(row: Row) -> str:
    if row["seat"] is not None:
        return f"seat {row['seat']}"
    return TRAINED_PLAYER if row["strategy"] == TRAINED else row["strategy"] or "a player"


def effect_text(row: Row, name: str | None = None) -> str:
    """Return what happens, "each player keeps 0.9 more coins"; with another name for whom.

    Where tables differ in sign, there is no size.
    """
    is_more, size = effect(row) > 0, size_text(row)
    names = {"who": name or who(row), "house": row.get("house")}
    text: str = row["entry"].change(is_more, size, **names)
    return text


def questions_text(rows: Sequence[Row]) -> str:
    seats = sorted({row["seat"] for row in rows if row["seat"] is not None})
    of_games = [row["entry"] for row in rows if row["seat"] is None]
    questions = []
    if seats:
        several = len(seats) > 1
        questions.append(
            f"how often seat{'s' if several else ''} {listed(seats)} win{'' if several else 's'}"
        )
    questions += dict.fromkeys(measure.question for measure in of_games)
    *others, last = questions
    return f"{', '.join(others)}, and {last}" if others else last


def measure_label(row: Row) -> str:
    label: str = row["entry"].label.format(who=who(row))
    return label


def range_text(row: Row, estimand: str = "") -> str:
    ends = [row[f"{estimand}_{end}" if estimand else end] for end in ("least", "most")]
    if not all(_known(end) for end in ends):
        return ""
    ends = [scale(row) * end for end in ends]
    decimals = 0 if max(map(abs, ends)) >= 10 else 1
    texts = dict.fromkeys(signed_text(end, decimals) for end in ends)
    return " to ".join(texts)


def margin_text(row: Row) -> str:
    size: str = row["entry"].in_words(f"{row['matters'] * scale(row):g}")
    return size


def _known(value: float | None) -> bool:
    return value is not None and isfinite(value)


# comparison_findings: Findings of a comparison of two rulesets, the best supported first, each
# with its grade.


class Finding(NamedTuple):
    """What one measure says of two rulesets for one number of players.

    Attributes
    ----------
    row
        Of ``conclusions``: with play unchanged, where there is such play.
    retuned
        The same with play trained for each ruleset; None where there is no such play.
    """

    row: Row
    retuned: Row | None

    @property
    def grade(self) -> str:
        grade: str = self.row["grade"]
        return grade

    @property
    def question(self) -> str:
        is_of_games = self.row["seat"] is None
        return self.row["entry"].question if is_of_games else ""

    @property
    def text(self) -> str:
        return effect_text(self.row)

    @property
    def weight(self) -> float:
        return abs(effect(self.row)) / float(self.row["matters"])


def findings(tables: Tables, known: Measures, a: str, b: str, players: int) -> list[Finding]:
    """Return what is known of the rulesets `a` and `b` for a number of players.

    The best supported findings come first, and among these the largest. There is none on what no
    table with a say has.
    """
    rows = rows_of(where(tables["conclusions"], a=a, b=b, players=players), known)
    about: dict[tuple[object, ...], dict[str, Row]] = {}
    for row in rows:
        if row["entry"].question and isfinite(effect(row)):
            key = tuple(row.get(name) for name in ("measure", "seat", "house"))
            about.setdefault(key, {})[row["play"]] = row
    found = []
    for plays in about.values():
        first = next(plays[play] for play in (UNCHANGED, RETUNED) if play in plays)
        retuned = plays.get(RETUNED)
        found.append(Finding(first, None if retuned is first else retuned))
    return sorted(found, key=lambda each: (GRADES.index(each.grade), -each.weight))


def comparison_findings(tables: Tables, known: Measures, a: str, b: str, players: int) -> list[str]:
    """Return findings as sentences: those that are shown one by one, the others together.

    A question that two measures answer, in coins and as a share of them, is answered once, by the
    better supported finding.
    """
    found = findings(tables, known, a, b, players)
    if not found:
        return ["Nothing was played."]
    shown = [each for each in found if each.grade in (SOLID, LIKELY)]
    sentences = [_sentence(each) for each in shown]
    answered = {each.question for each in shown} - {""}
    for grade, effect_on in ((NO_EFFECT, "No effect worth naming on"), (UNCLEAR, "Unclear:")):
        rows = [each for each in found if each.grade == grade and each.question not in answered]
        answered |= {each.question for each in rows} - {""}
        about: dict[str, list[Row]] = {}
        for each in rows:
            about.setdefault(reason_text(each.row), []).append(each.row)
        sentences += [
            f"{effect_on} {questions_text(of_reason)}{f' ({reason})' if reason else ''}."
            for reason, of_reason in about.items()
        ]
    return [*sentences, *_prices(tables, known, a, b, players)]


def _sentence(finding: Finding) -> str:
    row = finding.row
    ranges = [
        f"{estimand} {text}"
        for estimand in (BEFORE, STRANGERS)
        for text in [range_text(row, estimand)]
        if text
    ]
    told = "; ".join([agreement_text(row), *ranges])
    sentence = f"{_capital(finding.grade)}: {finding.text} ({told})"
    retuned = finding.retuned
    if retuned is None:
        return f"{sentence}."
    if retuned["grade"] in (SOLID, LIKELY):
        return f"{sentence}; trained anew, {effect_text(retuned)} ({retuned['grade']})."
    reason = reason_text(retuned)
    return f"{sentence}; trained anew: {retuned['grade']}{reason and f' ({reason})'}."


def _prices(tables: Tables, known: Measures, a: str, b: str, players: int) -> Iterator[str]:
    rows = [
        row
        for row in rows_of(where(tables["conclusions"], a=a, b=b, players=players), known)
        if row.get("house") is not None and row["play"] != RETUNED
    ]
    changed = [row for row in rows if row["grade"] in (SOLID, LIKELY)]
    if changed:
        largest = max(changed, key=lambda row: abs(effect(row)))
        yield (
            f"{len(changed)} of {len(rows)} houses have another price; most of all, "
            f"{effect_text(largest)} ({largest['grade']})."
        )


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


LONGEST_LIST = 8
"""Of longer ones it is told how much of them differs."""


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
    if not isinstance(value, tuple):
        return "-" if value is None else str(value)
    if value and len(set(value)) == 1:
        return str(value[0])
    return "/".join(map(str, value)) if len(value) <= LONGEST_LIST else f"{len(value)} entries"


# comparison_text: A comparison for the terminal: sentences, then a table with a row for each
# measure.

WIDTH = 110
"""Longest line, unless strategies have long names."""

TRAINING_SEEDS = "--training-seeds 5"
"""The option that tunes play for each ruleset."""

MARKS = {SOLID: "●", LIKELY: "◐", NO_EFFECT: "=", UNCLEAR: "?"}
"""Marks beside differences, for their grades."""


def all_findings(tables: Tables, comparison: Comparison) -> list[str]:
    """Return what each ruleset does differently from the first, for each number of players."""
    (first, *others), known = comparison.rulesets, comparison.measures
    return [
        f"{other.name} against {first.name}, {count} players: {sentence}"
        for other in others
        for count in values(where(tables["differences"], b=other.name)["players"])
        for sentence in comparison_findings(tables, known, first.name, other.name, count)
    ]


def print_comparison(tables: Tables, comparison: Comparison, console: Console) -> None:
    (first, *others), known = comparison.rulesets, comparison.measures
    for other in others:
        pair = {name: where(table, a=first.name, b=other.name) for name, table in tables.items()}
        console.print(Text(f"{other.name} against {first.name}", style="bold"))
        players = values(pair["differences"]["players"])
        rules = [f"{name}  {how}" for name, how in changed_rules(first, other, players)]
        for line in rules or [_no_change(first, other, players)]:
            console.print(Text(f"  {line}"))
        for count in players:
            console.print(Text(f"\n{count} players", style="bold"))
            for sentence in comparison_findings(pair, known, first.name, other.name, count):
                console.print(Text(f"- {sentence}"), width=min(console.width, WIDTH))
        console.print()
        console.print(laid_out(_differences(pair, known, players), console.width))
        for note in _notes(pair, known):
            console.print(Text(note, style="dim"), width=min(console.width, WIDTH))
        console.print()
    for note in filter(None, _notes_on_play(tables, comparison)):
        console.print(Text(note, style="bold"), width=min(console.width, WIDTH))
        console.print()


def _notes_on_play(tables: Tables, comparison: Comparison) -> Iterable[str]:
    if not comparison.program.trains:
        return ()
    rulesets, fields = comparison.rulesets, comparison.fields
    players = values(tables["differences"]["players"])
    return (
        untrained_note(untrained_rulesets(fields), TRAINING_SEEDS),
        weakness_note(fields, rulesets, players, TRAINING_SEEDS, comparison.program),
    )


def _no_change(first: Variable, other: Variable, players: Sequence[int]) -> str:
    same = not any(changed_rules(first, other))
    return f"the same rules {'under another name' if same else f'for {listed(players)} players'}"


def _differences(tables: Tables, known: Measures, players: Sequence[int]) -> Texts:
    rows = rows_of(tables["differences"], known)
    field = rows[0]["field"]
    first = [row for row in rows if row["field"] == field]
    grades = {
        _key(row): row["grade"] for row in records(where(tables["conclusions"], play=UNCHANGED))
    }
    labelled: dict[str, list[Row]] = {}
    for row in first:
        if measure_label(row):
            labelled.setdefault(measure_label(row), []).append(row)
    order = {measure.name: i for i, measure in enumerate(known.entries)}
    names = sorted(labelled, key=lambda name: _place(labelled[name][0], order))
    cells = {
        (name, row["players"]): f"{text} {MARKS.get(grades.get(_key(row), ''), '')}".rstrip()
        for name, of_name in labelled.items()
        for row, text in zip(of_name, difference_texts(of_name), strict=True)
    }
    return {
        f"field {field}": names,
        **{f"{n} players": [cells.get((name, n), "") for name in names] for n in players},
        **_retuned(tables, known, names, players),
    }


def _place(row: Row, order: Mapping[str, int]) -> tuple[int, int]:
    return order[row["measure"]], row["seat"] or 0


def _retuned(
    tables: Tables, known: Measures, names: Sequence[str], players: Sequence[int]
) -> Texts:
    rows = [
        row
        for row in rows_of(where(tables["conclusions"], play=RETUNED), known)
        if row["mean"] is not None and measure_label(row)
    ]
    cells = {(measure_label(row), row["players"]): _with_spread(row) for row in rows}
    return {
        f"{n}, trained anew": [cells.get((name, n), "") for name in names]
        for n in players
        if any(row["players"] == n for row in rows)
    }


def _with_spread(row: Row) -> str:
    value, spread = signed_text(scale(row) * row["mean"], 1), row["between_sd"]
    told = "" if spread is None else f" sd {number(scale(row) * spread, 1)}"
    return f"{value}{told} {MARKS[row['grade']]}"


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row.get(name) for name in ("players", "measure", "seat", "strategy", "house"))


def _notes(pair: Tables, known: Measures) -> Iterable[str]:
    rows = records(pair["differences"])
    paired = bool(pair["differences"]["paired"].all())
    interval = PAIRED_INTERVAL if paired else UNPAIRED_INTERVAL
    yield f"Differences in field {rows[0]['field']}. ±: {interval}. {known.note}".rstrip()
    if not paired:
        yield (
            "The decks are of different sizes, so no deal is common to both rulesets: intervals "
            "are not paired, and only rates and shares are compared."
        )
    tables = {row["field"]: row["estimand"] for row in rows if row["table"] == row["field"]}
    named = {
        estimand: "; ".join(field for field, its in tables.items() if its == estimand) or "none"
        for estimand in (BEFORE, STRANGERS)
    }
    yield f"Tables before: {named[BEFORE]}. Tables of strangers: {named[STRANGERS]}."
    if any(estimand == ADAPTED for estimand in tables.values()):
        yield (
            "Trained anew: the mean over play that was trained for each ruleset; sd: its standard "
            "deviation between training seeds, without sampling noise."
        )
    yield (
        f"{MARKS[SOLID]} solid, {MARKS[LIKELY]} likely, {MARKS[NO_EFFECT]} no effect worth naming, "
        f"{MARKS[UNCLEAR]} unclear, by the {PREDICTION_INTERVAL} and the mean over tables before "
        f"and of strangers, which is {CONCLUSIONS_FAMILY}."
    )
