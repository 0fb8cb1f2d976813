"""Forges what experiments have saved, and other files that commands read, by chance.

Each function changes the copy of a folder, or files in it.
"""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tests.attacks.test_folders import forge

CHECKPOINT, MANIFEST = "checkpoint.npz", "manifest.json"


def facts(folder: Path, chance: Random) -> None:
    """Put a nasty value somewhere in the JSON of a checkpoint, with a checksum that is right."""
    held, arrays = load(folder)
    for _ in range(chance.choice((1, 1, 3))):
        forge(held, chance)
    save(folder, held, arrays)


LARGE = (2**62, -(2**62), 2**63 - 1, -1, 0, 1, 7, 2**31, 2**40)


def sums(folder: Path, chance: Random) -> None:
    held, arrays = load(folder)
    for name in chance.sample(sorted(arrays), k=min(len(arrays), chance.choice((1, 1, 2, 9)))):
        array, value = arrays[name], chance.choice(LARGE)
        if chance.random() < 0.5 or not array.size:
            array[...] = value
        else:
            array.flat[chance.randrange(array.size)] = value
    save(folder, held, arrays)


def shapes(folder: Path, chance: Random) -> None:
    text, numbers = members(folder)
    held, kept = json.loads(text)
    name = chance.choice(sorted(kept))
    odd: tuple[Any, ...] = ([-1], [2**40], [2**70], [], [0], "x", None, [1.5], [[1]], {"a": 1})
    kept[name] = chance.choice(odd)
    write(folder, json.dumps([held, kept]).encode(), numbers)


def texts(folder: Path, chance: Random) -> None:
    _, numbers = members(folder)
    odd = (
        *(b"", b"{}", b"[]", b"[[], []]", b"[{}, {}, {}]", b"[null, null]", b"\xff\xfe", b"[NaN]"),
        *(b"[" * 200_000, b'{"a":' * 100_000, b"[" + b"9" * 10_000 + b", {}]", b'"x"', b"[{}, {}]"),
    )
    write(folder, chance.choice(odd), numbers)


