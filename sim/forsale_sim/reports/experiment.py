"""The experiment ``report``: rulesets compared, what-ifs, and each ruleset by itself, as one."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, TypeVar

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    Strict,
    ValidationError,
    model_serializer,
)
from strategy_lab.display.comparison_text import Row, effect, effect_text, scale
from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.experiment import Comparison, common_players, make_plans
from strategy_lab.experiments.fields import (
    MIRRORS,
    MOST_TRAINING_SEEDS,
    STRESS,
    ChosenFields,
    NamedField,
    choose_fields,
    different_fields,
    held_fields,
    split_role,
    with_tuned,
)
from strategy_lab.experiments.options import PlayerCounts, Whole
from strategy_lab.experiments.retuning import Retuning, tuned_fields
from strategy_lab.files.whole_files import read_toml, toml_line
from strategy_lab.plugins.entrants import Entrant, Rule, obeying
from strategy_lab.plugins.registry import module_beside
from strategy_lab.plugins.strategies import moved, split_specs
from strategy_lab.program import Program
from strategy_lab.results.conclusions import PLAYER_COUNTS, RETUNED, Columns, Tables, numbered
from strategy_lab.results.tables import WIN_RATE
from strategy_lab.ruleset_files import is_path, one_line, problem_lines
from strategy_lab.simulation.experiment import Combined, Experiment, Outcome
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.plan import SEEDS
from strategy_lab.simulation.spec import Spec
from strategy_lab.stats.evidence import LIKELY, NO_EFFECT, SOLID, weigh
from strategy_lab.varying import what_ifs

from forsale_sim.for_sale import GAME, load_entrant
from forsale_sim.measures import MEASURES
from forsale_sim.program import FIELD_KINDS, FOR_SALE
from forsale_sim.reports.player_levels import (
    Challenge,
    Level,
    columns_of,
    make_level_tables,
    make_rungs,
)
from forsale_sim.rules.loading import ruleset_names
from forsale_sim.rules.ruleset import MAX_PLAYERS, MIN_PLAYERS, RULE_KEYS, Ruleset
from forsale_sim.training.trained_play import adapted_play

if TYPE_CHECKING:
    from forsale_sim.reports.results import Results


# claims: Claims: what a headline says, as expressions over the graded findings of a report.
#
# ``coins_left > 0.5``          at every table, for every number of players, likely or solid
# ``coins_left > 0.5, solid``   the same, solid
# ``win_rate seat 1 > 2, 4, 6`` for 4 and for 6 players; shares of games are in points
# ``margin = 0``                no effect worth naming
# ``coins_left < 0.5, re-tuned`` among players who were trained anew for each ruleset
#
# A headline is only printed if all of its claims hold.

CLAIM = re.compile(
    r"(?P<measure>\w+)(?: seat (?P<seat>\d+|last))?\s*"
    r"(?P<sign>[<>=])\s*(?P<size>-?\d+(?:\.\d+)?)(?P<more>(?:\s*,\s*[\w-]+)*)"
)

FORM = "write it as in 'coins_left > 0.5', 'win_rate seat 1 > 2, 4, 6, solid' or 'margin = 0'"


class Claim(NamedTuple):
    measure: str
    seat: str | None
    sign: str
    size: float
    players: tuple[int, ...]
    grade: str
    retuned: bool


def parse_claim(text: str) -> Claim:
    match = CLAIM.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"the claim {text!r} cannot be read: {FORM}")
    MEASURES.named(match["measure"], f"the claim {text!r}", lambda measure: bool(measure.more))
    words = [word.strip() for word in match["more"].split(",") if word.strip()]
    for word in words:
        if not (word.isdigit() or word in (LIKELY, SOLID, RETUNED)):
            raise UsageError(f"the claim {text!r}: {word!r} is not known: {FORM}")
    if match["sign"] == "=" and float(match["size"]) != 0:
        raise UsageError(
            f"the claim {text!r}: only '= 0' can be shown, an effect too small to name"
        )
    return Claim(
        *(match["measure"], match["seat"], match["sign"], float(match["size"])),
        players=tuple(int(word) for word in words if word.isdigit()),
        grade=SOLID if SOLID in words else LIKELY,
        retuned=RETUNED in words,
    )


def check_claims(results: Results) -> None:
    for text in results.experiment.config.claims:
        claim = parse_claim(text)
        for players in claim.players or results.players:
            row = _row(results, claim, players)
            if row is None:
                raise UsageError(
                    f"the claim {text!r} is about something that was not played with {players} "
                    "players"
                )
            if not _holds(claim, row):
                raise UsageError(
                    f"the headline is not borne out: of {text!r} with {players} players the games "
                    f"show that {effect_text(row)} ({row['grade']}); change the headline or the "
                    "claim"
                )


def _row(results: Results, claim: Claim, players: int) -> Row | None:
    seat = players if claim.seat == "last" else None if claim.seat is None else int(claim.seat)
    for finding in results.findings(players):
        row = finding.retuned if claim.retuned else finding.row
        if row is not None and (row["measure"], row["seat"]) == (claim.measure, seat):
            return row
    return None


def _holds(claim: Claim, row: Row) -> bool:
    if claim.sign == "=":
        return bool(row["grade"] == NO_EFFECT)
    # A size is claimed of every table; a sign alone is that of the mean, as grades have it.
    least, most = (effect(row),) * 2 if claim.size == 0 else (row["least"], row["most"])
    if claim.sign == ">":
        beyond = bool(least * scale(row) > claim.size)
    else:
        beyond = bool(most * scale(row) < claim.size)
    return beyond and row["grade"] in ((SOLID,) if claim.grade == SOLID else (SOLID, LIKELY))


def moved_ruleset(name_or_path: str, place: Callable[[str], str]) -> str:
    if not is_path(name_or_path):
        return name_or_path
    path = place(name_or_path)
    return path if is_path(path) else f"./{path}"


def moved_fields(text: str, place: Callable[[str], str]) -> str:
    role, named = split_role(text)
    if role:
        return f"{role}={moved_fields(named, place)}"
    kind, colon, specs = named.partition(":")
    mirrored = colon and kind == MIRRORS
    found = ",".join(moved(spec, place) for spec in split_specs(specs if mirrored else named))
    return f"{MIRRORS}:{found}" if mirrored else found


T = TypeVar("T")

TRIALS = 5
"""Each trial of advice plays a fifth of the games: there are many."""

DRAFT_GAMES = 10_000
"""How many games a cell of a draft plays."""

WORDS = ("title", "question", "headline", "claims", "labels", "print_advice", "notes")
"""Keys that change what the page says, and nothing of what is played."""


def _some(values: tuple[T, ...]) -> tuple[T, ...]:
    """Check that a list is not empty: after its entries, so that one mistake is one message."""
    if not values:
        raise ValueError("[] is not allowed; name at least one")
    return values


Count = Annotated[int, Strict(), Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
Text = Annotated[str, Strict(), Field(min_length=1, max_length=200), AfterValidator(one_line)]
Names = Annotated[str, Strict(), Field(min_length=1, max_length=10_000)]
"""Of what is loaded; paths may be long."""
Sentence = Annotated[str, Strict(), Field(min_length=1, max_length=1000), AfterValidator(one_line)]


class Config(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Text = Field("Balance report", description="a text")
    rulesets: Annotated[tuple[Names, ...], Field(max_length=6), AfterValidator(_some)] = Field(
        ("iello-en", "iello-fr"),
        description="a list of one to six names of rulesets, or paths of .toml files",
    )
    # None for all that the rulesets have in common.
    players: Annotated[tuple[Count, ...], AfterValidator(_some)] | None = Field(
        None, description=f"a list of whole numbers from {MIN_PLAYERS} to {MAX_PLAYERS}"
    )
    fields: Annotated[tuple[Names, ...], AfterValidator(_some)] = Field(
        FIELD_KINDS,
        description="a list of fields, as for compare --field",
    )
    trained: Names | None = Field(
        None,
        description="where 'trained' play is, such as 'trained/{ruleset}-{players}-{seed}.toml'",
    )
    training_seeds: Annotated[int, Strict(), Field(ge=1, le=MOST_TRAINING_SEEDS)] | None = Field(
        None,
        description=f"a whole number from 1 to {MOST_TRAINING_SEEDS}: from how many seeds play is "
        "tuned for each ruleset",
    )
    repeat: Annotated[bool, Strict()] = Field(
        False,
        description="true or false: whether the findings are tried again on fresh deals, with play "
        "that is tuned from fresh seeds",
    )
    what_ifs: tuple[Text, ...] = Field(
        (), description="a list of rules and values, such as 'refund=none,all'"
    )
    advice: Annotated[bool, Strict()] = Field(
        False, description="true or false: whether advice to players is tried"
    )
    skill_ladder: Annotated[bool, Strict()] = Field(
        False,
        description="true or false: whether players of other levels are tried: a beginner "
        "among experts, and players who think longer and longer",
    )
    question: Text | None = Field(None, description="a text: what the report answers")
    headline: Text | None = Field(None, description="a text: the answer, which claims back")
    claims: tuple[Text, ...] = Field(
        (),
        description="a list of claims, such as 'coins_left > 0.5' or 'win_rate seat 1 > 0, 4, 6'",
    )
    labels: Mapping[str, Text] = Field(
        {}, description="a table: what the page calls a ruleset, such as iello-en = 'English rules'"
    )
    print_advice: Sentence | None = Field(None, description="a text: which ruleset to print")
    notes: tuple[Sentence, ...] = Field((), description="a list of texts on how far to trust it")
    games: Annotated[int, Strict(), Field(ge=1, le=10**10)] = Field(
        1_000_000,
        description="a whole number from 1 on: how many games each ruleset plays for each number "
        "of players in each field",
    )
    seed: Annotated[int, Strict(), Field(ge=0, lt=2**64)] = Field(
        1, description="a whole number from 0 to 2**64 - 1"
    )

    @model_serializer(mode="wrap")
    def _without_what_is_not_said(
        self, serialise: SerializerFunctionWrapHandler
    ) -> dict[str, object]:
        said: dict[str, object] = serialise(self)
        return {key: value for key, value in said.items() if value is not None}

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        try:
            config = cls.model_validate(dict(settings))
        except ValidationError as error:
            lines = problem_lines(error, settings, ALLOWED, {})
        else:
            if config.headline is None or config.claims:
                return config
            lines = ["headline: it claims something: say in claims what the games have to show"]
        raise UsageError("\n".join(f"{origin}: {line}" for line in lines))

    @property
    def trial_games(self) -> int:
        return max(self.games // TRIALS, 1)

    def as_draft(self) -> Self:
        """Return a first look at the same, which says so: few games bear out no headline."""
        question = None if self.question is None else f"{self.question} (draft)"
        said = {"title": f"{self.title} (draft)", "question": question, "games": DRAFT_GAMES}
        return self.without_claims().model_copy(update=said)

    def without_claims(self) -> Self:
        return self.model_copy(update={"headline": None, "claims": (), "print_advice": None})

    def in_words_of(self, other: Config) -> Config:
        return self.model_copy(update={name: getattr(other, name) for name in WORDS})

    def resolved_from(self, folder: Path) -> Self:
        return self._with_paths(lambda file: str(folder / file))

    def relative_to(self, folder: Path) -> Self:
        """Return the configuration as a file in `folder` has it: with paths relative to that."""
        return self._with_paths(lambda file: Path(os.path.relpath(file, folder)).as_posix())

    def _with_paths(self, place: Callable[[str], str]) -> Self:
        return self.model_copy(
            update={
                "rulesets": tuple(moved_ruleset(text, place) for text in self.rulesets),
                "fields": tuple(moved_fields(text, place) for text in self.fields),
                "trained": None if self.trained is None else place(self.trained),
            }
        )

    def to_toml(self) -> str:
        said = {key: getattr(self, key) for key in type(self).model_fields if key != "labels"}
        lines = [toml_line(key, value) for key, value in said.items() if value is not None]
        if self.labels:
            lines += ["", "[labels]", *(toml_line(*label) for label in self.labels.items())]
        return "".join(f"{line}\n" for line in lines)


ALLOWED = {key: field.description or "" for key, field in Config.model_fields.items()}
"""What the value of each key may be, in words."""


def load_config(path: Path | None, games: int | None = None) -> Config:
    origin = "the report" if path is None else str(path)
    settings = {} if path is None else read_toml(path)
    said = set(settings)
    if said & {"extends", *RULE_KEYS} and said & set(Config.model_fields) <= {"title"}:
        base = settings.get("extends")
        named = [*([base] if isinstance(base, str) else []), str(path)]
        options = " ".join(f"--ruleset {shlex.quote(name)}" for name in named)
        raise UsageError(
            f"{path} is a ruleset, not the configuration of a report; for a report on it, type: "
            f"forsale-sim report {options} --out DIR"
        )
    if games is not None:
        settings = {**settings, "games": games}
    config = Config.validated(settings, origin)
    return config if path is None else config.resolved_from(path.parent)


# trials: Advice that is tried: a player obeys a rule, and its opposite, amid copies of itself.
#
# All of these play alike without the rule, so each would win a fair share: what the one who obeys
# wins beside that is what the rule is worth, on deals that are played from every seat. Strong
# players try it and strangers, each of them a table of its own: see `stats.evidence`.

OBEYED, OPPOSITE = "obeyed", "the opposite"

STRONGEST = "the strongest player"

OTHERS = ("counter", "expert", "budgeter", "free-rider", "escalator", "noisy")
"""Who tries advice beside the strongest player: one who counts cards, the rules of strong humans,
and strangers who bid well enough that a rule can make a difference."""


class Advice(NamedTuple):
    text: str
    phase: str  # "bid" or "sell"
    rule: Rule
    opposite: Rule | None = None


def make_trials(
    fields: Sequence[NamedField],
    rulesets: Sequence[Ruleset],
    counts: Sequence[int],
    *,
    seed: int,
    games: int,
) -> tuple[Challenge, ...]:
    trials = []
    for ruleset, players in product(rulesets, counts):
        for name, entrant in _players(fields, ruleset.name, players):
            for advice in all_advice():
                for way, rule in ((OBEYED, advice.rule), (OPPOSITE, advice.opposite)):
                    if rule is None:
                        continue
                    obeys = obeying(entrant, f"{entrant.name} obeying", **{advice.phase: rule})
                    about = {"advice": advice.text, "way": way, "player": name}
                    trial = Challenge(
                        obeys, entrant, ruleset, players, seed=seed, games=games, about=about
                    )
                    trials.append(trial)
    return tuple(trials)


def _players(
    fields: Sequence[NamedField], ruleset: str, players: int
) -> Iterator[tuple[str, Entrant]]:
    """Yield who tries advice: whoever was trained for the ruleset, and others."""
    for field in fields:
        if field.tables and ruleset not in field.foreign(players):
            yield STRONGEST, field.at(ruleset, players)[0]
            break
    for name in OTHERS:
        yield name, load_entrant(name)


def trial_tables(
    trials: Sequence[Challenge], outcomes: Sequence[Outcome]
) -> tuple[Columns, Columns]:
    rows = []
    for trial, outcome in zip(trials, outcomes, strict=True):
        cell, about = trial.plan.cells[0].cell, dict(trial.about)
        player = {"player": about.pop("player")}
        of_cell = {"ruleset": cell.ruleset, "players": cell.players}
        worth = trial.worth(outcome)._asdict()
        rows.append({**about, **of_cell, **player, **worth, "games": trial.plan.games})
    table = columns_of(rows)
    return table, _graded(table)


def _graded(table: Columns) -> Columns:
    names = list(dict.fromkeys(table["player"].tolist()))
    field = np.array([names.index(name) for name in table["player"].tolist()])
    number = numbered(table, "ruleset", "players", "advice", "way")
    firsts = np.unique(number, return_index=True)[1]

    def grid(name: str) -> np.ndarray:
        found = np.full((len(names), len(firsts)), np.nan)
        found[field, number] = table[name]
        return found

    evidence = weigh(
        grid("worth"),
        grid("standard_error"),
        np.full(len(firsts), WIN_RATE.matters),
        numbered(table, "ruleset", "players")[firsts],
        PLAYER_COUNTS,
    )
    strongest = {"strongest": grid("worth")[0] if names[0] == STRONGEST else evidence.mean}
    keys = ("ruleset", "players", "advice", "way")
    games = np.bincount(number, weights=table["games"]).astype(np.int64)
    return (
        {name: table[name][firsts] for name in keys}
        | evidence._asdict()
        | strongest
        | {"games": games}
    )


def all_advice() -> tuple[Advice, ...]:
    lore = module_beside("lore", GAME)
    flat, wide = "Dump the lowest into flat offers", "For cheques far apart, sell the best"
    last = "When two are left, take second place"
    return (
        Advice("Bid even amounts", "bid", lore.bid_even, lore.bid_odd),
        Advice(last, "bid", lore.leave_the_last_two, lore.fight_of_the_last_two),
        Advice("Never open", "bid", lore.never_open, lore.always_open),
        Advice("Never bid", "bid", lore.never_bid),
        Advice(flat, "sell", lore.dump_into_flat, lore.waste_on_flat),
        Advice(wide, "sell", lore.best_for_wide, lore.lowest_for_wide),
        Advice("Sell at random", "sell", lore.sell_at_random),
    )


@dataclass(frozen=True, kw_only=True)
class ReportSpec(Spec):
    command: ClassVar[str] = "report"
    shown_by: ClassVar[str] = "forsale_sim.cli.commands.report:write_page"
    program: ClassVar[Program] = FOR_SALE

    path: Path | None = option(None, default=None)  # of the file that says what it is about
    games: int | None = option("--games", Whole(), None)
    named_rulesets: tuple[str, ...] = option("--ruleset", default=(), repeats=True)
    players: tuple[int, ...] = option("--players", PlayerCounts(), ())
    draft: bool = option("--draft", default=False)
    config: Config
    rulesets: tuple[ChosenRuleset, ...]
    fields: tuple[ChosenFields, ...]
    fresh_fields: tuple[ChosenFields, ...] = ()  # who plays when findings are tried again
    seeds_to_tune: int = 0  # for each ruleset, before anything else

    def to_json(self) -> Any:
        return super().to_json() | {
            "path": None if self.path is None else str(self.path),
            "config": self.config.model_dump(mode="json"),
        }

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        path = None if values["path"] is None else Path(values["path"])
        config = Config.validated(values["config"], "the report")
        fields = {name: held_fields(values[name]) for name in ("fields", "fresh_fields")}
        return cls(**{**values, "path": path, "config": config, **fields})

    def experiment(self) -> Experiment:
        """Settle what is played: tuning first, where play is still to be tuned."""
        rulesets = [chosen.ruleset for chosen in self.rulesets]
        if self.seeds_to_tune:
            config, played = self.config, _with_what_ifs(rulesets, self.config)
            counts, seeds = _player_counts(config, played), self.seeds_to_tune
            tuned = [adapted_play(played, counts, seeds, config.seed)]
            if config.repeat:
                tuned.append(adapted_play(played[:2], counts, seeds, fresh_seed(config)))
            return Retuning(*tuned)
        return BalanceReport(
            self.config,
            rulesets,
            different_fields(self.fields),
            different_fields(self.fresh_fields),
        )

    def following(self, outcome: Outcome) -> Spec | None:
        tuned = tuned_fields(outcome)
        if tuned is None:
            return None
        first, *again = tuned
        return replace(
            self,
            fields=with_tuned(self.fields, first),
            fresh_fields=with_tuned(self.fresh_fields, again[0]) if again else (),
            seeds_to_tune=0,
        )


def new_report_spec(
    config: Config,
    *,
    path: Path | None = None,
    games: int | None = None,
    rulesets: Sequence[str] = (),
    players: Sequence[int] = (),
    draft: bool = False,
) -> ReportSpec:
    config = amended(config, games=games, rulesets=rulesets, players=players, draft=draft)
    for claim in config.claims:
        parse_claim(claim)  # says so now if it cannot be read
    chosen = _house_rule_second(chosen_rulesets(config.rulesets, GAME))
    played = _with_what_ifs([each.ruleset for each in chosen], config)
    counts = _player_counts(config, played)
    for ruleset in played:
        for count in counts:
            ruleset.rules(count)  # says so if that is not for so many
    fields = choose_fields(config.fields, played, counts, config.trained, program=FOR_SALE)
    fresh_fields = fields if config.repeat else ()
    return ReportSpec(
        path=path,
        games=games,
        named_rulesets=tuple(rulesets),
        players=tuple(players),
        draft=draft,
        config=config,
        rulesets=chosen,
        fields=fields,
        fresh_fields=fresh_fields,
        seeds_to_tune=config.training_seeds or 0,
    )


def fresh_seed(config: Config) -> int:
    return (config.seed + 1) % SEEDS


def amended(
    config: Config,
    *,
    games: int | None,
    rulesets: Sequence[str],
    players: Sequence[int],
    draft: bool,
) -> Config:
    """Return a configuration of which some values are replaced.

    What its writer says of the results is left out if others are to be expected.
    """
    said = config.as_draft() if draft else config
    if rulesets or players:
        said = said.without_claims()
    given = {"games": games, "rulesets": tuple(rulesets), "players": tuple(players)}
    replaced = {key: value for key, value in given.items() if value}
    return Config.validated({**said.model_dump(), **replaced}, "the report") if replaced else said


def _house_rule_second(chosen: Sequence[ChosenRuleset]) -> tuple[ChosenRuleset, ...]:
    """Return rulesets in the order of the report: it is about what the second changes.

    That is a house rule, where one stands beside the ruleset that it extends.
    """
    named, printed = {each.ruleset.name: each for each in chosen}, ruleset_names()
    for house_rule in chosen:
        base = named.get(house_rule.ruleset.extends or "")
        if base is not None and house_rule.ruleset.name not in printed:
            first = (base, house_rule)
            return (*first, *(each for each in chosen if each not in first))
    return tuple(chosen)


def _player_counts(config: Config, rulesets: Sequence[Ruleset]) -> tuple[int, ...]:
    return tuple(sorted(set(config.players or common_players(rulesets))))


def _with_what_ifs(rulesets: Sequence[Ruleset], config: Config) -> list[Ruleset]:
    found = [*rulesets]
    for text in config.what_ifs:
        found += what_ifs(rulesets[0], [text])
    return found


USUAL = 4
"""The number of players that a report speaks of first, if it is among those played."""


def usual_count(players: Sequence[int]) -> int:
    return USUAL if USUAL in players else players[0]


class BalanceReport(Combined):
    """All that a report plays. The other rulesets are compared with the first.

    `comparison` is of the rulesets and the what-ifs of the first, None if there is one ruleset;
    `repetition` is of the first two on fresh deals; `levels` are what each field with a say plays
    by each ruleset alone. What the configuration does not ask for is empty or None.
    """

    def __init__(
        self,
        config: Config,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        fresh_fields: Sequence[NamedField] = (),
    ) -> None:
        everything = _with_what_ifs(rulesets, config)
        self.players = counts = _player_counts(config, everything)
        self.config = config.model_copy(update={"players": counts})
        self.rulesets, self.fields = rulesets, fields
        self.what_ifs = everything[len(rulesets) :]
        seed, first = config.seed, (rulesets[0], usual_count(counts))

        def comparison(
            compared: Sequence[Ruleset], among: Sequence[NamedField], seed: int
        ) -> Comparison | None:
            if len(compared) < 2 or not among:
                return None
            games = config.games * len(among) * len(compared) * len(counts)
            return Comparison(compared, among, {}, players=counts, seed=seed, games=games)

        self.comparison = comparison(everything, fields, seed)
        deciding = with_a_say(fresh_fields)
        self.repetition = comparison(everything[:2], deciding, fresh_seed(config))
        games = config.games * len(rulesets) * len(counts)
        self.levels = tuple(
            Level(field, plan)
            for field in with_a_say(fields)
            for plan in make_plans(rulesets, field, counts, seed=seed, games=games)
        )
        self.trials: tuple[Challenge, ...] = ()
        self.rungs: tuple[Challenge, ...] = ()
        self.level_tables: tuple[Challenge | Level, ...] = ()
        if config.advice:
            self.trials = make_trials(fields, rulesets, counts, seed=seed, games=config.trial_games)
        if config.skill_ladder:
            self.rungs = make_rungs(*first, seed=seed, games=config.trial_games)
            self.level_tables = make_level_tables(*first, seed=seed, games=config.games)
        compared = filter(None, [self.comparison, self.repetition])
        super().__init__([*compared, *self.levels, *self.trials, *self.rungs, *self.level_tables])

    @property
    def notes(self) -> list[str]:
        return [f"Playing {self.games:,} games."]

    def part(self, outcome: Outcome, part: Experiment) -> Outcome:
        number = next(i for i, each in enumerate(self.parts) if each is part)
        return self.outcome_of(outcome, number)

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether all is played: half a report would mislead."""
        return all(
            len(played) == block.units
            for played, block in zip(outcome.played, self.blocks, strict=True)
        )

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: the page is made of `reports.results`."""
        return {}


def with_a_say(fields: Sequence[NamedField]) -> list[NamedField]:
    """Return the fields that conclusions are drawn from; all, if there are none."""
    return [field for field in fields if field.estimand != STRESS] or [*fields]
