"""Charts of effects, and figures as files and as elements of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from matplotlib.figure import Figure
from strategy_lab.display.plots.charts import PlotFormat, plot_name, save_by_ruleset, save_figure
from strategy_lab.display.plots.figures import VARIABLES, inline_svg, svg_file
from strategy_lab.display.plots.marks import (
    DOT,
    FILLED,
    HOLLOW,
    EffectRow,
    Mark,
    Series,
    draw_groups,
    draw_stacks,
    effect_chart,
    style,
)
from strategy_lab.display.plots.meta_plot import (
    LEFT_OUT,
    NEW_TABLE,
    forest_rows,
    save_forest_plots,
    tables_with_a_say,
)
from strategy_lab.display.presentations import plots_of
from strategy_lab.errors import LaboratoryError
from strategy_lab.results.conclusions import conclusions
from strategy_lab.results.tables import Tables, records, values, where
from strategy_lab.stats.evidence import PREDICTION_ERROR, new_table

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.plots.files import assert_as_before, assert_whole
from tests.strategy_lab.experiments.compare.contrasting import (
    ENGLISH,
    FRENCH,
    difference_table,
    made_comparison,
)

ROWS = [
    EffectRow("one", [Mark(FILLED, 2.0), Mark(HOLLOW, -1.0), Mark(DOT, 3.0)]),
    EffectRow("two", [Mark(FILLED, 1.0, 0.5, 1.5)]),
]


def test_rows_are_named_from_the_top_and_marks_are_where_their_values_are() -> None:
    (axis,) = effect_chart(ROWS, unit="coins", margin=0.5).axes
    assert [label.get_text() for label in axis.get_yticklabels()] == ["one", "two"]
    top, bottom = axis.transData.transform([(0, 0), (0, 1)])[:, 1]
    assert top > bottom
    points = {
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]))
        for line in axis.lines
        if line.get_marker() == "o"
    }
    assert points == {(2.0, 0.0), (-1.0, 0.0), (3.0, 0.0), (1.0, 1.0)}
    assert axis.get_xlabel() == "coins"


FIELDS = ("strong", "counter,expert", "credible=mirrors:miser,spread", "all")
SAY = ["strong", "miser alone", "spread alone"]


@pytest.fixture(scope="module")
def tables() -> Tables:
    table = difference_table(
        made_comparison(ENGLISH, FRENCH, fields=FIELDS, players=[4], games=20_000)
    )
    return {"differences": table, "conclusions": conclusions(table, MEASURES.asked)}


def test_the_interval_is_that_of_the_tables_that_speak_for_themselves(tables: Tables) -> None:
    (row,) = records(where(tables["conclusions"], measure="coins_left"))
    shown = tables_with_a_say(tables["differences"], MEASURES, row)
    assert [each["field"] for each in shown] == SAY
    drawn = forest_rows(shown)
    assert [each.label for each in drawn] == [*SAY, NEW_TABLE, LEFT_OUT]
    known = new_table(
        np.array([each["difference"] for each in shown]),
        np.array([each["standard_error"] for each in shown]),
        PREDICTION_ERROR,
    )
    (mark,) = drawn[-2].marks
    assert (mark.value, mark.low, mark.high) == pytest.approx((known.mean, known.low, known.high))
    (left_out,) = drawn[-1].marks
    assert left_out.low < mark.low
    assert left_out.high > mark.high


def test_the_best_findings_are_plotted(tables: Tables, tmp_path: Path) -> None:
    save_forest_plots(tables, MEASURES, tmp_path, ["svg"])
    names = {path.name for path in tmp_path.iterdir()}
    assert "tables_coins_left_4_iello-fr.svg" in names
    assert len(names) == 3


VALUE = np.array([1.0, 2.0])
SERIES = [Series(label, VALUE, VALUE - 0.1, VALUE + 0.1) for label in ("one", "two & more")]


def chart(kind: str = "stacks") -> Figure:
    with style():
        figure = Figure(figsize=(4.7, 3.1), facecolor="none")
        axis = figure.add_subplot()
        if kind == "stacks":
            draw_stacks(axis, ["a", "b"], SERIES, "coins")
        else:
            draw_groups(axis, ["a", "b"], SERIES, unit="$x$", level=1)
        axis.legend()
    return figure


def element(kind: str = "stacks", name: str = "panel") -> ElementTree.Element:
    return ElementTree.fromstring(inline_svg(chart(kind), name, "What <it> shows"))


@pytest.mark.parametrize("kind", ["stacks", "points"])
def test_ids_are_of_its_name_and_every_reference_has_its_part(kind: str) -> None:
    root = element(kind, "one")
    ids = [part.get("id", "") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids)) > 2
    assert all(name.startswith("one-") for name in ids)
    text = ElementTree.tostring(root, encoding="unicode")
    assert {*re.findall(r'(?:href="|url\()#([\w-]+)', text)} == {*ids} - {"one-alt"}


def test_colours_that_a_dark_page_changes_are_variables() -> None:
    text = inline_svg(chart(), "panel", "")
    assert not re.findall("|".join(VARIABLES), text, re.IGNORECASE)
    assert {*re.findall(r"var\((--c\d+)\)", text)} <= {*VARIABLES.values()}
    file = svg_file(text)
    assert "prefers-color-scheme: dark" in file
    ElementTree.fromstring(file)


@pytest.mark.parametrize("kind", ["stacks", "points"])
def test_texts_are_texts(kind: str) -> None:
    texts = ["".join(part.itertext()) for part in element(kind).iter("text")]
    assert {"a", "b", "one", "two & more", {"stacks": "coins", "points": "$x$"}[kind]} <= {*texts}


def test_it_is_small_and_always_the_same() -> None:
    text = inline_svg(chart(), "panel", "")
    assert text == inline_svg(chart(), "panel", "")
    assert len(text) < 12_000
    assert "<g>" not in text
    assert not re.search(r"\d\.\d{3}", text)


def save_plots(tables: Tables, folder: Path, formats: Sequence[PlotFormat]) -> list[Path]:
    plots = {"win_rate_by_seat": "seats", "win_rate_by_strategy": "strategies"}
    drawn = {name: plots_of(tables, MEASURES)[kind] for name, kind in plots.items()}
    rulesets = values(tables["by_players"]["ruleset"])
    return save_by_ruleset(drawn, rulesets, folder, formats)


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