def members_of_the_file(folder: Path, chance: Random) -> None:
    """Write the file otherwise than as three members that are stored as they are."""
    text, numbers = members(folder)
    path = folder / CHECKPOINT
    kind = chance.randrange(6)
    if kind == 0:
        np.savez_compressed(path, **with_checksum(text, numbers))
    elif kind == 1:  # a little that unpacks to much
        np.savez_compressed(path, **with_checksum(text, np.zeros(2**26, np.int64)))
    elif kind == 2:
        other = chance.choice((numbers.astype(np.float64), numbers.reshape(1, -1)))
        np.savez(path, **with_checksum(text, other))
    elif kind == 3:
        np.savez(path, **with_checksum(text, numbers), more=numbers)
    elif kind == 4:  # a header that promises more than there is
        header = b"{'descr': '<i8', 'fortran_order': False, 'shape': (99999999999,), }"
        rewrite(path, "sums.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    elif kind == 5:
        rewrite(path, "sums.npy", pickled())


def pickled() -> bytes:
    content = io.BytesIO()
    np.save(content, np.array([{}], object), allow_pickle=True)
    return content.getvalue()


def rewrite(path: Path, name: str, content: bytes) -> None:
    with zipfile.ZipFile(path) as there:
        kept = {each: there.read(each) for each in there.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for each, old in kept.items():
            file.writestr(each, content if each == name else old)


def manifest(folder: Path, chance: Random) -> None:
    path = folder / MANIFEST
    held = json.loads(path.read_text())
    forge(held, chance)
    odd = ("[" * 200_000, "9" * 10_000, '{"a":' * 100_000, "", "[]", "null", "\x00")
    text = chance.choice(odd) if chance.random() < 0.3 else json.dumps(held)
    path.write_text(text)


def table(folder: Path, chance: Random) -> None:
    """Write another table, and its checksum in the manifest."""
    import hashlib

    import pyarrow as pa
    from pyarrow import parquet

    path = chance.choice(sorted(folder.glob("*.parquet")))
    there = parquet.read_table(path)
    name = chance.choice(there.column_names)
    place, rows = there.column_names.index(name), there.num_rows
    many = 2**27
    zeros = pa.nulls(many, pa.int8())
    others: dict[str, Callable[[], Any]] = {
        "dropped": lambda: there.drop_columns([name]),
        "renamed": lambda: there.rename_columns(
            [f"x{each}" if each == name else each for each in there.column_names]
        ),
        "nulls": lambda: there.set_column(place, name, pa.nulls(rows)),
        "texts": lambda: there.set_column(place, name, pa.array(["a\x1b[2J"] * rows)),
        "numbers": lambda: there.set_column(place, name, pa.array([1e308] * rows)),
        "huge": lambda: there.set_column(place, name, pa.array([2**62] * rows)),
        "infinite": lambda: there.set_column(place, name, pa.array([float("inf")] * rows)),
        "lists": lambda: there.set_column(place, name, pa.array([[1, 2]] * rows)),
        "structs": lambda: there.set_column(place, name, pa.array([{"a": 1}] * rows)),
        "dates": lambda: there.set_column(place, name, pa.array([0] * rows, pa.timestamp("ns"))),
        "bytes": lambda: there.set_column(place, name, pa.array([b"\xff"] * rows)),
        "empty": lambda: there.slice(0, 0),
        "twice": lambda: there.append_column(name, there.column(name)),
        "many": lambda: pa.table(dict.fromkeys(there.column_names, zeros)),
        "long": lambda: pa.table(
            {each: pa.array(["x" * 2**20, *["y"] * 999]) for each in there.column_names}
        ),
    }
    made = others[chance.choice(sorted(others))]()
    parquet.write_table(made, path, compression="zstd")
    held = json.loads((folder / MANIFEST).read_text())
    held["tables"][path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(held))


def games(folder: Path, chance: Random) -> None:
    """Write another file of games."""
    import pyarrow as pa
    from pyarrow import parquet

    path = folder / "games.parquet"
    there = parquet.read_table(path)
    name = chance.choice(there.column_names)
    place, rows = there.column_names.index(name), there.num_rows
    odd: tuple[Any, ...] = (
        pa.nulls(rows),
        pa.array(["x"] * rows),
        pa.array([2**62] * rows),
        pa.array([-5] * rows),
        pa.array([[1]] * rows),
        pa.array([1e308] * rows),
    )
    made = there.drop_columns([name])
    if chance.random() < 0.7:
        made = there.set_column(place, name, chance.choice(odd))
    if chance.random() < 0.2:
        made = made.replace_schema_metadata({b"forsale-sim": b"[" * 10_000, b"columns": b"9"})
    parquet.write_table(made, path)


def trace(folder: Path, chance: Random) -> None:
    path = folder / "game.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    kind = chance.randrange(6)
    if kind == 0:
        lines.pop(chance.randrange(len(lines)))
    elif kind == 1:
        lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    elif kind == 2:
        odd = ("[" * 200_000, "9" * 10_000, '{"t":' * 100_000, "null", "7")
        path.write_text(chance.choice(odd))
        return
    else:
        for _ in range(chance.choice((1, 2))):
            forge(lines, chance)
    path.write_text("\n".join(json.dumps(line) for line in lines))


TOML = {
    "ruleset.toml": 'extends = "iello-en"\nname = "mine"\nrefund = "up"\ncoins = { 3 = 20 }\n',
    "tuned.toml": 'format = 1\nstrategy = "spread"\n\n[parameters]\nshare = 0.3\n',
    "blend.toml": 'format = 1\n[[members]]\nstrategy = "spread"\nweight = 1\n'
    '[[members]]\nstrategy = "miser"\nweight = 2\n',
    "options.toml": 'rulesets = ["iello-en"]\nplayers = 3\nplayers-from = "spread,miser"\n'
    "tables = 2\nseed = 8\n",
}
BITS = (
    *("[" * 3000, "9" * 5000, "nan", "-inf", "true", '"x"', "[]", "{}", "-1", "2.5", "1e308"),
    *('"\\u001b[2J"', "[[1]]", "{a = 1}", "1979-05-27", '"../../x"', "18446744073709551615"),
)


def toml(folder: Path, chance: Random) -> None:
    name = chance.choice(sorted(TOML))
    for each, text in TOML.items():
        lines = text.splitlines()
        if each == name:
            place = chance.randrange(len(lines))
            key, equals, _ = lines[place].partition("=")
            line = f"{key} = {chance.choice(BITS)}" if equals else chance.choice(("[x]", "[[a]]"))
            lines[place : place + chance.randrange(2)] = [line]
        (folder.parent / each).write_text("\n".join(lines) + "\n")


def load(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    from strategy_lab.results.saved_tables import load_arrays

    return load_arrays(folder / CHECKPOINT)


def save(folder: Path, held: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    from strategy_lab.results.saved_tables import save_arrays

    with contextlib.suppress(ValueError):  # infinite numbers, which JSON has not
        save_arrays(folder / CHECKPOINT, held, arrays)


def members(folder: Path) -> tuple[bytes, Any]:
    with np.load(folder / CHECKPOINT) as there:
        return there["facts"].tobytes(), there["sums"]


def write(folder: Path, text: bytes, numbers: Any) -> None:
    np.savez(folder / CHECKPOINT, **with_checksum(text, numbers))


def with_checksum(text: bytes, numbers: Any) -> dict[str, Any]:
    import hashlib

    checksum = hashlib.sha256(text + numbers.tobytes()).digest()
    return {
        "facts": np.frombuffer(text, np.uint8),
        "sums": numbers,
        "checksum": np.frombuffer(checksum, np.uint8),
    }
