from __future__ import annotations

import pytest
from strategy_lab.cli.printing import print_table


def test_columns_of_numbers_are_aligned_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [["3", "blueprint", "+5.0 ±0.1"], ["4", "quick", "+15.0 ±0.1"]]
    print_table(["players", "best response", "gain, points"], rows, right=["gain, points"])
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head == "players  best response  gain, points"
    assert lines == [
        "3        blueprint         +5.0 ±0.1",
        "4        quick            +15.0 ±0.1",
    ]
