# Written by `make stubs`: change the spec of the experiment instead.
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from strategy_lab.api.functions import EngineName, OneRuleset, Player
from strategy_lab.api.functions import load as load
from strategy_lab.api.functions import merge as merge
from strategy_lab.api.functions import resume as resume
from strategy_lab.api.of_every_game import CompareResult as CompareResult
from strategy_lab.api.of_every_game import DesignResult as DesignResult
from strategy_lab.api.of_every_game import DuelResult as DuelResult
from strategy_lab.api.of_every_game import ExploitResult as ExploitResult
from strategy_lab.api.of_every_game import GauntletResult as GauntletResult
from strategy_lab.api.of_every_game import MetaResult as MetaResult
from strategy_lab.api.of_every_game import PsroResult as PsroResult
from strategy_lab.api.of_every_game import RankResult as RankResult
from strategy_lab.api.of_every_game import ReportResult as ReportResult
from strategy_lab.api.of_every_game import RunResult as RunResult
from strategy_lab.api.of_every_game import TuneResult as TuneResult
from strategy_lab.api.of_every_game import duel as duel
from strategy_lab.api.of_every_game import meta as meta
from strategy_lab.api.of_every_game import psro as psro
from strategy_lab.api.of_every_game import rank as rank
from strategy_lab.api.of_every_game import ruleset as ruleset
from strategy_lab.api.of_every_game import run as run
from strategy_lab.api.of_every_game import tune as tune
from strategy_lab.api.result import Interrupted as Interrupted
from strategy_lab.api.result import Result as Result
from strategy_lab.plugins.strategies import Parameter as Parameter
from strategy_lab.version import __version__ as __version__

from monopoly_sim.game import strategy as strategy
from monopoly_sim.reference.table import NO_TRADE as NO_TRADE
from monopoly_sim.reference.table import Trade as Trade
from monopoly_sim.reference.view import CARD as CARD
from monopoly_sim.reference.view import DONE as DONE
from monopoly_sim.reference.view import HOTEL_LOT as HOTEL_LOT
from monopoly_sim.reference.view import HOUSE as HOUSE
from monopoly_sim.reference.view import PAY as PAY
from monopoly_sim.reference.view import ROLL as ROLL
from monopoly_sim.reference.view import View as View
from monopoly_sim.reference.view import build as build
from monopoly_sim.reference.view import mortgage as mortgage
from monopoly_sim.reference.view import redeem as redeem
from monopoly_sim.reference.view import sell as sell
from monopoly_sim.rules.board import has as has
from monopoly_sim.rules.board import members as members

def compare(
    *rulesets: OneRuleset | Iterable[OneRuleset],
    vary: str | Mapping[str, Any] | Iterable[str | Mapping[str, Any]] | None = None,
    games: float = 200000,
    players: int | str | Iterable[int | str] | None = None,
    players_from: Player | Iterable[Player] = "population",
    drawn_tables: float = 40,
    seed: float | None = None,
    margins: str | Iterable[str] | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> CompareResult:
    """Show what rulesets do differently from the first one: to seats, coins and how games go."""

def gauntlet(
    *strategies: Player | Iterable[Player],
    mixed: float = 8,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    deals: float = 60,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> GauntletResult:
    """Show how a strategy does among others than it was made for: its worst tables first."""

def design(
    ruleset: OneRuleset = "football-de",
    *,
    players: float,
    vary: str | Mapping[str, Any] | Iterable[str | Mapping[str, Any]] | None = None,
    minimise: str | Iterable[str] | None = None,
    maximise: str | Iterable[str] | None = None,
    keep: str | Iterable[str] | None = None,
    changes: float | None = None,
    beyond: float = 1,
    players_from: Player | Iterable[Player] = "population",
    drawn_tables: float = 40,
    games: float = 4000000,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> DesignResult:
    """Look for the rules that make the game you want."""

def report(
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    *,
    vary: str | Mapping[str, Any] | Iterable[str | Mapping[str, Any]] | None = None,
    games: float = 200000,
    players: int | str | Iterable[int | str] | None = None,
    players_from: Player | Iterable[Player] = "population",
    drawn_tables: float = 40,
    seed: float | None = None,
    margins: str | Iterable[str] | None = None,
    question: str | None = None,
    labels: str | Iterable[str] | None = None,
    seconds_a_decision: float = 10,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> ReportResult:
    """Write a page on how a game is balanced, or on what a change of its rules does."""

def exploit(
    strategy: Player,
    *,
    ruleset: OneRuleset = "football-de",
    players: int | str | Iterable[int | str] | None = None,
    train: Player = "builder",
    generations: float = 30,
    population: float = 16,
    deals: float = 400,
    final_deals: float = 2000,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> ExploitResult:
    """Find how much a player can win from copies of STRATEGY in all other seats."""
