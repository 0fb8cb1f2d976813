"""Files of tuned parameters: what they load, what is refused, and what they were tuned for."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import GAME, load_entrant
from strategy_lab.errors import UsageError
from strategy_lab.plugins import entrants
from strategy_lab.plugins.registry import find_installed

PARAMETERS = {"share": 0.25, "aim": 0.75}


def written(folder: Path, **changes: object) -> Path:
    said: dict[str, object] = {
        "strategy": "matcher",
        "source": entrants.source_of(find_installed("matcher", GAME)),
        "ruleset": "iello-en",
        "players": 4,
        "parameters": PARAMETERS,
        "made": {"seed": 2**63, "against": 'a "b" \\ c', "self_play": True},
    }
    path = folder / "mine.toml"
    entrants.write_tuned(path, entrants.TunedFile(**{**said, **changes}))  # type: ignore[arg-type]
    return path


def refusal(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        load_entrant(str(path))
    return str(caught.value)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = written(tmp_path)
    tuned = entrants.read_tuned(path)
    assert tuned.parameters == PARAMETERS
    assert tuned.made == {"seed": 2**63, "against": 'a "b" \\ c', "self_play": True}
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]


def test_it_is_the_strategy_with_these_parameters(tmp_path: Path) -> None:
    entrant = load_entrant(str(written(tmp_path)))
    usual = load_entrant("matcher:share=0.25,aim=0.75")
    assert entrant.decisions == usual.decisions
    assert entrant.name.startswith("mine#") and entrant.spec == str(tmp_path / "mine.toml")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"strategy": "expert"}, "was tuned for another version of 'expert'"),
        ({"strategy": "matchr"}, "unknown strategy 'matchr'"),
        ({"source": "0123"}, "was tuned for another version of 'matcher'"),
        ({"parameters": {"share": 2.0, "aim": 1.0}}, "'share' must be a number from 0.0 to 1.0"),
        ({"parameters": {"share": 0.5}}, "does not set the parameters of 'matcher'"),
        ({"players": "four"}, "mine.toml: players: 'four' is not allowed; it must be a whole"),
        ({"players": 3.5}, "players: 3.5 is not allowed; it must be a whole number"),
        ({"parameters": {"share": "x", "aim": 1.0}}, "parameters.share: 'x' is not allowed"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    assert message in refusal(written(tmp_path, **changes))


@pytest.mark.parametrize("named", ['"mine.toml"', '"other.toml"', "7"])
def test_a_file_is_for_a_strategy_and_for_no_other_file(tmp_path: Path, named: str) -> None:
    path = written(tmp_path)
    (tmp_path / "other.toml").write_text(path.read_text())
    path.write_text(path.read_text().replace('"matcher"', named))
    shown = named.replace('"', "'")
    said = refusal(path)
    assert said.startswith(f"{path}: strategy: {shown} is not allowed; it must be ")
    assert said.endswith("no TOML file itself")


@pytest.fixture
def mixture(tmp_path: Path) -> Path:
    """Of two tuned files, for different games, and a strategy that is none."""
    specs = ["spread"]
    for players in (3, 5):
        folder = tmp_path / str(players)
        folder.mkdir()
        specs.append(str(written(folder, players=players)))
    path = tmp_path / "mixture.toml"
    entrants.write_mixture(path, entrants.MixtureFile(tuple(specs), (1.0, 1.0, 1.0), {}))
    return path


def test_a_file_that_plays_something_else_is_named_once(tmp_path: Path) -> None:
    path = written(tmp_path, players=4)
    games = [("iello-en", 3), ("iello-en", 4), ("iello-en", 5), ("iello-fr", 4)]
    assert list(entrants.tuning_mismatches([str(path), f"bid={path},sell=spread"], games)) == [
        f"{path} was tuned for iello-en with 4 players: here it plays iello-en with 3, 5 players, "
        "iello-fr with 4 players."
    ]


def test_a_mixture_was_tuned_for_what_its_members_were(mixture: Path) -> None:
    assert entrants.tuned_for(mixture) == [("iello-en", 3), ("iello-en", 5)]
    assert list(entrants.tuning_mismatches([str(mixture)], [("iello-en", 5)])) == []
    (said,) = entrants.tuning_mismatches([str(mixture)], [("iello-en", 4)])
    assert said.endswith("for iello-en with 3, 5 players: here it plays iello-en with 4 players.")
