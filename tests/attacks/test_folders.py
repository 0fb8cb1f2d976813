"""Damaged folders of every experiment: what is shown is what was saved, or it is refused."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.calling import attack, kept
from tests.attacks.test_requests import BASES

pytestmark = pytest.mark.slow

OUT = ("--out", "saved")
SVG = ("--plot-format", "svg", *OUT)
PLAYED = {
    "run": (*BASES["run"], *SVG),
    "rank": (*BASES["rank"], *SVG),
    "compare": (*BASES["compare"], *OUT),
    "duel": (*BASES["duel"], *OUT),
    "meta": (*BASES["meta"], "--deals", "10", "--seed", "1", *SVG),
    "design": (*BASES["design"], *OUT),
    "report": ("report", "report.toml", "--games", "12", "--out", "saved"),
}
REPORT = 'players = 3\nplayers-from = "spread,miser,coinflip"\ntables = 2\nseed = 8\n'
PLOTS = {
    "run": ("seats", "strategies", "players", "measures", "opponents"),
    "rank": ("ratings", "opponents"),
}

CASES = 30
"""For each experiment."""

NASTY: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2**63, 2**64, 10**400, 1.5, 1e308, "", "x", "a\x1b[2J", "a" * 300),
    *("../precious.txt", "/etc/passwd", "precious.py", [], {}, [[]], [[1, 2]], {"strategy": "x"}),
    *([[0, -1]], [[-5, 10**30]], {"settings": {}}, "precious.py:mine", "1/2", "<mine>", "report"),
)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    before, found = Path.cwd(), {}
    try:
        for name, words in PLAYED.items():
            found[name] = tmp_path_factory.mktemp(name)
            os.chdir(found[name])
            Path("report.toml").write_text(REPORT)
            assert attack(list(words)).status == 0
    finally:
        os.chdir(before)
    return found


def requests(name: str) -> list[list[str]]:
    plots = [["plot", "saved", "--kind", kind, "--out", "p.svg"] for kind in PLOTS.get(name, ())]
    replayed = [["replay", "--out", "saved", "--game", "7"]] if name in PLOTS else []
    merged = [["merge", "saved"]] if name in PLOTS or name in ("compare", "meta") else []
    return [[name, "--resume", "saved"], *plots, *replayed, *merged]


def change_a_byte(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes() or b" ")
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def change_a_digit(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    digits = [place for place, byte in enumerate(content) if chr(byte).isdigit()]
    if digits:
        content[chance.choice(digits)] = ord(chance.choice("0123456789"))
    path.write_bytes(content)


def cut_short(path: Path, chance: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: chance.randrange(len(content) + 1)])


def make_another_thing(path: Path, chance: random.Random) -> None:
    """Put nothing, a pipe, a link to itself or a folder in the place of a file."""
    path.unlink()
    kind = chance.choice(("nothing", "pipe", "loop", "folder"))
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "loop":
        path.symlink_to(path.name)
    elif kind == "folder":
        path.mkdir()
        (path / "mine").write_text("mine")


def make_another_file(path: Path, chance: random.Random) -> None:
    others = [other for other in sorted(path.parent.iterdir()) if other.is_file()]
    path.write_bytes(chance.choice(others).read_bytes())


DAMAGES: tuple[Callable[[Path, random.Random], None], ...] = (
    *(change_a_byte, change_a_digit, cut_short, make_another_thing, make_another_file),
)


def copy_of(place: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(place, folder)
    monkeypatch.chdir(folder)
    for name in ("precious.txt", "precious.py", "precious.parquet"):
        (folder / name).write_text("mine")


@pytest.mark.parametrize("name", PLAYED)
def test_a_damaged_folder_shows_what_was_saved_or_nothing(
    name: str, places: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: dict[str, tuple[str, bytes]] = {}
    monkeypatch.chdir(places[name])
    for words in requests(name):
        said = attack(words)
        assert said.status == 0, said
        expected[str(words)] = said.out, plotted()
    for case in range(CASES):
        chance = random.Random(f"{name} {case}")
        copy_of(places[name], tmp_path / f"{case}", monkeypatch)
        files = [path for path in sorted(Path("saved").rglob("*")) if path.is_file()]
        damaged, damage = chance.choice(files), chance.choice(DAMAGES)
        damage(damaged, chance)
        words = chance.choice(requests(name))
        before = kept(Path())
        said = attack(words)
        what = f"{damage.__name__} {damaged}, {words}: {said}"
        if said.status == 0:
            assert (said.out, plotted()) == expected[str(words)], what
        if said.status != 0 or words[1] != "--resume":
            changed = {key for key, held in kept(Path()).items() if before.get(key) != held}
            assert changed <= {"p.svg"}, what


def plotted() -> bytes:
    path = Path("p.svg")
    content = path.read_bytes() if path.exists() else b""
    path.unlink(missing_ok=True)
    return content


def forge(facts: dict[str, Any], chance: random.Random) -> str:
    held: Any = facts
    where: list[str] = []
    while True:
        keys = list(held) if isinstance(held, dict) else list(range(len(held)))
        key = chance.choice(keys)
        where.append(str(key))
        inner = held[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.15:
            held[key] = chance.choice(NASTY)
            return f"{'.'.join(where)} = {json.dumps(held[key])[:50]}"
        held = inner
