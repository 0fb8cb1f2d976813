r"""What README.md and the pages in docs/ show: run again, compared, and refreshed.

=====================  ============================================================================
in a document          what is done with it
=====================  ============================================================================
```console             each line ``$ COMMAND …`` is run (``\`` at its end: with the next, after
                       ``> ``); what follows is what it prints
```python, toml, text  after a line that ends in "`FILE`:", written to that file; else, Python is
                       executed, and a ```text block that follows is what it prints;
                       what a block defines, later ones have, as in a notebook
``…``                  in what is shown: on a line of its own any lines, within a line any text
[text](page#part)      inside the repository, has to be there
=====================  ============================================================================

A document has one folder, in which its blocks are run in their order.

``python -m tests.support.documents --write`` runs all documents and writes what was printed into
them, and the plots into docs/images. Parts left out with ``…`` stay left out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
IMAGES = ROOT / "docs" / "images"

SETTINGS = {"COLUMNS": "80", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
GAP = "…"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ ((?:.*\\\n> )*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
NAMED = re.compile(r"`([\w/-]+\.(?:py|toml|txt))`:\s*\Z")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
ROW = re.compile(r"^\|(.+)\|$")


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    start: int
    """Where its text begins in the document."""
    line: int
    file: str = ""
    """What file it is, if it is one."""


@dataclass(frozen=True)
class Shown:
    what: str
    output: str
    start: int
    line: int
    runs: Callable[[], str]


def blocks(text: str) -> list[Block]:
    found = []
    for match in FENCE.finditer(text):
        before = text[: match.start()]
        named = NAMED.search(before)
        file = named[1] if named and match[1] in ("python", "toml", "text") else ""
        found.append(Block(match[1], match[2], match.start(2), before.count("\n") + 2, file))
    return found


def run_document(text: str, folder: Path, skip: str = "") -> Iterator[tuple[Shown, str]]:
    """Run what a document shows, in `folder`; yield it with what it printed."""
    found = blocks(text)
    session: dict[str, object] = {"__name__": "__main__"}
    with contextlib.chdir(folder), patch.dict(os.environ, SETTINGS):
        for number, block in enumerate(found):
            after = found[number + 1] if number + 1 < len(found) else None
            if block.file:
                Path(block.file).parent.mkdir(parents=True, exist_ok=True)
                Path(block.file).write_text(block.text, encoding="utf-8")
            elif block.language == "console":
                for shown in _commands(block):
                    if not (skip and re.search(skip, shown.what)):
                        yield shown, shown.runs()
            elif block.language == "python":
                shown = _program(block, after, session)
                yield shown, shown.runs()


def _commands(block: Block) -> Iterator[Shown]:
    for part in COMMAND.finditer(block.text):
        command = part[1].replace("\\\n> ", "")
        line = block.line + block.text.count("\n", 0, part.start())
        runs = partial(_run, command, part[2])
        yield Shown(command, part[2], block.start + part.start(2), line, runs)


def _program(block: Block, after: Block | None, session: dict[str, object]) -> Shown:
    if after is not None and after.language == "text":
        output, start = after.text, after.start
    else:
        output, start = "", -1
    runs = partial(run_program, block.text, session)
    return Shown(block.text, output, start, block.line, runs)


def run_command(command: str) -> tuple[str, bool]:
    from forsale_sim.program import FOR_SALE
    from monopoly_sim.program import PROGRAM as MONOPOLY
    from strategy_lab.cli.main import main, new_cli

    name, *arguments = shlex.split(command)
    programs = {"forsale-sim": FOR_SALE, "monopoly-sim": MONOPOLY}
    if name in OTHERS or Path("site", name).exists():
        return _run_apart(name, arguments)
    if name not in programs:
        raise ValueError(
            f"a console block runs {' or '.join(programs)}, not {name}: use a block of sh"
        )
    status: object = 0
    with _printed() as text:
        try:
            main(new_cli(programs[name]), arguments)
        except SystemExit as end:
            status = end.code
    return text.getvalue(), status == 0


OTHERS = ("python", "pip", "pytest")
"""Programs beside those of games; a game that a page has made and installed is one, too."""


def _run_apart(name: str, arguments: list[str]) -> tuple[str, bool]:
    """Run a program in a process of its own, where packages are installed in the folder `site`."""
    if name == "pip":
        to = ["--quiet", "--no-build-isolation", "--no-deps", "--upgrade", "--target", "site"]
        arguments = ["install", *to, f"./{arguments[-1]}"]
    words = arguments if name == "python" else ["-m", name, *arguments]
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": "site"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout or done.stderr, done.returncode == 0


def _run(command: str, output: str) -> str:
    text, succeeded = run_command(command)
    if not succeeded and not re.search(r"error:| fails$", output, re.MULTILINE):
        raise RuntimeError(f"{command} fails:\n{text}")
    return text


def run_program(program: str, session: dict[str, object]) -> str:
    """Execute Python among the names of a session; return what it prints."""
    with _printed() as text:
        exec(compile(program, "<document>", "exec"), session)
    return text.getvalue()


@contextlib.contextmanager
def _printed() -> Iterator[io.StringIO]:
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        yield text


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def matches(shown: Sequence[str], printed: Sequence[str]) -> bool:
    pattern = ""
    for line in shown:
        pattern += r"(?:.*\n)*?" if line.strip() == GAP else _line_pattern(line) + r"\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def _line_pattern(line: str) -> str:
    return ".*".join(map(re.escape, line.split(GAP)))


def refreshed(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    if matches(shown, printed):
        return list(shown)
    parts: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == GAP:
            parts.append([])
        else:
            parts[-1].append(line)
    if len(parts) == 1:
        kept = [line for line in shown if GAP in line]
        return [next((old for old in kept if _is(old, line)), line) for line in printed]
    lines: list[str] = []
    done = 0
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        lines += [GAP] if number else []
        if number == 0:
            place = 0
        elif last:
            place = max(done, len(printed) - len(part))
        else:
            place = _nearest(part, printed, done)
        lines += map(_merged, part, printed[place : place + len(part)])
        done = place + len(part)
    return lines


def _merged(shown: str, printed: str) -> str:
    return shown if _is(shown, printed) else printed


def _is(shown: str, printed: str) -> bool:
    return re.fullmatch(_line_pattern(shown), printed) is not None


def _nearest(part: Sequence[str], printed: Sequence[str], start: int) -> int:
    wanted, lines = list(map(_masked, part)), list(map(_masked, printed))
    return max(
        range(start, max(start, len(printed) - len(part)) + 1),
        key=lambda place: sum(
            SequenceMatcher(None, *pair).ratio()
            for pair in zip(wanted, lines[place:], strict=False)
        ),
    )


def _masked(line: str) -> str:
    return re.sub(r"[\d.,─ ]+", " ", line)


def refreshed_document(text: str, folder: Path) -> str:
    changes = [
        (shown.start, len(shown.output), refreshed(lines_of(shown.output), lines_of(printed)))
        for shown, printed in run_document(text, folder)
        if shown.start >= 0
    ]
    for start, length, lines in reversed(changes):
        blanks = "\n" if text[start : start + length].endswith("\n\n") else ""
        new = "".join(f"{line}\n" for line in lines) + (blanks if lines else "")
        text = text[:start] + new + text[start + length :]
    return text


def tables(text: str) -> dict[tuple[str, ...], list[list[str]]]:
    """The tables of a document by their headers, rows as lists of cells; code marks are dropped."""
    found: dict[tuple[str, ...], list[list[str]]] = {}
    rows: list[list[str]] | None = None
    for line in text.splitlines():
        row = ROW.match(line)
        if not row:
            rows = None
            continue
        cells = [cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", row[1])]
        if rows is None:
            rows = found.setdefault(tuple(cells), [])
        elif set("".join(cells)) - set(":- "):
            rows.append(cells)
    return found


def anchors(text: str) -> set[str]:
    outside = FENCE.sub("", text)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(outside)
    }


def broken_links(document: Path) -> list[str]:
    broken = []
    for link in LINK.findall(FENCE.sub("", document.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, part = link.partition("#")
        target = (document.parent / path) if path else document
        if not target.exists() or (part and part not in anchors(target.read_text("utf-8"))):
            broken.append(link)
    return broken


def write(documents: Sequence[Path]) -> None:
    for document in documents:
        with tempfile.TemporaryDirectory() as folder:
            text = document.read_text(encoding="utf-8")
            document.write_text(refreshed_document(text, Path(folder)), encoding="utf-8")
            for plot in Path(folder).glob("*/*"):
                if f"images/{plot.name}" in text:
                    shutil.copyfile(plot, IMAGES / plot.name)
        print(f"{document.relative_to(ROOT)}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description="Run what the documents show, and refresh it.")
    parser.add_argument("--write", action="store_true", required=True, help="write the documents")
    parser.add_argument("documents", nargs="*", type=Path, default=DOCUMENTS)
    arguments = parser.parse_args()
    write([document.resolve() for document in arguments.documents])


if __name__ == "__main__":
    main()
