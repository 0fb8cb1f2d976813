from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure
from strategy_lab.display.plots.charts import plot_name, save_figure, save_plots
from strategy_lab.errors import LaboratoryError

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.plots.files import assert_as_before, assert_whole


def test_files_are_named_after_plot_and_ruleset_and_always_the_same(tmp_path: Path) -> None:
    tables = made_tables((4,), rulesets=("iello-en", "my rules"))
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        saved = save_plots(tables, folder, ["png", "svg"])
        assert sorted(saved) == sorted(folder.iterdir())
    assert [path.name for path in saved] == [
        f"win_rate_by_{what}_{ruleset}.{form}"
        for ruleset in ("iello-en", "my rules")
        for what in ("seat", "strategy")
        for form in ("png", "svg")
    ]
    assert_as_before(saved, folders[0])


def test_a_picture_shows_something_and_nothing_is_cut_off(tmp_path: Path) -> None:
    for path in save_plots(made_tables((3, 4, 5, 6)), tmp_path, ["png"]):
        assert_whole(path)


def test_a_folder_that_is_gone_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(LaboratoryError, match=r"cannot write .*win_rate_by_seat_iello-en\.png"):
        save_plots(made_tables((4,)), tmp_path / "gone", ["png"])


def test_a_figure_that_is_too_small_grows_without_a_warning(tmp_path: Path) -> None:
    figure = Figure(figsize=(3, 3), layout="constrained")
    figure.add_subplot().set_yticks([0], ["a label that is wider than the figure is by far"])
    save_figure(figure, tmp_path / "grown.png", "png")
    assert figure.get_figwidth() > 3
    assert_whole(tmp_path / "grown.png")
    hopeless = Figure(figsize=(1, 1), layout="constrained")
    hopeless.add_subplot().set_yticks([0], ["a label" * 100])
    save_figure(hopeless, tmp_path / "hopeless.png", "png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grown.png", "hopeless.png"]


def test_a_very_long_name_of_a_ruleset_is_cut_short() -> None:
    names = [plot_name("win_rate_by_strategy", letter * 60) for letter in "🏠🏡"]
    assert len(set(names)) == 2
    assert all(len(f".{name}.png.1234567.forsale-sim.part".encode()) <= 255 for name in names)
    assert plot_name("ratings", "iello-en") == "ratings_iello-en"
