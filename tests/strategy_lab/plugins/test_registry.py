"""Where strategies are found: in installed packages and in files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from forsale_sim.for_sale import GAME
from forsale_sim.program import PANEL
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrants import find_strategy, load_entrant, load_member, source_of
from strategy_lab.plugins.registry import (
    find_in_file,
    find_installed,
    installed_files,
    installed_strategies,
    problems_of_packages,
)
from strategy_lab.program import offered

BUILT_IN = {
    "appraiser",
    "blueprint",
    "champion",
    "coinflip",
    "counter",
    "expert",
    "highest-first",
    "linear",
    "lookahead",
    "lowest-first",
    "matcher",
    "miser",
    "quick",
    "random",
    "solver",
    "spread",
    "stranger",
}

STRATEGY = """
from forsale_sim import View, strategy

@strategy("{name}")
class Any:
    def bid(view: View) -> int:
        return 0
    def sell(view: View) -> int:
        return {sell}
"""


def source(name: str, sell: str = "view.hand.bit_length()") -> str:
    return STRATEGY.format(name=name, sell=sell)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, besides those that are there."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def install(site: Path, package: str, modules: dict[str, str]) -> None:
    for name, text in modules.items():
        file = site / package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    metadata = site / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[forsale_sim.strategies]\n{package} = {package}\n")


def refusal(name: str) -> str:
    with pytest.raises(UsageError) as caught:
        find_installed(name, GAME)
    return str(caught.value)


def test_another_package_offers_strategies_in_the_same_way(site: Path) -> None:
    modules = {
        "__init__.py": source("first-of-theirs"),
        "more.py": "from first_players import Any\n" + source("second-of-theirs"),
        "nothing.py": "number = 1",
        "below/__init__.py": "",
        "below/deeper.py": source("third-of-theirs"),
    }
    install(site, "first_players", modules)
    assert find_installed("first-of-theirs", GAME).name == "first-of-theirs"
    assert set(installed_strategies(GAME)) == BUILT_IN | {
        *PANEL, "first-of-theirs", "second-of-theirs", "third-of-theirs"
    }  # fmt: skip


SHARP = f"""
format = 1
strategy = "spread"
source = "{source_of(find_installed("spread", GAME))}"
ruleset = "iello-en"
players = 4

[parameters]
share = 0.3
"""
BLEND = """
format = 1

[[members]]
strategy = "sharp.toml"
weight = 2
[[members]]
strategy = "expert"
weight = 1
"""


def test_a_package_ships_parameters_and_mixtures_under_their_names(site: Path) -> None:
    files = {"__init__.py": "", "sharp.toml": SHARP, "soft-blend.toml": BLEND}
    install(site, "shipping_players", {**files, "data/other.toml": "x = 1"})
    assert list(installed_files(GAME)) == ["sharp", "soft-blend"]
    tuned = load_entrant("sharp", GAME)
    assert (tuned.name, tuned.spec) == ("sharp", "sharp")
    assert tuned.decisions["bid"].arguments == {"share": 0.3}
    named = find_strategy("sharp", GAME)
    assert (named.strategy.name, named.settings) == ("spread", "share=0.3")
    blend = load_entrant("soft-blend", GAME)
    assert (blend.name, blend.spec) == ("soft-blend", "soft-blend")
    crossed = load_entrant("bid=sharp,sell=expert", GAME)
    assert crossed.name == "bid=sharp,sell=expert"
    with pytest.raises(UsageError, match="'soft-blend' is a mixture, and cannot be a member"):
        load_member("soft-blend", GAME)
    with pytest.raises(UsageError, match="a TOML file takes no parameters"):
        load_entrant("sharp:share=0.2", GAME)
    assert "did you mean 'sharp'" in refusal("shapr")


def test_of_two_strategies_of_one_name_the_built_in_one_plays(site: Path) -> None:
    install(site, "second_players", {"__init__.py": source("spread")})
    assert find_installed("spread", GAME).decisions["bid"].__module__ == "forsale_strategies.spread"
    assert "second_players" not in sys.modules
    assert installed_strategies(GAME)["spread"] is find_installed("spread", GAME)
    (problem,) = problems_of_packages(GAME)
    assert problem.startswith("two installed strategies are called 'spread': that of 'forsale_st")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def", "SyntaxError: invalid syntax"),
        (source("Bad Name"), "ValueError: a strategy's name is lower-case words"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("import time\ntime.sleep(99)", "TimeoutError: no answer after 1 s"),
    ],
)
def test_a_broken_package_is_a_line_and_stops_nobody_else(
    broken: str, said: str, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strategy_lab.program.PATIENCE", 1)
    package = f"third_players_{abs(hash(broken))}"
    install(site, package, {"__init__.py": f"{broken}\n"})
    for name in ("spread", "random", "blueprint", *PANEL):
        load_entrant(name, GAME)  # and nothing of theirs is imported
    assert package not in sys.modules
    assert set(installed_strategies(GAME)) >= BUILT_IN
    (problem,) = problems_of_packages(GAME)
    assert problem.startswith(f"{package!r}, which an installed package offers, cannot be imported")
    assert said in problem
    assert "mend or uninstall it" in problem
    assert problem in refusal("nobody")
    game = next(iter(offered("forsale_sim.games")))
    assert game.name == "for-sale"


def write(path: Path, text: str) -> Path:
    path.write_text(dedent(text))
    return path


def test_a_file_s_only_strategy_needs_no_name(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.py", source("only"))
    assert find_in_file(file, "", GAME).name == "only"
    assert find_in_file(file, "only", GAME) is find_in_file(file, "", GAME)


def test_one_of_several_strategies_must_be_named(tmp_path: Path) -> None:
    file = write(tmp_path / "mine.py", source("one") + source("two").replace("Any", "Other"))
    assert find_in_file(file, "two", GAME).name == "two"
    with pytest.raises(UsageError, match="holds several strategies") as caught:
        find_in_file(file, "", GAME)
    assert f"name one, as {file}:one. Known: one, two" in str(caught.value)
    with pytest.raises(UsageError, match="holds no strategy 'tow': did you mean 'two'"):
        find_in_file(file, "tow", GAME)


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    loop, device = tmp_path / "loop.py", tmp_path / "device.py"
    loop.symlink_to(loop)
    device.symlink_to("/dev/zero")
    for path in (loop, device, tmp_path, tmp_path / f"{'a' * 300}.py", tmp_path / "a\0.py"):
        with pytest.raises(UsageError, match="no strategy file"):
            find_in_file(path, "", GAME)


def test_naming_one_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from forsale_sim.for_sale import load_field; load_field(['spread']); "
        "print(*sorted(name for name in sys.modules if name.startswith('forsale_strategies.')))"
    )
    asked = [sys.executable, "-c", code]
    imported = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    assert imported == ["forsale_strategies.spread", "forsale_strategies.table"]
