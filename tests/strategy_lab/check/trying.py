"""Strategy files to check, and a short way to check them."""

from __future__ import annotations

from pathlib import Path

from forsale_sim.for_sale import GAME
from strategy_lab.check.rehearsal import (
    EVERYTHING,
    QUESTIONS,
    Cost,
    Message,
    Report,
    Scope,
    Verdict,
    examine,
)

FILE = '''\
from __future__ import annotations

import os
import random
import sys
import time

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import lowest

{top}


@strategy("odd")
class Odd:
    """Odd."""

    {parameters}

    def bid(view: View{arguments}) -> int:
        {bid}
        return view.least_bid if view.random() < 0.5 else 0

    def sell(view: View) -> int:
        {sell}
        return lowest(view.hand)
'''


def write(
    folder: Path,
    *,
    bid: str = "",
    sell: str = "",
    top: str = "",
    parameters: str = "",
    arguments: str = "",
) -> str:
    """Write a strategy that flips coins, but for the lines given, and return its spec."""
    path = folder / "mine.py"
    text = FILE.format(bid=bid, sell=sell, top=top, parameters=parameters, arguments=arguments)
    path.write_text(text, encoding="utf-8")
    return str(path)


def line_of(spec: str, code: str) -> int:
    """The line of a file that holds `code`."""
    lines = Path(spec).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if code in line)


def try_here(spec: str, engine: str = "compiled", scope: Scope = EVERYTHING) -> Report:
    """Check a strategy as the child process does, in this one."""
    messages: list[Message] = []
    examine(spec, 10, engine, GAME, messages.append, scope)
    assert messages[-1] is None
    report = Report(spec, questions=tuple(each for each in QUESTIONS if each != "elsewhere"))
    for message in messages:
        if isinstance(message, Verdict):
            report.add(message)
        if isinstance(message, Cost):
            report.cost = message
    report.close()
    return report


def outcomes(report: Report) -> dict[str, str]:
    """The outcome of each question that did not pass."""
    return {
        question: verdict.outcome
        for question, verdict in report.verdicts.items()
        if verdict.outcome != "passed"
    }
