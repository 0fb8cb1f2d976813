"""A search's checkpoint: what it was told, for nothing but the search that it is of."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.tuning.checkpointing import checkpoint_path, known_seed, load, save

ASKED = {"seed": 7, "population": 2, "deals": 40, "rules": {"refund": "up"}, "opponents": ["a"]}
TOLD = [[0.1, 1 / 3], [0.2, -1e-17]]


def test_objectives_come_back_with_every_digit(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert load(out, ASKED) == [] and known_seed(out) is None
    save(out, ASKED, TOLD[:1])
    save(out, ASKED, TOLD)
    assert load(out, ASKED) == TOLD and known_seed(out) == 7
    assert list(tmp_path.iterdir()) == [checkpoint_path(out)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 50}, "its deals is 40, not 50; ask for the same"),
        ({"new": 1}, "its new is None, not 1"),
        ({"rules": {"refund": "down"}}, "its rules have changed; ask for the same"),
        ({"opponents": ["a", "b"]}, "its opponents have changed"),
    ],
)
def test_that_of_another_search_is_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    out = tmp_path / "mine.toml"
    save(out, ASKED, TOLD)
    with pytest.raises(UsageError, match=message):
        load(out, ASKED | changes)


DAMAGED = r"mine\.toml\.checkpoint is damaged \(.*\): remove it to begin anew"


@pytest.mark.parametrize(
    "text",
    [
        '{"asked": ',
        "",
        "[]",
        "7",
        "[" * 100_000,
        '{"asked": {"seed": 7}}',
        '{"asked": {"seed": 7}, "told": null}',
        '{"told": []}',
        '{"asked": [], "told": []}',
        '{"asked": {}, "told": []}',
        '{"asked": {"seed": "7"}, "told": []}',
    ],
)
def test_one_that_is_damaged_is_refused(tmp_path: Path, text: str) -> None:
    out = tmp_path / "mine.toml"
    checkpoint_path(out).write_text(text)
    for read in (lambda: load(out, ASKED), lambda: known_seed(out)):
        with pytest.raises(UsageError, match=DAMAGED):
            read()


@pytest.mark.parametrize(
    "told", [[0.1], [0.1, 0.2, 0.3], [0.1, None], [0.1, float("nan")], [0.1, 10**400], 0.1, "no"]
)
def test_a_generation_has_as_many_objectives_as_candidates(tmp_path: Path, told: object) -> None:
    out = tmp_path / "mine.toml"
    save(out, ASKED, [*TOLD, told])
    with pytest.raises(UsageError, match=DAMAGED):
        load(out, ASKED)
    save(out, ASKED, [TOLD, [told]])
    with pytest.raises(UsageError, match=DAMAGED):
        load(out, ASKED, several=True)


def test_searches_that_follow_one_another_have_lists_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    save(out, ASKED, [TOLD, []])
    assert load(out, ASKED, several=True) == [TOLD, []]
    for wrong in ([TOLD, None], TOLD):
        save(out, ASKED, wrong)
        with pytest.raises(UsageError, match=DAMAGED):
            load(out, ASKED, several=True)


def test_one_that_cannot_be_written_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(ForSaleError, match=r"cannot write .*mine\.toml\.checkpoint"):
        save(tmp_path / "gone" / "mine.toml", ASKED, TOLD)
