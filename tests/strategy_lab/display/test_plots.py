"""Plots of tables: points, intervals and colours are what the tables have, and all can be read."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from strategy_lab.display.plots.charts import save_by_ruleset, save_figure
from strategy_lab.display.plots.figures import (
    BLUE,
    DOT,
    FILLED,
    GREY,
    PALETTE,
    VARIABLES,
    EffectRow,
    Mark,
    effect_chart,
    inline_svg,
    style,
    svg_file,
)
from strategy_lab.display.presentations import plots_of
from strategy_lab.errors import LaboratoryError
from strategy_lab.results.tables import Tables, values, where
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL
from strategy_lab.stats.intervals import (
    MEAN_INTERVAL,
    RATE_INTERVAL,
)

from tests.strategy_lab.display.looked_at import (
    CYCLE,
    EITHER,
    FIRST,
    NAMES,
    TIED,
    TOGETHER,
    looked_at,
)
from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.ranked import ranked_tables

LONG = (
    "careful.py:careful",
    "careful.py:careful:reserve=4",
    "bid=careful.py:moody,sell=matcher",
    "appraiser:bend=0.1,least=0.85,thrift=0.05,rivalry=0.12,near=0.63,top=0.22,full=0.31",
    "appraiser:bend=0.1,least=0.85,thrift=0.07,rivalry=0.12,near=0.63,top=0.22,full=0.31",
)
"""Names as long as people write them, of which two differ in the middle."""

LEAST_WIDTH = 2.5
"""Inches of an axis."""


def drawn(kind: str, tables: Tables) -> Figure:
    return plots_of(tables, MEASURES)[kind]("iello-en")


def assert_readable(figure: Figure, least_row: float = 0.0) -> None:
    """Nothing is cut off, nor lies on another panel; panels and their rows are large enough.

    A warning of the layout is an error, as all are.
    """
    canvas = FigureCanvasAgg(figure)
    with style():
        canvas.draw()
    renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
    page = figure.bbox
    for axis in figure.axes:
        box = axis.get_window_extent(renderer)
        assert box.width / figure.dpi >= LEAST_WIDTH
        rows = abs(axis.get_ylim()[1] - axis.get_ylim()[0])
        assert box.height / figure.dpi >= least_row * rows
        for text in texts_of(axis):
            extent = text.get_window_extent(renderer)
            assert page.x0 <= extent.x0 and extent.x1 <= page.x1, text.get_text()
            assert page.y0 <= extent.y0 and extent.y1 <= page.y1, text.get_text()
            for other in figure.axes:
                over = other.get_window_extent(renderer)
                assert other is axis or not over.padded(-1).overlaps(extent), text.get_text()


def texts_of(axis: Axes) -> list[Text]:
    (left, right), (bottom, top) = sorted(axis.get_xlim()), sorted(axis.get_ylim())
    labels = [
        *(text for text in axis.get_xticklabels() if left <= text.get_position()[0] <= right),
        *(text for text in axis.get_yticklabels() if bottom <= text.get_position()[1] <= top),
    ]
    titles = [text for text in axis.get_children() if isinstance(text, Text)]
    return [text for text in (*labels, *titles) if text.get_visible() and text.get_text()]


def assert_whole(path: Path) -> None:
    """A PNG shows something, and no ink of it lies at an edge."""
    ink = (imread(path)[..., :3] < 0.95).any(axis=-1)
    assert ink.mean() > 0.01
    assert not any(edge.any() for edge in (ink[:3], ink[-3:], ink[:, :3], ink[:, -3:]))


def points(axis: Axes) -> list[tuple[float, float, str]]:
    """Where the points of a panel are, and their colours."""
    return [
        (*bar.lines[0].get_xydata()[0], to_hex(bar.lines[0].get_color()))  # type: ignore[union-attr]
        for bar in axis.containers
    ]


def test_points_are_the_win_rates_and_coloured_where_they_differ() -> None:
    tables = made_tables((4,), first_seat=6.0)
    (axis,) = drawn("seats", tables).axes
    found = points(axis)
    assert [x for x, _, _ in found] == [1, 2, 3, 4]
    np.testing.assert_allclose([y for _, y, _ in found], 100 * tables["by_seat"]["win_rate"])
    assert found[0][2] == BLUE.lower()
    fair = made_tables((4,), field=("a", "b", "c", "d"))
    assert {colour for _, _, colour in points(drawn("seats", fair).axes[0])} == {GREY.lower()}


def test_there_is_a_line_at_a_fair_share_and_one_scale_about_it() -> None:
    figure = drawn("seats", made_tables((3, 5)))
    spans = []
    for axis, fair in zip(figure.axes, (100 / 3, 20), strict=True):
        assert any(np.allclose(line.get_ydata(), fair) for line in axis.lines)
        low, high = axis.get_ylim()
        spans.append((fair - low, high - fair))
    assert spans[0] == pytest.approx(spans[1])


def test_strategies_stand_in_one_order_and_the_best_is_coloured() -> None:
    figure = drawn("strategies", made_tables((3, 4), skill=4.0))
    for axis in figure.axes:
        found = points(axis)
        assert [y for _, y, _ in found] == [0, 1, 2, 3, 4]
        assert [colour == BLUE.lower() for *_, colour in found] == [True, *[False] * 4]
        assert "expert wins most" in axis.get_title(loc="left")


@pytest.mark.parametrize(
    ("deals", "tendencies"), [(4, {}), (30, {"skill": 30.0}), (200, {"skill": 4.0})]
)
def test_no_axis_leads_below_0_or_above_100_and_all_are_of_one_scale(
    deals: int, tendencies: dict[str, float]
) -> None:
    tables = made_tables((3, 4, 5, 6), deals=deals, **tendencies)
    spans = set()
    for axis in drawn("strategies", tables).axes:
        low, high = axis.get_xlim()
        spans.add(round(high - low, 9))
        assert 0 <= low < high <= 100
        found = [x for x, *_ in points(axis)]
        assert low <= min(found) and max(found) <= high
        for number in axis.texts:
            assert low <= number.xy[0] <= high  # type: ignore[attr-defined]
    assert len(spans) == 1
    for axis in drawn("seats", tables).axes:
        assert 0 <= axis.get_ylim()[0] < axis.get_ylim()[1] <= 100


def test_a_number_for_which_there_is_no_room_below_is_beyond_the_fair_share() -> None:
    tables = made_tables((4,), deals=60, skill=30.0)
    (axis,) = drawn("strategies", tables).axes
    assert axis.get_xlim()[0] == 0
    for (rate, *_), number in zip(points(axis), axis.texts, strict=True):
        if rate < 5:
            assert number.xy[0] >= 25  # type: ignore[attr-defined]
            assert number.get_horizontalalignment() == "left"


def test_who_is_ahead_of_whom_is_written_and_coloured_where_it_is_shown() -> None:
    tables = made_tables((4,), skill=4.0)
    (axis,) = drawn("opponents", tables).axes
    meetings = where(tables["head_to_head"], players=4)
    texts = sorted(text.get_text() for text in axis.texts)
    assert texts == sorted(f"{100 * rate:.0f}" for rate in meetings["ahead_rate"])
    (grid,) = axis.collections
    shown = (meetings["ahead_rate_low"] > 0.5) | (meetings["ahead_rate_high"] < 0.5)
    ground = np.ma.masked_invalid(np.asarray(grid.get_array(), np.float64))
    assert ground.count() == shown.sum()
    assert next(label.get_text() for label in axis.get_yticklabels()) == "expert"


FOUR = ((200, 50, -50, -200), (150, 60, -60, -150), (130, 70, -70, -130), (100, 90, -90, -100))


def test_points_and_intervals_are_the_ratings() -> None:
    tables = ranked_tables(FOUR)
    (axis,) = drawn("ratings", tables).axes
    assert len(axis.containers) == 4
    for bar, ratings, colour in zip(axis.containers, FOUR, PALETTE, strict=False):
        point, _, (line,) = bar.lines  # type: ignore[attr-defined]
        np.testing.assert_allclose(point.get_xdata(), ratings)
        assert to_hex(point.get_color()) == colour.lower()
        for segment, rating in zip(line.get_segments(), ratings, strict=True):
            np.testing.assert_allclose(segment[:, 0], [rating - 10, rating + 10])
    rows = [bar.lines[0].get_ydata()[0] for bar in axis.containers]  # type: ignore[attr-defined]
    assert rows == sorted(rows)
    assert all(-0.5 < row < 0.5 for row in rows)


def test_what_is_not_known_is_not_drawn() -> None:
    nothing = ranked_tables([(np.nan,) * 4], half=np.nan)
    drawn("ratings", nothing)
    no_interval = ranked_tables(half=np.nan)
    (axis,) = drawn("ratings", no_interval).axes
    (bar,) = axis.containers
    for segment in bar.lines[2][0].get_segments():  # type: ignore[attr-defined]
        assert segment[0, 0] == segment[1, 0]


def test_bars_are_cheques_and_coins_left() -> None:
    tables = made_tables((3, 4))
    (axis,) = drawn("players", tables).axes
    found = tables["by_players"]
    heights = [patch.get_bbox().height for patch in axis.patches if isinstance(patch, Rectangle)]
    np.testing.assert_allclose(heights[:2], found["cheques_mean"])
    np.testing.assert_allclose(heights[2:4], found["coins_left_mean"])
    tops = np.array(heights[:2]) + heights[2:4]
    np.testing.assert_allclose(tops, found["money_mean"])


def test_every_measure_is_drawn_with_its_values_and_intervals() -> None:
    tables = made_tables((3, 4))
    figure = drawn("measures", tables)
    names = values(tables["measures"]["measure"])
    found = [bars for axis in figure.axes for bars in axis.containers]
    assert len(found) == len(names) > len(figure.axes) > 5
    for bars, name in zip(found, names, strict=True):
        rows, measure = where(tables["measures"], measure=name), MEASURES[name]
        line, _, (whiskers,) = bars.lines  # type: ignore[attr-defined]
        np.testing.assert_allclose(line.get_ydata(), measure.scale * rows["value"])
        ends = np.array([segment[:, 1] for segment in whiskers.get_segments()])
        np.testing.assert_allclose(ends[:, 0], measure.scale * rows["value_low"])
        np.testing.assert_allclose(ends[:, 1], measure.scale * rows["value_high"])
    for interval in (MEAN_INTERVAL, RATE_INTERVAL, JACKKNIFE_INTERVAL):
        assert interval in figure.get_supxlabel()


def luminance(colour: tuple[float, float, float]) -> float:
    """Return the relative luminance of WCAG 2, by its definition."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_numbers_on_a_heat_map_can_be_read() -> None:
    tables = made_tables((4,), field=tuple("abcdefgh"), skill=30.0)
    (axis,) = drawn("opponents", tables).axes
    (mesh,) = axis.collections
    mesh.update_scalarmappable()
    cells = {
        (index % 8, index // 8): tuple(colour[:3]) if colour[3] else (1.0, 1.0, 1.0)
        for index, colour in enumerate(mesh.get_facecolor().tolist())
    }
    assert len(axis.texts) == 56
    for text in axis.texts:
        x, y = text.get_position()
        pair = mpl.colors.to_rgb(text.get_color()), cells[int(x), int(y)]
        low, high = sorted(map(luminance, pair))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_bars_are_the_parts_with_arms_where_they_are_not_certain() -> None:
    tables = looked_at(TOGETHER)
    _, parts = drawn("equilibria", tables).axes
    weights = tables["weights"]
    np.testing.assert_allclose([bar.get_width() for bar in parts.patches], 100 * weights["weight"])
    (arms,) = [c for c in parts.collections if len(c.get_paths()) == 2]
    limits = np.array([path.vertices[:, 0] for path in arms.get_paths()])
    uncertain = weights["weight"] > 0
    np.testing.assert_allclose(limits[:, 0], 100 * weights["weight_low"][uncertain])
    np.testing.assert_allclose(limits[:, 1], 100 * weights["weight_high"][uncertain])
    assert [text.get_text() for text in parts.get_yticklabels()] == list(NAMES)


def test_what_is_not_known_of_a_game_is_not_drawn() -> None:
    tables = looked_at(EITHER)
    unknown = {
        name: {
            column: np.full(len(values), np.nan) if column.endswith(("_low", "_high")) else values
            for column, values in table.items()
        }
        for name, table in tables.items()
    }
    drawn("equilibria", unknown)
    no_equilibrium = looked_at(CYCLE)
    _, parts = drawn("equilibria", no_equilibrium).axes
    assert not parts.patches


def renamed(tables: Tables) -> Tables:
    """Tables of a field with long names."""
    new = dict(zip(NAMES, LONG[2:], strict=True))
    return {
        name: {
            column: np.array([new.get(value, value) for value in values.tolist()])
            if column in {"strategy", "opponent", "best_response"}
            else values
            for column, values in table.items()
        }
        for name, table in tables.items()
    }


@pytest.mark.thorough
def test_long_names_leave_titles_whole_and_the_lines_uncovered() -> None:
    figure = drawn("equilibria", renamed(looked_at(FIRST, TOGETHER, CYCLE)))
    assert_readable(figure)
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    for axis in figure.axes[::2]:
        legend = axis.get_legend()
        assert legend is not None
        for other in figure.axes:
            covered = other.get_window_extent(renderer)
            assert not covered.overlaps(legend.get_window_extent(renderer))
        assert axis.get_window_extent(renderer).height / figure.dpi > 1


def test_bars_of_strategies_that_are_tied_are_hatched_and_say_what_they_share() -> None:
    figure = drawn("equilibria", looked_at(TIED))
    _, parts = figure.axes
    hatched = [bar for bar in parts.patches if bar.get_hatch()]
    assert [bar.get_width() for bar in hatched] == [100, 100]
    assert not any(bar.get_width() for bar in parts.patches if not bar.get_hatch())
    assert "Hatched" in figure.get_supxlabel()
    assert "Hatched" not in drawn("equilibria", looked_at(TOGETHER)).get_supxlabel()


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["bid=careful.py:moody,sell=matcher"], ["bid=careful…sell=matcher"]),
        (LONG[3:], ["apprais…thrift=0.05,riva", "apprais…thrift=0.07,riva"]),
        ([letter * 30 + "b" * 30 for letter in "ab"], ["aaaaaaaaaaa…bbbbbbbbbbbb", "b" * 60]),
    ],
)
def test_long_names_are_cut_where_they_still_differ(names: list[str], labels: list[str]) -> None:
    tables = ranked_tables([range(len(names))], names=names)
    (axis,) = drawn("ratings", tables).axes
    found = {text.get_text() for text in axis.get_yticklabels()}
    assert len(found) == len(names)
    if max(map(len, labels)) < 30:
        assert found == {*labels}


