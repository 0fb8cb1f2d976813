"""Whatever is asked for: no traceback, no hang, and nothing of the user's is touched."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.attacks.calling import attack, kept
from tests.attacks.requests import (
    assert_all_commands_are_attacked,
    file_request,
    lay_out,
    request,
)

BATCHES, CASES = 40, 32

pytestmark = pytest.mark.slow


def test_every_command_is_attacked() -> None:
    assert_all_commands_are_attacked()


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("asked", [request, file_request], ids=["options", "files"])
def test_hostile_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: object, batch: int
) -> None:
    for case in range(CASES if asked is request else CASES // 2):
        chance = random.Random(f"{asked is request} {batch} {case}")
        folder = tmp_path / f"{case}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        lay_out(folder, chance)
        before = kept(folder)
        words = request(chance) if asked is request else file_request(chance)
        said = attack(words)
        after = kept(folder)
        lost = {name for name, held in before.items() if after.get(name) != held}
        assert not lost, f"{words!r} lost {lost}: {said}"
        if said.status == 2:
            assert set(after) == set(before), f"{words!r} left {set(after) - set(before)}"
        assert not [name for name in after if "forsale-sim.part" in name], words
