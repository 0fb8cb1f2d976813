"""The reports and designs that the repository publishes, and their READMEs.

``make reports`` makes them in runs; ``python -m tests.support.published`` then publishes the short
form of those that are complete, and writes what they have found into the READMEs.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
REPORTS, RUNS = ROOT / "reports", ROOT / "runs"
DESIGNS = REPORTS / "the-for-sale-that-could-be"

SHORT_FORM = (
    *("report.md", "manifest.json", "report.toml", "recommended.toml"),
    *("*.csv", "figures/*.svg"),
)

ROW = re.compile(r"^(?P<before>\| \[[^]]+\]\((?P<name>[\w-]+)/report\.md\) \|.*?)[^|]*\|$", re.M)
"""A row of a README's table, of which the last cell is the answer."""


def publish(made: Path, published: Path) -> None:
    if published.exists():
        shutil.rmtree(published)
    for pattern in SHORT_FORM:
        for path in sorted(made.glob(pattern)):
            copy = published / path.relative_to(made)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def shorten(manifest: Path) -> None:
    """Leave the tuned players out of a manifest: they are most of it, and its seed finds them."""
    content = json.loads(manifest.read_text("utf-8"))
    content["spec"].pop("field", None)
    manifest.write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def is_complete(folder: Path) -> bool:
    manifest = folder / "manifest.json"
    if not (manifest.exists() and (folder / "report.md").exists()):
        return False
    return bool(json.loads(manifest.read_text("utf-8")).get("complete", True))


def headline(folder: Path) -> str:
    return (folder / "report.md").read_text("utf-8").split("\n", 1)[0].removeprefix("# ")


def readme(folder: Path) -> str:
    def row(match: re.Match[str]) -> str:
        of_row = folder / match["name"]
        answer = headline(of_row) if of_row.is_dir() else "not published yet"
        return f"{match['before']} {answer} |"

    return ROW.sub(row, (folder / "README.md").read_text("utf-8"))


def main() -> None:
    for made in filter(is_complete, RUNS.iterdir()):
        publish(made, REPORTS / made.name)
    if (RUNS / DESIGNS.name).exists():
        for made in filter(is_complete, (RUNS / DESIGNS.name).iterdir()):
            publish(made, DESIGNS / made.name)
            shorten(DESIGNS / made.name / "manifest.json")
    for folder in (REPORTS, DESIGNS):
        (folder / "README.md").write_text(readme(folder), "utf-8")


if __name__ == "__main__":
    main()
