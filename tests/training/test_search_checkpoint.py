"""A search's checkpoint: its objectives, which serve no other search."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.training.search_checkpoint import checkpoint_path, known_seed, load, save

REQUEST = {
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
OBJECTIVES = [[0.1, 1 / 3], [0.2, -1e-17]]


def test_objectives_come_back_with_every_digit(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert load(out, REQUEST, sources=SOURCES) == [] and known_seed(out) is None
    save(out, REQUEST, OBJECTIVES[:1])
    save(out, REQUEST, OBJECTIVES)
    assert load(out, REQUEST, sources=SOURCES) == OBJECTIVES and known_seed(out) == 7
    assert list(tmp_path.iterdir()) == [checkpoint_path(out)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 50}, "deals (--deals) was 40 there, not 50"),
        ({"final_deals": 60}, "final_deals (--final-deals) was 50 there, not 60"),
        ({"self_play": True}, "self_play (--self-play) was not given there"),
        ({"against": "x"}, "against (--against) was 'spread,miser' there, not 'x'"),
        ({"strategies": ["x"]}, "strategies (--strategy) was expert, counter there, not x"),
        ({"version": "2"}, "the version of forsale-sim was '1' there, not '2'"),
        ({"new": 1}, "new (--new) was None there, not 1"),
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
    save(out, REQUEST, OBJECTIVES)
    with pytest.raises(UsageError) as refused:
        load(out, REQUEST | changes, sources=SOURCES)
    assert str(refused.value) == (
        f"{checkpoint_path(out)} belongs to another search: {message}; repeat that search, "
        "remove the checkpoint, or write to another place (--out)"
    )


DAMAGED = r"mine\.toml\.checkpoint is damaged \(.*\): remove it to start again"


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
    for read in (lambda: load(out, REQUEST, sources=SOURCES), lambda: known_seed(out)):
        with pytest.raises(UsageError, match=DAMAGED):
            read()


def test_a_changed_digit_is_damage(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    save(out, REQUEST, OBJECTIVES, [{"gain": 0.25}])
    path = checkpoint_path(out)
    whole = path.read_text()
    for before, after in (("0.1", "0.3"), ("0.25", "0.26"), ('"seed": 7', '"seed": 8')):
        path.write_text(whole.replace(before, after, 1))
        with pytest.raises(UsageError, match="its checksum is wrong"):
            load(out, REQUEST, sources=SOURCES)


@pytest.mark.parametrize(
    "wrong",
    [[0.1], [0.1, 0.2, 0.3], [0.1, None], [0.1, float("nan")], [0.1, 10**400], 0.1, "no"],
)
def test_a_generation_has_as_many_objectives_as_candidates(tmp_path: Path, wrong: object) -> None:
    out = tmp_path / "mine.toml"
    save(out, REQUEST, [*OBJECTIVES, wrong])
    with pytest.raises(UsageError, match=DAMAGED):
        load(out, REQUEST, sources=SOURCES)
    save(out, REQUEST, [OBJECTIVES, [wrong]])
    with pytest.raises(UsageError, match=DAMAGED):
        load(out, REQUEST, sources=SOURCES, several=True)


def test_searches_that_follow_one_another_have_lists_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    save(out, REQUEST, [OBJECTIVES, []])
    assert load(out, REQUEST, sources=SOURCES, several=True) == [OBJECTIVES, []]
    for wrong in ([OBJECTIVES, None], OBJECTIVES):
        save(out, REQUEST, wrong)
        with pytest.raises(UsageError, match=DAMAGED):
            load(out, REQUEST, sources=SOURCES, several=True)


def test_one_that_cannot_be_written_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(ForSaleError, match=r"cannot write .*mine\.toml\.checkpoint"):
        save(tmp_path / "gone" / "mine.toml", REQUEST, OBJECTIVES)