@pytest.mark.parametrize("kind", ["strategies", "seats", "players", "measures", "opponents"])
def test_a_single_deal_or_none_can_be_plotted(kind: str) -> None:
    for deals in (1,) if kind in ("measures", "opponents") else (0, 1):
        drawn(kind, made_tables((3, 4), deals=deals))


@pytest.mark.parametrize("players", [(3,), (3, 4, 5, 6)])
@pytest.mark.parametrize(("kind", "least_row"), [("strategies", 0.18), ("opponents", 0.25)])
def test_long_names_can_be_read(players: tuple[int, ...], kind: str, least_row: float) -> None:
    tables = made_tables(players, field=LONG, skill=4.0)
    assert_readable(drawn(kind, tables), least_row=least_row)


def test_long_names_of_those_who_are_rated_can_be_read() -> None:
    tables = ranked_tables([(200, 100, 0, -100, -200)] * 2, names=LONG)
    assert_readable(drawn("ratings", tables), least_row=0.25)


ROWS = [
    EffectRow("one", [Mark(FILLED, 2.0), Mark(FILLED, -1.0), Mark(DOT, 3.0)]),
    EffectRow("two & more", [Mark(FILLED, 1.0, 0.5, 1.5)]),
]


def test_rows_are_named_from_the_top_and_marks_are_where_their_values_are() -> None:
    (axis,) = effect_chart(ROWS, unit="coins", margin=0.5).axes
    assert [label.get_text() for label in axis.get_yticklabels()] == ["one", "two & more"]
    top, bottom = axis.transData.transform([(0, 0), (0, 1)])[:, 1]
    assert top > bottom
    marked = [line for line in axis.lines if line.get_marker() == "o"]
    points = {(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in marked}
    assert points == {(2.0, 0.0), (-1.0, 0.0), (3.0, 0.0), (1.0, 1.0)}
    assert axis.get_xlabel() == "coins"


def test_an_element_of_a_page_is_small_its_own_and_follows_the_page_to_dark() -> None:
    chart = effect_chart(ROWS, unit="$x$ of 0.12345", margin=0.5, key=((FILLED, "all"),))
    text = inline_svg(chart, "one", "What <it> shows")
    assert text == inline_svg(chart, "one", "What <it> shows")
    assert len(text) < 6_000
    assert not re.search(r'="[^"]*\d\.\d{3}', text)
    assert not re.findall("|".join(VARIABLES), text, re.IGNORECASE)
    assert {*re.findall(r"var\((--c\d+)\)", text)} <= {*VARIABLES.values()}
    root = ElementTree.fromstring(text)
    ids = [part.get("id", "") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids)) > 2
    assert all(name.startswith("one-") for name in ids)
    assert {*re.findall(r'(?:href="|url\()#([\w-]+)', text)} == {*ids} - {"one-alt"}
    texts = {"".join(part.itertext()) for part in root.iter("text")}
    assert {"one", "two & more", "$x$ of 0.12345", "all"} <= texts
    file = svg_file(text)
    assert "prefers-color-scheme: dark" in file
    ElementTree.fromstring(file)


