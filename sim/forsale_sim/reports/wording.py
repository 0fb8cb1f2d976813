"""How a report's page names rulesets, seats, tables and units."""

from __future__ import annotations

from dataclasses import replace

from strategy_lab.display.compare.difference_text import Row
from strategy_lab.display.page.page_parts import Table
from strategy_lab.experiments.fields import untrained_rulesets
from strategy_lab.results.measure import PLAYER

from forsale_sim.display.names_in_words import field_words, ruleset_words
from forsale_sim.measures import MEASURES
from forsale_sim.reports.experiment import usual_count
from forsale_sim.reports.results import Results
from forsale_sim.rules.change_words import changes_text


def names_of(results: Results) -> dict[str, str]:
    """Return what the page calls each ruleset: a what-if by what it changes."""
    report, players = results.experiment, first_count(results)
    named = {
        each.name: report.config.labels.get(each.name, ruleset_words(each))
        for each in report.rulesets
    }
    base = report.rulesets[0]
    for other in report.what_ifs:
        usual = f"{named[base.name]}, {changes_text(base, other, players)}"
        named[other.name] = report.config.labels.get(other.name, usual)
    return named


def seat_name(seat: int, players: int) -> str:
    """Return a seat in words."""
    return "the opener" if seat == 1 else "the last seat" if seat == players else f"seat {seat}"


def unit_of(row: Row) -> str:
    """Return the unit of an effect, in the plural."""
    measure = MEASURES[row["measure"]]
    each = " a player" if PLAYER in measure.of and row["seat"] is None else ""
    return f"{measure.unit_of('2')}{each}"


def first_count(results: Results) -> int:
    """Return the number of players that the page speaks of first."""
    return usual_count(results.players)


SMALL_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)


def number_word(number: int) -> str:
    """Return a number as running text has it: a word up to twelve."""
    return SMALL_NUMBERS[number] if number < len(SMALL_NUMBERS) else str(number)


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def table_name(results: Results, field: str) -> str:
    """Return what the page calls a field."""
    words = field_words(field)
    if words != field:
        return words
    # The longest first: a ruleset's name may begin with that of another.
    for ruleset, label in sorted(names_of(results).items(), key=lambda each: -len(each[0])):
        field = field.replace(f"trained for {ruleset}", f"trained for {label}")
    return field.replace(",", ", ")


def untrained_names(results: Results) -> list[str]:
    """Return what the page calls the rulesets that nobody was trained for."""
    labels = names_of(results)
    return [labels[name] for name in untrained_rulesets(results.experiment.fields)]


def of_rules(results: Results, table: Table) -> Table:
    """Return a table without its first column, the rules, where all are of one ruleset."""
    if len(results.experiment.rulesets) > 1:
        return table
    return replace(table, header=table.header[1:], rows=[row[1:] for row in table.rows])
