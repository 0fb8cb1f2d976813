"""What all tests share: compiled code is kept in pytest's own cache, and Ctrl-C interrupts.

Temporary folders have names such as people give theirs, with a space and a letter that is not
ASCII.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from strategy_lab.plugins.entrants import Entrant

settings.register_profile("tests", deadline=None, max_examples=50)
settings.load_profile("tests")  # the first example of a test may have to be compiled


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder before any test module imports the engine, which looks for it once.

    A shell lets what it starts in the background ignore Ctrl-C, and nohup lets it ignore that the
    terminal has gone; tests of both need them.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.fsync = lambda handle: None  # what a test writes need not outlive a power cut
    if hasattr(config, "workerinput"):
        return  # its environment names the folder
    cache: pytest.Cache | None = getattr(config, "cache", None)  # there is none without its plugin
    if cache is None:
        temporary = TemporaryDirectory()
        config.add_cleanup(temporary.cleanup)
        folder = temporary.name
    else:
        folder = str(cache.mkdir("compiled"))
    os.environ["FORSALE_SIM_CACHE"] = folder


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    folder = tmp_path / "my gâmes"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def builtin_field() -> tuple[Entrant, ...]:
    """Every built-in strategy, as a field; those that search do so for a short time."""
    from forsale_sim.for_sale import GAME, load_entrant, load_field
    from strategy_lab.plugins.registry import installed_strategies

    specs = []
    for name in installed_strategies(GAME):
        entrant = load_entrant(name)
        searches = "budget" in {
            **entrant.decisions["bid"].arguments,
            **entrant.decisions["sell"].arguments,
        }
        specs.append(f"{name}:budget=12" if searches else name)
    return load_field(specs)
