"""The designs that reports/the-for-sale-that-could-be publishes, and their README.

``make designs`` makes them in runs; ``python -m tests.support.designs`` then publishes the short
form of those that are complete, and writes what they have found into the README.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAME = "the-for-sale-that-could-be"
PUBLISHED, MADE = ROOT / "reports" / NAME, ROOT / "runs" / NAME
README = PUBLISHED / "README.md"

SHORT_FORM = ("report.md", "manifest.json", "recommended.toml", "*.csv", "figures/*.svg")

ANSWER = re.compile(r"^\| \[(?P<question>[^]]+)\]\((?P<name>[\w-]+)/report\.md\) \|.*\|$", re.M)
"""A row of the README's table."""


def publish(made: Path, published: Path) -> None:
    """Copy the short form of a design in the place of an earlier one."""
    if published.exists():
        shutil.rmtree(published)
    for pattern in SHORT_FORM:
        for path in sorted(made.glob(pattern)):
            copy = published / path.relative_to(made)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    shorten(published / "manifest.json")


def shorten(manifest: Path) -> None:
    """Leave the tuned players out of a manifest: they are most of it, and its seed finds them."""
    content = json.loads(manifest.read_text("utf-8"))
    content["spec"].pop("field", None)
    manifest.write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def is_complete(folder: Path) -> bool:
    """Return whether a folder has a design with its page."""
    manifest = folder / "manifest.json"
    return manifest.exists() and bool(json.loads(manifest.read_text("utf-8"))["complete"])


def headline(name: str) -> str:
    """Return what a published design has found, in Markdown."""
    return (PUBLISHED / name / "report.md").read_text("utf-8").split("\n", 1)[0].removeprefix("# ")


def readme() -> str:
    """Return the README with the headlines of all designs that are published."""

    def row(match: re.Match[str]) -> str:
        name = match["name"]
        answer = headline(name) if (PUBLISHED / name).is_dir() else "not published yet"
        return f"| [{match['question']}]({name}/report.md) | {answer} |"

    return ANSWER.sub(row, README.read_text("utf-8"))


def main() -> None:
    """Publish what is complete."""
    for made in sorted(filter(is_complete, MADE.iterdir())):
        publish(made, PUBLISHED / made.name)
    README.write_text(readme(), "utf-8")


if __name__ == "__main__":
    main()
