"""Play that was trained for rulesets: what a rule does with play unchanged, and with play re-tuned.

Players who learn another rule play differently in time. So who is trained for ruleset A meets
ruleset B *unchanged*; and where play is trained for both by one procedure, from several seeds, it
meets them *re-tuned*, as trained for each. Training is a search that begins with a seed: results of
several seeds show how much of a difference is an accident of the search. What comes with the
strategies was trained once for each ruleset, so it is only played unchanged.

``forsale-sim psro`` and ``forsale-sim tune`` write what is trained into files, one for a ruleset
and a number of players. A pattern such as ``trained/{ruleset}-{players}-{seed}.toml`` says where
they are; without one they are the mixtures that come with the strategies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from strategy_lab.errors import UsageError
from strategy_lab.experiments.fields import CREDIBLE, REFERENCE, RETUNED, TRAINED, NamedField, Table
from strategy_lab.experiments.retuning import Fields, Tuned, TunedPlay
from strategy_lab.plugins.entrants import Entrant, read_mixture
from strategy_lab.plugins.registry import module_beside
from strategy_lab.results.conclusions import RETUNED as CONCLUSIONS_RETUNED
from strategy_lab.results.conclusions import UNCHANGED
from strategy_lab.simulation.plan import SEEDS
from strategy_lab.training.search import Space, Task

from forsale_sim.for_sale import GAME, load_entrant, load_field
from forsale_sim.program import DEFAULT_RULESET, STRONG
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules, Ruleset, nearest_printed

FOLDER = "mixtures"
"""Of the package that offers the built-in strategies."""

Training = Mapping[str, Path]
"""The files of one ruleset and number of players, by seed."""


def trained_fields(
    named: Sequence[str],
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    pattern: str | None = None,
) -> list[NamedField]:
    """Return the fields of some strategies, one of which is `TRAINED`.

    Alone it is the reference: as trained for the first ruleset, and, where a pattern says where
    play is that was trained from several seeds, as trained for each. Amid others it is played as
    trained for the first ruleset with the first seed.
    """
    alone = list(named) == [TRAINED]
    others = [spec for spec in named if spec != TRAINED]
    found = _find_all_training(rulesets, players, pattern)
    trained = list(dict.fromkeys(name for (name, _), training in found.items() if training))
    if not trained:
        raise UsageError(_nothing_trained(rulesets, players, pattern))
    seeds = sorted({seed for training in found.values() for seed in training})
    fields: dict[tuple[Path, ...], NamedField] = {}
    for seed in seeds if alone else seeds[:1]:
        for trained_for in [trained[0], *([None] if alone and pattern is not None else [])]:
            files = {
                (ruleset.name, count): _file(found, trained_for or ruleset.name, count, seed)
                for ruleset in rulesets
                for count in players
            }
            if trained_for is None and _same_play(files, rulesets, players):
                continue
            name = f"trained for {trained_for or 'each'}"
            tables = [
                Table(
                    *(ruleset, count, (_loaded(path), *load_field(others))),
                    is_trained_for=trained_for in (None, ruleset)
                    and bool(found.get((ruleset, count))),
                )
                for (ruleset, count), path in files.items()
            ]
            field = NamedField(
                name=",".join([f"{name}, seed {seed}" if len(seeds) > 1 else name, *others]),
                entrants=tables[0].entrants,
                role=REFERENCE if alone else CREDIBLE,
                play=RETUNED if trained_for is None else UNCHANGED,
                tables=tuple(tables),
            )
            fields.setdefault(tuple(files.values()), field)
    return list(fields.values())


def _same_play(
    files: Mapping[tuple[str, int], Path], rulesets: Sequence[Ruleset], players: Sequence[int]
) -> bool:
    return all(len({files[ruleset.name, count] for ruleset in rulesets}) == 1 for count in players)


def _file(
    found: Mapping[tuple[str, int], Training], trained_for: str, players: int, seed: str
) -> Path:
    """Return what plays as trained for a ruleset, or else as trained for the first that there is.

    With few seeds for a ruleset, its first stands for those that it lacks.
    """
    for name in (trained_for, *(name for name, _ in found)):
        training = found.get((name, players))
        if training:
            return training.get(seed) or next(iter(training.values()))
    usual = usual_mixture(players)
    if usual is None:
        raise UsageError(_nothing_trained([load_ruleset(trained_for)], [players], None))
    return usual


def is_anything_trained(
    rulesets: Sequence[Ruleset], players: Sequence[int], pattern: str | None = None
) -> bool:
    return any(_find_all_training(rulesets, players, pattern).values())


def _find_all_training(
    rulesets: Sequence[Ruleset], players: Sequence[int], pattern: str | None
) -> dict[tuple[str, int], Training]:
    """Return trained play by ruleset and number of players.

    Nothing that comes with the strategies is trained for a house rule: if all rulesets are such,
    it is the play for the editions that they extend.
    """
    found = {
        (ruleset.name, count): _find_training(ruleset, count, pattern)
        for ruleset in rulesets
        for count in players
    }
    if pattern is not None or any(found.values()):
        return found
    names = {ruleset.extends for ruleset in rulesets}
    editions = [load_ruleset(name) for name in ruleset_names() if name in names]
    return {
        (edition.name, count): _find_training(edition, count, None)
        for edition in editions
        for count in players
        if count in edition.players
    }


def _find_training(ruleset: Ruleset, players: int, pattern: str | None) -> Training:
    if pattern is None:
        path = built_in_mixture(ruleset.rules(players))
        return {} if path is None else {"": path}
    known = pattern.replace("{ruleset}", ruleset.name).replace("{players}", str(players))
    before, seed, after = known.partition("{seed}")
    if not seed:
        return {"": Path(known)} if Path(known).is_file() else {}
    folder = Path(known).parent
    expected = re.compile(f"{re.escape(Path(before + 'x').name[:-1])}(.+){re.escape(after)}")
    matches = {path: expected.fullmatch(path.name) for path in sorted(folder.glob("*.toml"))}
    return {match[1]: path for path, match in matches.items() if match}


@cache
def _built_in_files() -> tuple[tuple[Path, str, int], ...]:
    package = Path(str(module_beside("champion", GAME).__file__)).parent
    paths = sorted((package / FOLDER).glob("*.toml"))
    made = [read_mixture(path).made for path in paths]
    return tuple(
        (path, str(each["ruleset"]), int(each["players"]))
        for path, each in zip(paths, made, strict=True)
    )


def built_in_mixture(rules: Rules) -> Path | None:
    """Return the mixture that was trained for a game; editions with the same rules share it."""
    for path, ruleset, players in _built_in_files():
        if players == rules.players:
            game = load_ruleset(ruleset).rules(players)
            if game.settings() == rules.settings():
                return path
    return None


def usual_mixture(players: int) -> Path | None:
    """Return what plays where nothing was trained for a game: of as many players, or nearly."""
    return built_in_mixture(load_ruleset(DEFAULT_RULESET).rules(nearest_printed(players)))


@cache
def _loaded(path: Path) -> Entrant:
    return load_entrant(str(path))


def _nothing_trained(
    rulesets: Sequence[Ruleset], players: Sequence[int], pattern: str | None
) -> str:
    where = "among the mixtures that come with the strategies" if pattern is None else pattern
    games = f"{', '.join(ruleset.name for ruleset in rulesets)} for {', '.join(map(str, players))}"
    return (
        f"field 'trained': nothing is trained for {games} players: {where}; train with forsale-sim "
        "psro and name the files (trained = 'DIR/{ruleset}-{players}-{seed}.toml'), or leave out "
        "the field"
    )


# retuning: Play tuned for many rulesets, so that each is judged by players who know it.
#
# What was trained for other rules may be far from good: without a refund, say, whoever has learned
# that wins three games of four among three who play as before. So for every ruleset the parameters
# of `appraiser` are searched anew, beginning with each of the few strategies that play the ruleset
# which the search for rules begins with, against all of these as they were and against copies of
# the search's own best. One who does not win more than them by this stays as it is.
#
# Where a short search ends is an accident, too, and a ruleset may look good because of it. So
# several strategies play each ruleset; and those who confirm the few rulesets that are left are
# tuned anew, for longer and from other seeds than those of the race.

STRATEGIES = 3
"""How many play each ruleset."""


class Effort(NamedTuple):
    """How long a search is: see `Task`."""

    generations: int
    population: int
    deals: int
    final_deals: int


QUICK = Effort(generations=15, population=10, deals=80, final_deals=1000)
"""For the race: about a second for four players."""

FULL = Effort(generations=40, population=12, deals=120, final_deals=4000)
"""For those who confirm: five times as long."""

TIMES = 2
"""How often a ruleset may be tuned for, each time from seeds of its own."""


def _tuned(
    rulesets: Sequence[Ruleset], players: int, effort: Effort, *, seed: int, time: int = 0
) -> TunedPlay:
    """Return play by several rulesets: the first as before, the others as tuned for them."""
    first, *others = rulesets
    path = built_in_mixture(first.rules(players)) if players in first.players else None
    path = path or usual_mixture(players)
    if path is None:
        raise UsageError(
            f"nothing is trained for {players} players that play could be tuned from: name "
            "who plays (--field)"
        )
    mixture, starts = load_entrant(str(path)), read_mixture(path).heaviest(STRATEGIES)
    searched = (TIMES * seed + time) * STRATEGIES
    tasks = [
        (
            ruleset,
            [
                _task(ruleset, players, (mixture,), start, effort, number)
                for number, start in enumerate(starts, start=searched)
            ],
        )
        for ruleset in others
    ]
    return TunedPlay(players, tasks, Table(first.name, players, load_field(starts)))


def retuned_play(rulesets: Sequence[Ruleset], players: int, seed: int) -> Tuned:
    def fields(tables: list[list[Table]]) -> Fields:
        unchanged = tables[0][0].entrants
        return (
            *_fields("re-tuned", tables[0]),
            NamedField("unchanged", unchanged, CREDIBLE, UNCHANGED),
        )

    return Tuned([_tuned(rulesets, players, QUICK, seed=seed)], fields)


def confirming_play(rulesets: Sequence[Ruleset], players: int, seed: int) -> Tuned:
    """Return play that is tuned fully for each ruleset: alone, and among others.

    The parameters are those of `retuned_play`.
    """
    return Tuned(
        [_tuned(rulesets, players, FULL, seed=seed, time=1)],
        lambda tables: _fields("re-tuned fully", tables[0]),
    )


NEUTRAL = "appraiser"
"""Where play that is trained anew begins: the weights that its author wrote down, for no rules."""

ANEW = Effort(generations=30, population=10, deals=60, final_deals=0)
"""Of one training, which plays only against itself and is taken where it ends: about half a second
for four players."""

FEWEST_TRAININGS = 5
"""Of which each is a value of the procedure: from fewer, little can be said of another one."""


def adapted_play(
    rulesets: Sequence[Ruleset], players: Sequence[int], seeds: int, seed: int
) -> Tuned:
    """Return play that adapts to each ruleset, each trained from a seed of its own.

    All begin with the same neutral player, so that no ruleset is favoured by who learned another.
    """
    tables = [
        TunedPlay(
            count,
            [
                (each, [_task(each, count, (), NEUTRAL, ANEW, seeds * seed + number)])
                for each in rulesets
            ],
        )
        for count in players
        for number in range(seeds)
    ]

    def fields(found: list[list[Table]]) -> Fields:
        by_seed = [
            tuple(table for of_count in found[number::seeds] for table in of_count)
            for number in range(seeds)
        ]
        return tuple(
            NamedField(
                name=f"trained anew {number}",
                entrants=of_seed[0].entrants,
                role=REFERENCE,
                play=CONCLUSIONS_RETUNED,
                tables=of_seed,
                by_strategy=False,
            )
            for number, of_seed in enumerate(by_seed, start=1)
        )

    return Tuned(tables, fields)


def _fields(name: str, tables: Sequence[Table]) -> Fields:
    """Return the fields of tuned play: alone, and among the built-in strategies that play well."""
    strong = load_field(STRONG)
    joined = tuple(table._replace(entrants=(*table.entrants, *strong)) for table in tables)
    return (
        NamedField(name, tables[0].entrants, REFERENCE, CONCLUSIONS_RETUNED, tuple(tables)),
        NamedField(
            f"{name} among others", joined[0].entrants, CREDIBLE, CONCLUSIONS_RETUNED, joined
        ),
    )


def _task(
    ruleset: Ruleset,
    players: int,
    opponents: tuple[Entrant, ...],
    start: str,
    effort: Effort,
    seed: int,
) -> Task:
    space = Space.of(start, GAME)
    return Task(
        space=space,
        start=space.start,
        rules=ruleset.rules(players),
        opponents=opponents,
        self_play=True,
        seed=seed % SEEDS,
        **effort._asdict(),
    )