def save_plots(tables: Tables, folder: Path, *formats: str) -> list[Path]:
    folder.mkdir(exist_ok=True)
    plots = {kind: plots_of(tables, MEASURES)[kind] for kind in ("seats", "strategies")}
    rulesets = values(tables["by_players"]["ruleset"])
    save_by_ruleset(plots, rulesets, folder, formats)  # type: ignore[arg-type]
    return sorted(folder.iterdir())


@pytest.mark.thorough
def test_files_are_named_after_plot_and_ruleset_whole_and_always_the_same(tmp_path: Path) -> None:
    long = "🏠" * 60
    tables = made_tables((4,), rulesets=("iello-en", long))
    before = save_plots(tables, tmp_path / "one", "png", "svg")
    after = save_plots(tables, tmp_path / "two", "png", "svg")
    english = [path.name for path in after if path.stem.endswith("_iello-en")]
    assert english == [
        f"{what}_iello-en.{form}" for what in ("seats", "strategies") for form in ("png", "svg")
    ]
    assert len({*after}) == 8
    for path, other in zip(before, after, strict=True):
        assert path.read_bytes() == other.read_bytes()
        assert len(f".{path.name}.1234567.forsale-sim.part".encode()) <= 255
        if path.name.endswith("_iello-en.png"):
            assert_whole(path)


def test_a_folder_that_is_gone_is_one_message(tmp_path: Path) -> None:
    plots = {"seats": plots_of(made_tables((4,)), MEASURES)["seats"]}
    with pytest.raises(LaboratoryError, match=r"cannot write .*seats_iello-en\.png"):
        save_by_ruleset(plots, ["iello-en"], tmp_path / "gone", ["png"])  # type: ignore[arg-type]


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
