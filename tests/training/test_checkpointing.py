"""A search's checkpoint: what it was told, for nothing but the search that it is of."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.training.checkpointing import checkpoint_path, known_seed, load, save

ASKED = {
    "source": "a",
    "seed": 7,
    "version": "1",
    "ruleset": "iello-en",
    "against": "spread,miser",
    "strategies": ["expert", "counter"],
    "self_play": False,
    "deals": 40,
    "population": 2,
    "final_deals": 50,
    "rules": {"refund": "up"},
    "opponents": ["a", "b"],
}
SOURCES = {"source": ["matcher"], "opponents": ["spread", "miser"]}
TOLD = [[0.1, 1 / 3], [0.2, -1e-17]]


def test_objectives_come_back_with_every_digit(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert load(out, ASKED, sources=SOURCES) == [] and known_seed(out) is None
    save(out, ASKED, TOLD[:1])
    save(out, ASKED, TOLD)
    assert load(out, ASKED, sources=SOURCES) == TOLD and known_seed(out) == 7
    assert list(tmp_path.iterdir()) == [checkpoint_path(out)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 50}, "--deals was 40 there, not 50"),
        ({"final_deals": 60}, "--final-deals was 50 there, not 60"),
        ({"self_play": True}, "--self-play was not given there"),
        ({"against": "x"}, "--against was 'spread,miser' there, not 'x'"),
        ({"strategies": ["x"]}, "--strategy was expert, counter there, not x"),
        ({"version": "2"}, "the version of forsale-sim was '1' there, not '2'"),
        ({"new": 1}, "--new was None there, not 1"),
        ({"rules": {"refund": "down"}}, "the rules of 'iello-en' have changed since"),
        ({"source": "b"}, "the source of strategy 'matcher' has changed since"),
        ({"opponents": ["a", "c"]}, "the source of strategy 'miser' has changed since"),
        ({"opponents": ["a"]}, "the source of a strategy has changed since"),
    ],
)
def test_that_of_another_search_is_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    out = tmp_path / "mine.toml"
    save(out, ASKED, TOLD)
    with pytest.raises(UsageError) as refused:
        load(out, ASKED | changes, sources=SOURCES)
    assert str(refused.value) == (
        f"{checkpoint_path(out)} is of another search: {message}; ask for the same, remove it, or "
        "choose another --out"
    )


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
    for read in (lambda: load(out, ASKED, sources=SOURCES), lambda: known_seed(out)):
        with pytest.raises(UsageError, match=DAMAGED):
            read()


@pytest.mark.parametrize(
    "told", [[0.1], [0.1, 0.2, 0.3], [0.1, None], [0.1, float("nan")], [0.1, 10**400], 0.1, "no"]
)
def test_a_generation_has_as_many_objectives_as_candidates(tmp_path: Path, told: object) -> None:
    out = tmp_path / "mine.toml"
    save(out, ASKED, [*TOLD, told])
    with pytest.raises(UsageError, match=DAMAGED):
        load(out, ASKED, sources=SOURCES)
    save(out, ASKED, [TOLD, [told]])
    with pytest.raises(UsageError, match=DAMAGED):
        load(out, ASKED, sources=SOURCES, several=True)


def test_searches_that_follow_one_another_have_lists_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    save(out, ASKED, [TOLD, []])
    assert load(out, ASKED, sources=SOURCES, several=True) == [TOLD, []]
    for wrong in ([TOLD, None], TOLD):
        save(out, ASKED, wrong)
        with pytest.raises(UsageError, match=DAMAGED):
            load(out, ASKED, sources=SOURCES, several=True)


def test_one_that_cannot_be_written_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(ForSaleError, match=r"cannot write .*mine\.toml\.checkpoint"):
        save(tmp_path / "gone" / "mine.toml", ASKED, TOLD)
