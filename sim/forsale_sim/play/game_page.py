"""Games as one page that stands alone: no request, no library, nothing but this file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

FOLDER = "web"
"""Where the parts of the pages are, in this package."""


def game_page(games: Sequence[Mapping[str, Any]], story: str) -> str:
    """Return the page of some games, as `reviewed_game` returns them.

    `story`: the games in words, for browsers without scripts.
    """
    first = games[0]["trace"][0]
    what = (
        f"game {first['game']} of seed {first['seed']}"
        if len(games) == 1
        else f"{len(games)} games"
    )
    return rendered("game.html", title=f"For Sale: {what}", story=story, data=embedded(list(games)))


def rendered(template: str, **values: object) -> str:
    """Return a page made from a template."""
    environment = Environment(
        loader=PackageLoader("forsale_sim.play", FOLDER),
        autoescape=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(template).render(values)


def embedded(value: object) -> Markup:
    """Return a value as JSON that no text in it can end early inside of a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))
