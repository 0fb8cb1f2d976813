"""Another process compiles strategies ahead, if that is worth its start and runs nobody's files."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.for_sale import GAME, load_field
from strategy_lab.compiled import toolchain
from strategy_lab.compiled.toolchain import read_kept
from strategy_lab.plugins import compiling_ahead
from strategy_lab.plugins.compiling import decision_code

FIELD = ["highest-first", "lowest-first", "coinflip", "bid=miser,sell=coinflip"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which nothing is kept yet, for this process and those it starts."""
    monkeypatch.setenv(toolchain.CACHE_VARIABLE, str(tmp_path / "compiled"))
    monkeypatch.setattr(compiling_ahead.os, "cpu_count", lambda: 2)
    cached = (toolchain.cache_root, toolchain.toolchain_folder)
    for function in cached:
        function.cache_clear()
    yield tmp_path
    for function in cached:
        function.cache_clear()


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The specs of the processes that would have been started."""
    started: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **_: Any) -> None:
            started.append(command[4:])

        def terminate(self) -> None: ...

        def wait(self) -> None: ...

    monkeypatch.setattr(compiling_ahead.subprocess, "Popen", Process)
    return started


@pytest.mark.thorough
def test_it_compiles_what_this_process_then_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    field = load_field(FIELD)
    monkeypatch.setattr(subprocess.Popen, "terminate", subprocess.Popen.wait)
    with compiling_ahead.compiling_ahead(field):
        pass
    for entrant in field:
        for decision in entrant.decisions.values():
            assert read_kept(decision_code(decision, GAME).file) is not None


def test_only_what_is_not_kept_is_compiled(processes: list[list[str]]) -> None:
    with compiling_ahead.compiling_ahead(load_field([*FIELD, "spread"])):
        pass
    for entrant in load_field(["coinflip"]):
        for decision in entrant.decisions.values():
            toolchain.keep(decision_code(decision, GAME).file, b"")
    with compiling_ahead.compiling_ahead(load_field([*FIELD, "spread"])):
        pass
    whole, rest = processes
    assert whole == [GAME.name, *FIELD, "spread"]
    assert rest == [spec for spec in whole if spec != "coinflip"]


def test_there_is_one_process_for_the_fields_of_several_plans(processes: list[list[str]]) -> None:
    with compiling_ahead.compiling_ahead(load_field([*FIELD[:3], "spread", *FIELD[:3]])):
        with compiling_ahead.compiling_ahead(load_field(FIELD)):
            pass
        assert processes == [[GAME.name, *FIELD[:3], "spread"]]
    with compiling_ahead.compiling_ahead(load_field(FIELD)):
        pass
    assert len(processes) == 2


def test_a_file_of_the_user_s_is_not_run_elsewhere(
    tmp_path: Path, processes: list[list[str]]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from forsale_sim import strategy\n"
        "@strategy('mine')\n"
        "class Mine:\n"
        "    def bid(view): return 0\n"
        "    def sell(view): return view.hand.bit_length()\n"
    )
    with compiling_ahead.compiling_ahead(load_field([*FIELD, str(file)])):
        pass
    assert processes == [[GAME.name, *FIELD]]
