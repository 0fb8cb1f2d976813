from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.reports.config import SECTIONS, USUAL_SECTIONS, Config, load_config

BALANCE = Path(__file__).parents[2] / "reports" / "balance.toml"


def test_the_file_that_a_report_is_made_by_asks_for_the_same(tmp_path: Path) -> None:
    config = Config(title='a "quoted" \\ title', rulesets=("iello-en",), games=5, seed=2**64 - 1)
    path = tmp_path / "report.toml"
    path.write_text(config.to_toml(), encoding="utf-8")
    assert load_config(path) == config
    assert set(tomllib.loads(config.to_toml())) == set(Config.model_fields) - {
        *("strength_games", "players")
    }


def test_the_repositorys_own_file_can_be_read() -> None:
    assert load_config(BALANCE).games == 1_000_000
    assert load_config(BALANCE, games=7).games == 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('ruleset = ["iello-en"]', "ruleset: no such key: did you mean 'rulesets'"),
        ("players = [2]", "players"),
        ("games = 0", "games: 0 is not allowed; it must be a whole number from 1 on"),
        ("games = 1.5", "games: 1.5 is not allowed"),
        ("seed = -1", "seed: -1 is not allowed"),
        ("strength_games = 0", "strength_games: 0 is not allowed; it must be a whole number"),
        ("fields = []", "fields: [] is not allowed"),
        ('sections = ["seat"]', "sections"),
        ('sections = ["seats", "seats"]', "'seats' is in the list twice"),
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


def test_what_a_file_does_not_say_is_not_written(tmp_path: Path) -> None:
    assert "strength_games" not in Config().model_dump(mode="json")
    assert Config().sections == USUAL_SECTIONS
    config = Config(strength_games=70, sections=SECTIONS)
    assert config.model_dump(mode="json")["strength_games"] == 70
    path = tmp_path / "report.toml"
    path.write_text(config.to_toml(), encoding="utf-8")
    assert load_config(path) == config


def test_a_match_has_no_more_games_than_a_cell() -> None:
    assert Config(games=24).match_games == 24
    assert Config(strength_games=70).match_games == 70
