"""What the program of a game is called and plays unless something else is asked for.

It is known before the game is: nothing slow to import, for help's sake.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strategy_lab.game import GameDefinition


@dataclass(frozen=True, eq=False)
class Program:
    """The command line of a game.

    Attributes
    ----------
    name, title
        What the command is called, and the game.
    place
        Where the game is: ``module:OBJECT``.
    help
        What it is for, and how to start.
    commands
        What it can do, by name, the most used first.
    ruleset, field
        Which ruleset and which strategies play, unless others are asked for.
    named_fields
        Fields that one word stands for.
    compared_in
        The fields in which rulesets are compared.
    opponents
        Whom a strategy that is tuned plays with.
    trained, grown_from
        What is trained to respond to others, and the field that grows by such responses.
    variations
        What may be varied, as help has it.
    modules
        Where commands of this game alone are: ``package.module``.
    """

    name: str
    title: str
    place: str
    help: str
    commands: Mapping[str, str]
    ruleset: str
    field: tuple[str, ...]
    named_fields: Mapping[str, tuple[str, ...]]
    compared_in: tuple[str, ...]
    opponents: str
    trained: str = ""
    grown_from: tuple[str, ...] = ()
    variations: str = ""
    modules: Mapping[str, str] = dataclasses.field(default_factory=dict)
    words: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What stands here for words in examples of commands that several games have."""

    @property
    def game(self) -> GameDefinition:
        """The game, which is slow to import."""
        module, _, name = self.place.partition(":")
        game: GameDefinition = getattr(import_module(module), name)
        return game

    def in_words(self, examples: str) -> str:
        """Return examples in the words of this game."""
        texts = sorted(self.words, key=len, reverse=True)
        known = "|".join(rf"(?<![\w-]){re.escape(text)}(?![\w-])" for text in texts)
        return re.sub(known, lambda text: self.words[text[0]], examples) if known else examples
