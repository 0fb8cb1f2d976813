"""What a user has set for other programs changes no plot, and costs no table."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib as mpl
import pytest

from tests.cli.conftest import Command

RUN = ("run", "--games", "40", "--players", "3", "--strategy", "spread", "--strategy", "miser")


def test_plots_do_not_depend_on_matplotlibs_settings(forsale: Command, folder: Path) -> None:
    more = ("--seed", "1", "--plot-format", "svg", "--out")
    assert forsale(*RUN, *more, "usual").status == 0
    odd = {
        "text.usetex": True,
        "savefig.bbox": "tight",
        "lines.linewidth": 9,
        "xtick.bottom": False,
    }
    with mpl.rc_context({**odd, "axes.xmargin": 0.4, "font.weight": "bold", "savefig.dpi": 30}):
        said = forsale(*RUN, *more, "set")
    assert said.status == 0, said.err
    drawn = sorted(path.name for path in Path("usual").glob("*.svg"))
    assert drawn
    for name in drawn:
        assert Path("set", name).read_bytes() == Path("usual", name).read_bytes()


def test_tables_are_saved_though_nothing_can_be_drawn(
    forsale: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object) -> None:
        raise RuntimeError("no font\nat all")

    with monkeypatch.context() as patched:
        patched.setattr("strategy_lab.display.plots.charts.save_by_ruleset", draw)
        said = forsale(*RUN, "--seed", "1", "--out", "saved")
    assert said.status == 1
    assert "the tables are saved in saved" in said.err
    assert "RuntimeError: no font at all" in said.err
    facts = json.loads(Path("saved/manifest.json").read_text())
    assert all(Path("saved", name).exists() for name in facts["tables"])
    assert not list(Path("saved").glob("*.png"))
    assert forsale("run", "--resume", "saved").status == 0
    assert list(Path("saved").glob("*.png"))
