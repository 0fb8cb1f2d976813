"""The rules that race: what-ifs of a ruleset, no further from it than allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product, zip_longest
from typing import NamedTuple

from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.varied_rules import rule_value
from strategy_lab.varying import Variation, what_if

from forsale_sim.rules.ruleset import Ruleset

MOST_CANDIDATES = 300
"""Of a search: each is tuned for, and takes part in the first look."""

_COLON = re.compile(r"(?<==)(\d+):(\d+)$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rules that may be recommended.

    Attributes
    ----------
    ruleset
        The rules.
    values
        What it has for each rule that is varied.
    changes
        How many rules are changed.
    """

    ruleset: Ruleset
    values: Mapping[str, int | str]
    changes: int


def parse_variations(texts: Sequence[str]) -> tuple[Variation, ...]:
    """Return the variations of a search; a range may be written as ``coins=14:26``, too."""
    if not texts:
        raise UsageError(
            "a design takes rules to vary (--vary), such as --vary coins=14..24 or --vary "
            "refund=up,down,none"
        )
    return tuple(Ruleset.variables.variation(_COLON.sub(r"\1..\2", text.strip())) for text in texts)


def make_candidates(
    base: Ruleset, variations: Sequence[Variation], players: int, changes: int | None
) -> tuple[Candidate, ...]:
    """Return the rules that race, the base first, then those with the fewest changes."""
    most = len(variations) if changes is None else changes
    if most < 1:
        raise UsageError(f"--changes must be at least 1, not {most}: without any nothing varies")
    size = _size(variations, most)
    if size > MOST_CANDIDATES:
        raise UsageError(
            f"the space has {size:,} rulesets, and at most {MOST_CANDIDATES} can race: vary fewer "
            f"values (--vary){_fewer_changes(variations, most)}"
        )
    keys = list(dict.fromkeys(variation.key for variation in variations))
    by_rules: dict[str, Candidate] = {}
    for changed in _combinations(variations, most):
        ruleset = what_if(base, changed) if changed else base
        if players not in ruleset.players:
            raise UsageError(f"{ruleset.name} is not for {players} players: leave it out of --vary")
        values = {key: rule_value(ruleset, key, players) for key in keys}
        rules = str(ruleset.rules(players).settings())
        by_rules.setdefault(rules, Candidate(ruleset, values, len(changed)))
    if len(by_rules) == 1:
        raise UsageError(
            f"nothing varies: {base.name} for {players} players already has these values of "
            f"{', '.join(variation.where for variation in variations)}"
        )
    return tuple(by_rules.values())


class End(NamedTuple):
    """A number that is the last of those that were tried."""

    rule: str
    value: int
    is_highest: bool


def ends(first: Candidate, all_of: Sequence[Candidate]) -> list[End]:
    """Return which numbers of a candidate are the last that were tried, if they were changed."""
    found = []
    for rule, value in first.values.items():
        tried = {candidate.values[rule] for candidate in all_of}
        numbers = [each for each in tried if isinstance(each, int)]
        if len(numbers) < len(tried) or value == all_of[0].values[rule]:
            continue
        if value in (max(numbers), min(numbers)):
            found.append(End(rule, int(value), value == max(numbers)))
    return found


def further(texts: Sequence[str], reached: Sequence[End]) -> list[str]:
    """Return variations with as many numbers again beyond each of these ends."""
    by_rule = {end.rule: end for end in reached}
    wider = []
    for text, variation in zip(texts, parse_variations(texts), strict=True):
        end, values = by_rule.get(variation.key), list(variation.values)
        numbers = sorted(value for value in values if isinstance(value, int))
        if end is None or len(numbers) < max(len(values), 2):
            wider.append(text)
            continue
        step = numbers[-1] - numbers[-2] if end.is_highest else numbers[0] - numbers[1]
        more = [end.value + step * number for number in range(1, 1 + len(numbers))]
        numbers = sorted({*numbers, *(number for number in more if number >= 0)})
        is_range = numbers == list(range(numbers[0], numbers[-1] + 1))
        written = f"{numbers[0]}..{numbers[-1]}" if is_range else ",".join(map(str, numbers))
        wider.append(f"{variation.where}={written}")
    return wider


def step_between(one: Candidate, other: Candidate, all_of: Sequence[Candidate]) -> str | None:
    """Return the rule in which alone two differ, by one step; None if they differ by more.

    Numbers differ by a step if no candidate has one in between.
    """
    unequal = [rule for rule, value in one.values.items() if value != other.values[rule]]
    if len(unequal) != 1:
        return None
    (rule,) = unequal
    ends = one.values[rule], other.values[rule]
    if all(isinstance(end, int) for end in ends):
        known = {candidate.values[rule] for candidate in all_of}
        between = range(min(*map(int, ends)) + 1, max(*map(int, ends)))
        return None if known & set(between) else rule
    return rule


def _size(variations: Sequence[Variation], most: int) -> int:
    """Return how many combinations there are."""
    by_changes = [1]
    for variation in variations:
        more = [0, *(len(variation.values) * count for count in by_changes)]
        by_changes = [a + b for a, b in zip_longest(by_changes, more, fillvalue=0)]
    return sum(by_changes[: most + 1])


def _fewer_changes(variations: Sequence[Variation], most: int) -> str:
    """Return how many changes would leave few enough, if any would."""
    sizes = {changes: _size(variations, changes) for changes in range(1, most)}
    small = [changes for changes, size in sizes.items() if size <= MOST_CANDIDATES]
    return f", or allow fewer changes (--changes {small[-1]}: {sizes[small[-1]]})" if small else ""


def _combinations(variations: Sequence[Variation], most: int) -> Iterator[list[Variation]]:
    """Yield what is changed, each rule to one value: first nothing, then one rule, and so on."""
    for changes in range(min(most, len(variations)) + 1):
        for varied in combinations(variations, changes):
            for values in product(*(variation.values for variation in varied)):
                yield [
                    replace(variation, values=(value,))
                    for variation, value in zip(varied, values, strict=True)
                ]
