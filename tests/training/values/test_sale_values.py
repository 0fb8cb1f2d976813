"""What the command prints."""

from __future__ import annotations

import re

import pytest
from forsale_sim.training.values import self_play
from forsale_sim.training.values.sale_values import main

NUMBER = r"-?\d+\.\d+"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "PLAYER", "champion:budget=3")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(arguments)
    return capsys.readouterr().out


def test_it_prints_constants_intervals_and_fit(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "iello-en-3", "iello-en-4", "--deals", "100")
    assert text.startswith("100 deals of each game, seed 1, ")
    for name, used in (("left", "0.85"), ("sharpness", "1.83"), ("fading", "0.7")):
        line = re.search(rf"^{name} +({NUMBER}) +({NUMBER}) to ({NUMBER}) +{used}$", text, re.M)
        assert line is not None
        value, low, high = map(float, line.groups())
        assert low < value < high
    for name, equal in (("iello-en-3", 1.0986), ("iello-en-4", 1.3863)):
        line = re.search(rf"^{name} +[\d,]+ +({NUMBER}) +{NUMBER} +({NUMBER})$", text, re.M)
        assert line is not None
        fitted, chance = map(float, line.groups())
        assert chance == equal
        assert fitted < chance


@pytest.mark.thorough
def test_the_seed_decides(capsys: pytest.CaptureFixture[str]) -> None:
    once, again, other = (
        printed(capsys, "iello-en-4", "--deals=100", f"--seed={seed}") for seed in (1, 1, 2)
    )
    assert once == again != other
