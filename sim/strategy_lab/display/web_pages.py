"""What pages are made with: templates, and the data of a game for its page's script."""

from __future__ import annotations

import json

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def environment(*loaders: PackageLoader, autoescape: bool = True) -> Environment:
    return Environment(
        loader=ChoiceLoader([*loaders, PackageLoader("strategy_lab.display")]),
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )


def game_page(package: str, template: str, data: object = None, **values: object) -> str:
    """Return a page by a template in the folder ``web`` of a package.

    Beside it are ``head.html`` and ``game.css``, which every game's pages begin with. A page that
    has `data`, for its script to read, asks nobody for anything.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    pages = environment(PackageLoader(package, "web"))
    return pages.get_template(template).render(data=Markup(text), policy=data is not None, **values)
