from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.errors import ForSaleError
from forsale_sim.report.plots.saving import save_plots
from matplotlib.image import imread

from tests.report.made import made_tables


def test_files_are_named_after_plot_and_ruleset_and_always_the_same(tmp_path: Path) -> None:
    tables = made_tables((4,), rulesets=("iello-en", "my rules"))
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        saved = save_plots(tables, folder, ["png", "svg"])
        assert sorted(saved) == sorted(folder.iterdir())
    assert [path.name for path in saved] == [
        f"win_rate_by_{what}_{ruleset}.{form}"
        for ruleset in ("iello-en", "my_rules")
        for what in ("seat", "strategy")
        for form in ("png", "svg")
    ]
    for path in saved:
        assert path.read_bytes() == (folders[0] / path.name).read_bytes()


def test_a_picture_shows_something_and_nothing_is_cut_off(tmp_path: Path) -> None:
    for path in save_plots(made_tables((3, 4, 5, 6)), tmp_path, ["png"]):
        ink = (imread(path)[..., :3] < 0.95).any(axis=-1)
        assert ink.mean() > 0.01
        edges = [ink[:3], ink[-3:], ink[:, :3], ink[:, -3:]]
        assert not any(edge.any() for edge in edges)


def test_a_folder_that_is_gone_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(ForSaleError, match=r"cannot write .*win_rate_by_seat_iello-en\.png"):
        save_plots(made_tables((4,)), tmp_path / "gone", ["png"])
