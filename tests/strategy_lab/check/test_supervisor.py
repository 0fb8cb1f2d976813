"""Strategies that only a process of their own can stand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from forsale_sim.for_sale import GAME
from strategy_lab.check import supervisor
from strategy_lab.check.rehearsal import Report
from strategy_lab.errors import UsageError

from tests.strategy_lab.check.trying import line_of, outcomes, write


def check(spec: str, seconds: float) -> Report:
    """Check a strategy of For Sale."""
    return supervisor.check(spec, seconds, "compiled", GAME)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "line", ["while view.round == 2: pass", "time.sleep(600 * (view.round - 1))"]
)
def test_a_decision_that_hangs_is_found_and_shown(tmp_path: Path, line: str) -> None:
    spec = write(tmp_path, bid=line)
    report = check(spec, 1)
    verdict = report.verdicts["finishes"]
    assert outcomes(report)["finishes"] == "failed"
    assert f"no answer within 1 s in plain Python ({spec}, line {line_of(spec, line)})" in (
        verdict.text
    )
    assert verdict.text.endswith("buying in round 2 from seat 1")
    assert verdict.excerpt
    assert "Seat 1 to act" in verdict.excerpt.story()


def test_starting_the_process_does_not_count_as_a_decision() -> None:
    """However short these may be, it takes longer to start than this."""
    with pytest.raises(UsageError, match="did you mean 'spread'"):
        check("spraed", 0.001)


@pytest.mark.thorough
def test_the_process_and_what_it_started_are_gone(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    top = f"""
import subprocess
started = subprocess.Popen(["sleep", "600"])
with open({str(pids)!r}, "w") as file:
    print(os.getpid(), started.pid, file=file)
"""
    check(write(tmp_path, top=top, bid="time.sleep(600)"), 1)
    _wait_for_the_end_of(pids)


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_the_process_does_not_outlive_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    pids = tmp_path / "pids"
    top = f"""
import subprocess
started = subprocess.Popen(["sleep", "600"])
with open({str(tmp_path / "written")!r}, "w") as file:
    print(os.getpid(), started.pid, file=file)
os.rename({str(tmp_path / "written")!r}, {str(pids)!r})
"""
    spec = write(tmp_path, top=top, bid="while True: pass")
    with _checking(spec, pids) as parent:
        parent.send_signal(number)
    _wait_for_the_end_of(pids)


@pytest.mark.thorough
def test_the_process_does_not_outlive_its_parent_in_code_that_lets_no_thread_run(
    tmp_path: Path,
) -> None:
    pids = tmp_path / "pids"
    top = f"""
with open({str(tmp_path / "written")!r}, "w") as file:
    print(os.getpid(), file=file)
os.rename({str(tmp_path / "written")!r}, {str(pids)!r})
"""
    spec = write(tmp_path, top=top, bid="10 ** 10 ** 9")  # one instruction, of minutes
    with _checking(spec, pids) as parent:
        time.sleep(1)
        parent.kill()
    _wait_for_the_end_of(pids)


@contextmanager
def _checking(spec: str, pids: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Check a strategy in a process of its own, once it has written the numbers of processes."""
    program = (
        "import sys; from forsale_sim.for_sale import GAME; "
        "from strategy_lab.check.supervisor import check; "
        "check(sys.argv[1], 600, 'compiled', GAME)"
    )
    with subprocess.Popen([sys.executable, "-c", program, spec]) as parent:
        deadline = time.monotonic() + 60
        while not pids.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield parent


def _wait_for_the_end_of(pids: Path) -> None:
    for pid in map(int, pids.read_text().split()):
        deadline = time.monotonic() + 10
        while _runs(pid):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that ended but that nobody has waited for still has its number.
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("os.abort()", "SIGABRT"),
        ("os._exit(0)", "it would end the whole program"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    ],
)
def test_a_process_that_ends_early(tmp_path: Path, line: str, message: str) -> None:
    report = check(write(tmp_path, bid=line), 5)
    verdict = report.verdicts["plays"]
    assert (verdict.outcome, message in verdict.text) == ("failed", True)
    assert not report.passed


@pytest.mark.thorough
def test_a_strategy_that_wants_too_much_memory(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    report = check(write(tmp_path, bid="x = bytearray(2**33)"), 5)
    assert "it raised MemoryError" in report.verdicts["plays"].text


def test_what_a_strategy_prints_is_no_message(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="print('x'); os.write(1, b'y'); os.write(2, b'z'); return 99")
    assert "a bid of 99 is illegal" in check(spec, 5).verdicts["plays"].text


def test_a_file_called_like_a_module_of_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(write(tmp_path, bid="return 99")).rename(tmp_path / "json.py")
    monkeypatch.chdir(tmp_path)
    assert "a bid of 99 is illegal" in check("json.py", 5).verdicts["plays"].text


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["spread", "expert", "counter", "bid=linear,sell=matcher"])
def test_a_built_in_passes_under_every_ruleset(spec: str) -> None:
    report = check(spec, 10)
    assert outcomes(report) == {}


@pytest.mark.slow
def test_a_compiled_decision_that_hangs(tmp_path: Path) -> None:
    # Compiled, the product overflows to 0 at once; in plain Python it never does.
    line = "x = view.coins\n        while x == 0 or view.coins * 2**61 * 8 == 0: x = x * 1"
    report = check(write(tmp_path, bid=line), 3)
    verdict = report.verdicts["finishes"]
    assert verdict.text == "no answer within 3 s compiled"
    assert verdict.excerpt
