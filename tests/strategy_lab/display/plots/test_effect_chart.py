"""Charts of effects: a row each, on one axis."""

from __future__ import annotations

from strategy_lab.display.plots.marks import DOT, FILLED, HOLLOW, EffectRow, Mark, effect_chart

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


def test_a_key_names_the_kinds_of_marks() -> None:
    figure = effect_chart(ROWS, unit="coins", key=[(FILLED, "strong"), (DOT, "others")])
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["strong", "others"]


def test_limits_are_kept() -> None:
    (axis,) = effect_chart(ROWS, unit="", limits=(0.0, 1.0)).axes
    assert axis.get_xlim() == (0.0, 1.0)
