"""What a report is asked for: its file, the paths in it, and the claims of its headline."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from forsale_sim.reports.experiment import (
    BalanceReport,
    Config,
    check_claims,
    load_config,
    parse_claim,
)
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import make_page, write_report
from strategy_lab.errors import UsageError
from strategy_lab.ruleset_files import is_path

from tests.reports.conftest import SMALL

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


NAMED = Config(
    rulesets=("iello-en", "my.toml", "../common/old.toml", "./rules"),
    fields=(
        "strong",
        "counter,mine.py:bold:share=0.3,level=2,mixed.toml",
        "mirrors:lib/mine.py,expert",
        "bid=expert,sell=lib/sell.py:late,linear",
        "reference=mirrors:lib/best.py",
    ),
    trained="trained/{ruleset}-{players}-{seed}.toml",
)


def test_paths_in_a_file_are_relative_to_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "rep.toml"
    path.write_text(NAMED.to_toml(), encoding="utf-8")
    found = load_config(path)
    assert found.rulesets == (
        "iello-en",
        str(tmp_path / "my.toml"),
        str(tmp_path / "../common/old.toml"),
        str(tmp_path / "rules"),
    )
    assert found.fields == (
        "strong",
        f"counter,{tmp_path}/mine.py:bold:share=0.3,level=2,{tmp_path}/mixed.toml",
        f"mirrors:{tmp_path}/lib/mine.py,expert",
        f"bid=expert,sell={tmp_path}/lib/sell.py:late,linear",
        f"reference=mirrors:{tmp_path}/lib/best.py",
    )
    assert found.trained == f"{tmp_path}/trained/{{ruleset}}-{{players}}-{{seed}}.toml"


def test_what_is_found_here_is_seen_from_there_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (Path(), Path("cfg"), Path("../elsewhere"), tmp_path / "deep" / "er"):
        found = NAMED.resolved_from(folder)
        assert found.relative_to(folder) == NAMED
        assert all(map(is_path, found.rulesets[1:]))


def test_another_folder_sees_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seen = NAMED.resolved_from(Path("cfg")).relative_to(Path("out"))
    assert seen.rulesets == ("iello-en", "../cfg/my.toml", "../common/old.toml", "../cfg/rules")
    assert seen.fields[2] == "mirrors:../cfg/lib/mine.py,expert"
    again = seen.resolved_from(Path("out"))
    assert [str(Path(text).resolve()) for text in again.rulesets[1:]] == [
        str(tmp_path / "cfg" / "my.toml"),
        str(tmp_path / "common" / "old.toml"),
        str(tmp_path / "cfg" / "rules"),
    ]


def test_a_long_path_is_not_refused(tmp_path: Path) -> None:
    path = tmp_path / "rep.toml"
    long = f"{'deep/' * 60}my.toml"
    path.write_text(f'rulesets = ["{long}"]\n', encoding="utf-8")
    assert load_config(path).rulesets == (str(tmp_path / long),)


def claiming(results: Results, *claims: str, headline: str = "Rounding up is kinder") -> Results:
    """The same results, under a headline."""
    report = results.experiment
    config = SMALL.model_copy(update={"headline": headline, "claims": claims})
    claimed = BalanceReport(config, report.rulesets, report.fields)
    return replace(results, experiment=claimed)


@pytest.mark.parametrize(
    "claim", ["coins_left > 0.3", "coins_left > 0, 3, 4", "paid_by_passing < -0.2, 4, solid"]
)
def test_what_the_games_show_is_printed(small_results: Results, claim: str) -> None:
    page = make_page(claiming(small_results, claim), "again", "", [])
    assert page.headline == "Rounding up is kinder"


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        (
            "coins_left > 40",
            r"of 'coins_left > 40' with 3 players .* each player keeps .* more .*\(likely",
        ),
        ("coins_left < 0", "with 3 players"),
        ("coins_left = 0, 4", "with 4 players"),
        ("win_rate seat 1 > 0, 4, solid", "the headline is not borne out"),
        ("win_rate seat 5 > 0", "was not played"),
        ("coins_left > 0.3, 5", "was not played with 5"),
        ("coins_left > 0.3, re-tuned", "was not played"),
    ],
)
def test_what_they_do_not_show_is_refused(
    small_results: Results, claim: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=says):
        write_report(claiming(small_results, claim), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text", ["", "coins > 1", "coins_left >", "coins_left > 0.3, soldi", "margin = 2", "x = 0"]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="the claim"):
        parse_claim(text)


def test_a_size_is_claimed_of_every_table(small_results: Results) -> None:
    finding = next(
        each for each in small_results.findings(4) if each.row["measure"] == "paid_by_passing"
    )
    least, most = (abs(finding.row[end]) for end in ("most", "least"))
    shown, beyond = (f"paid_by_passing < -{size:.4f}, 4" for size in (0.9 * least, most - 0.01))
    check_claims(claiming(small_results, shown))
    with pytest.raises(UsageError, match="not borne out"):
        check_claims(claiming(small_results, beyond))
