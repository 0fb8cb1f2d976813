from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from forsale_sim.reports.experiment import Config, load_config
from strategy_lab.errors import UsageError

UNSAID = {"players", "trained", "training_seeds", "question", "print_advice"}
"""Keys that have no value unless one is given."""

REPORTS = Path(__file__).parents[2] / "reports"


def test_the_file_that_a_report_is_made_by_asks_for_the_same(tmp_path: Path) -> None:
    config = Config(
        title='a "quoted" \\ title',
        rulesets=("iello-en",),
        headline="The opener wins",
        claims=("win_rate seat 1 > 0",),
        labels={"iello-en[refund=all]": "All comes back", "iello-en": "English rules"},
        notes=("One.", "Two."),
        games=5,
        seed=2**64 - 1,
    )
    path = tmp_path / "report.toml"
    path.write_text(config.to_toml(), encoding="utf-8")
    assert load_config(path) == config
    said = set(tomllib.loads(config.to_toml()))
    assert said == set(Config.model_fields) - UNSAID


@pytest.mark.parametrize("path", sorted(REPORTS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_repositorys_own_files_can_be_read(path: Path) -> None:
    assert load_config(path).games >= 8_000
    assert load_config(path, games=7).games == 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('ruleset = ["iello-en"]', "ruleset: no such key: did you mean 'rulesets'"),
        ("players = [1]", "players"),
        ("games = 0", "games: 0 is not allowed; it must be a whole number from 1 on"),
        ("games = 1.5", "games: 1.5 is not allowed"),
        ("seed = -1", "seed: -1 is not allowed"),
        ("fields = []", "fields: [] is not allowed"),
        ('headline = "Rounding up is kinder"', "say in claims what the games have to show"),
        ("notes = [1]", "notes"),
        ("games = ", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as error:
        load_config(path)
    assert str(path) in str(error.value)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.toml: there is no such file"):
        load_config(tmp_path / "none.toml")
