"""What must hold of every plot that is saved."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from matplotlib.image import imread


def assert_whole(path: Path) -> None:
    """A PNG shows something, and no ink of it lies at an edge."""
    ink = (imread(path)[..., :3] < 0.95).any(axis=-1)
    assert ink.mean() > 0.01
    assert not any(edge.any() for edge in (ink[:3], ink[-3:], ink[:, :3], ink[:, -3:]))


def assert_as_before(saved: Iterable[Path], before: Path) -> None:
    """Every file equals that of its name in a folder, and each picture is whole."""
    for path in saved:
        assert path.read_bytes() == (before / path.name).read_bytes()
        if path.suffix == ".png":
            assert_whole(path)
