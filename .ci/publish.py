"""Publish the reports and designs that ``make reports`` has made in runs, those that are complete.

Each takes the place of the published one beside its options in reports, without what only resumes
it, and its first line becomes the answer in the README's table.
"""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
REPORTS, RUNS = ROOT / "reports", ROOT / "runs"

TABLES = ("conclusions", "ranges", "levels", "candidates", "conditions", "steps")
KEPT = (
    *("report.md", "manifest.json", "recommended.toml", "figures/*.svg"),
    *(f"{table}.parquet" for table in TABLES),
)

ROW = re.compile(r"^(?P<before>\| \[[^]]+\]\((?P<name>[\w/-]+)/report\.md\) \|.*?)[^|]*\|$", re.M)
"""A row of a README's table, of which the last cell is the answer."""

LINKS = re.compile(r"Every number is in (\[.*?\))\. ")


def publish(made: Path, published: Path) -> None:
    shutil.rmtree(published, ignore_errors=True)
    for path in sorted(path for pattern in KEPT for path in made.glob(pattern)):
        copy = published / path.relative_to(made)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)

    page = published / "report.md"
    page.write_text(
        LINKS.sub(partial(among_published, published), page.read_text("utf-8")), "utf-8"
    )


def among_published(folder: Path, told: re.Match[str]) -> str:
    """Return the sentence on a page's data, of which not all files are published."""
    kept = (
        link for link in told[1].split(", ") if (folder / link.partition("](")[2][:-1]).exists()
    )
    return f"What all tables show is in {', '.join(kept)}. "


def is_complete(folder: Path) -> bool:
    manifest = folder / "manifest.json"
    if not (manifest.exists() and (folder / "report.md").exists()):
        return False
    return bool(json.loads(manifest.read_text("utf-8")).get("complete", True))


def readme(folder: Path) -> str:
    def row(match: re.Match[str]) -> str:
        text = (folder / match["name"] / "report.md").read_text("utf-8")
        return f"{match['before']} {text.partition(chr(10))[0].removeprefix('# ')} |"

    return ROW.sub(row, (folder / "README.md").read_text("utf-8"))


def main() -> None:
    for options in REPORTS.rglob("*.toml"):
        name = options.relative_to(REPORTS).with_suffix("")
        if is_complete(RUNS / name):
            publish(RUNS / name, REPORTS / name)
    for path in REPORTS.rglob("README.md"):
        path.write_text(readme(path.parent), "utf-8")


if __name__ == "__main__":
    main()
