from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.rules.loading import load_ruleset, ruleset_of
from strategy_lab.errors import UsageError

WHOLE = """
houses = "1-12"
cheques = "1-12"
houses_per_round = "players"
raise = "strict"
refund = "all"
coins = {3 = 9, 4 = [9, 9, 9, 10]}
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def refusal(name_or_path: str) -> str:
    with pytest.raises(UsageError) as caught:
        load_ruleset(name_or_path)
    return str(caught.value)


def test_a_file_of_the_user_s_own() -> None:
    ruleset = load_ruleset(write("mine.toml", WHOLE))
    assert ruleset.name == "mine"
    assert ruleset.players == (3, 4)
    assert ruleset.rules(4).coins == (9, 9, 9, 10)
    assert ruleset.rules(3).refund == "all"


def test_a_file_extends_a_built_in_ruleset() -> None:
    ruleset = load_ruleset(write("mine.toml", 'extends = "iello-en"\nrefund = "up"\n'))
    assert ruleset.name == "mine"
    assert ruleset.extends == "iello-en"
    assert ruleset.rules(4).refund == "up"
    assert ruleset.rules(4).removed == 2
    kept = [reading for reading in load_ruleset("iello-en").readings if reading.rule != "refund"]
    assert list(ruleset.readings) == kept


def test_a_file_extends_another_relative_to_itself() -> None:
    write("base/whole.toml", WHOLE)
    write("base/rounded.toml", 'extends = "whole.toml"\nrefund = "up"')
    child = write("what-ifs/mine.toml", 'extends = "../base/rounded.toml"\nraise = "match"')
    ruleset = load_ruleset(child)
    assert ruleset.extends == "rounded"
    assert (ruleset.raise_, ruleset.refund) == ("match", "up")
    assert ruleset.rules(3).houses == tuple(range(1, 13))


def test_what_is_wrong_with_an_extended_file_is_told_of_that_file() -> None:
    write("base.toml", WHOLE.replace('"all"', '"half"'))
    message = refusal(write("mine.toml", 'extends = "base.toml"'))
    assert message.startswith("mine.toml: extends: base.toml: refund: 'half' is not allowed")


def test_files_that_extend_each_other() -> None:
    write("a.toml", 'extends = "b.toml"')
    message = refusal(write("b.toml", 'extends = "a.toml"'))
    assert message == (
        "b.toml: extends: a.toml: extends: b.toml: "
        "a file cannot extend itself, directly or through others"
    )


def test_a_ruleset_may_be_a_mapping() -> None:
    made = ruleset_of({"name": "mine", "extends": "iello-en", "coins": {4: 20}, "refund": "none"})
    assert (made.players, made.refund, made.removed) == ((4,), "none", {4: 2})
    assert ruleset_of(load_ruleset("iello-fr").model_dump(by_alias=True)) == load_ruleset(
        "iello-fr"
    )
    with pytest.raises(UsageError, match="ruleset 'mine': refund: 'half' is not allowed"):
        ruleset_of({"name": "mine", "extends": "iello-en", "refund": "half"})
    with pytest.raises(UsageError, match="'iello-en' is a built-in ruleset with other rules"):
        ruleset_of({"name": "iello-en", "extends": "iello-en", "refund": "up"})
    with pytest.raises(UsageError, match="the ruleset: "):
        ruleset_of({"extends": "iello-en", "refund": "up"})
