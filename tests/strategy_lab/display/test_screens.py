"""What commands print, and the pages that reports write, are as they were read last."""

from __future__ import annotations

import pytest

from tests.strategy_lab.display.screens import FOLDER, PAGES, SCREENS, path_of, screen

LONG = {"exploit", "page-of-a-design"}
NAMES = [
    pytest.param(name, marks=[pytest.mark.thorough] * (name in LONG)) for name in (*SCREENS, *PAGES)
]


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_is_as_it_was(name: str) -> None:
    assert screen(name) == path_of(name).read_text(encoding="utf-8")


def test_there_is_no_other_screen() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SCREENS, *PAGES}
