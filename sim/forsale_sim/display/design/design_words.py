"""What the page of a design calls rulesets, tables, goals, conditions and measures."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.table_layout import Texts

from forsale_sim.display.design.holding_text import FIRST_RULES
from forsale_sim.display.design.measure_words import condition_text, goal_text
from forsale_sim.display.names_in_words import PANEL, field_words, ruleset_words
from forsale_sim.experiments.design.candidates import Candidate
from forsale_sim.experiments.design.evidence import BASE
from forsale_sim.experiments.design.goals import Aims, goal_texts
from forsale_sim.measures import MEASURES
from forsale_sim.rules.change_words import changes_text


class DesignWords:
    """Words for the names that tables of a design have; what has none stays as it is."""

    def __init__(self, candidates: Sequence[Candidate], aims: Aims, players: int) -> None:
        base, *others = (candidate.ruleset for candidate in candidates)
        assert base is candidates[BASE].ruleset
        self.base = ruleset_words(base)
        self._words = {
            base.name: self.base,
            FIRST_RULES: self.base,
            **{other.name: changes_text(base, other, players) for other in others},
            **{goal.text: goal_text(goal) for goal in aims.goals},
            **{condition.text: condition_text(condition) for condition in aims.conditions},
            **{measure.head: measure.title for measure in MEASURES.entries},
        }
        if aims.is_weighted:
            self._words[goal_texts(aims.goals)[0]] = "least weighted sum of all goals"

    def __call__(self, text: str) -> str:
        """Return the words for a name."""
        if text in self._words or text.startswith(PANEL):
            return self._words.get(text, field_words(text))
        return ": ".join(self._words.get(part, field_words(part)) for part in text.split(": "))

    def in_table(self, texts: Texts) -> Texts:
        """Return a table with words for names."""
        return {self(head): [self(cell) for cell in column] for head, column in texts.items()}
