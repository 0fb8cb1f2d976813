"""How Sphinx builds the site: `make docs` writes it into build/docs."""

from __future__ import annotations

import shutil
from pathlib import Path

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from forsale_sim import __version__
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

project = "forsale-sim"
author = "The forsale-sim developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["examples"]
nitpick_ignore_regex = [
    (r"py:.*", r"(?!(forsale_sim|strategy_lab)\b).*"),  # other projects, and plain code
    (r"py:obj", r"(forsale_sim|strategy_lab)\.(compiled|engine|search)\.\w+"),  # internal modules
]

myst_enable_extensions = ["dollarmath"]
myst_fence_as_directive = ["math"]
myst_heading_anchors = 3
suppress_warnings = [
    "misc.highlighting_failure",  # what is left out, as "…", is no valid code
    "myst.header",  # a report opens with a figure, whose heading is small
]

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures would be longer than what they say
default_role = "py:obj"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_attr_annotations = False
napoleon_use_rtype = False

html_theme = "furo"
html_title = "forsale-sim"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
html_math_renderer = "mathml"


def _visit_math(self: HTML5Translator, node: nodes.math) -> None:
    """Write a formula as MathML: browsers show it without a script from elsewhere."""
    self.body.append(str(tex2mathml(node.astext(), as_block=False)))
    raise nodes.SkipNode


def _visit_math_block(self: HTML5Translator, node: nodes.math_block) -> None:
    self.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def _copy_reports(app: Sphinx) -> None:
    """Copy the published reports, which stand beside the documentation, to where Sphinx reads."""
    copies = Path(app.srcdir) / "reports"
    shutil.copytree(app.srcdir.parent / "reports", copies, dirs_exist_ok=True)
    for page in copies.rglob("*.md"):
        text = page.read_text("utf-8").replace("../docs/", "../")
        orphan = "" if page == copies / "README.md" else "---\norphan: true\n---\n\n"
        page.write_text(orphan + text, "utf-8")


def setup(app: Sphinx) -> None:
    """Register how formulas are written, and where reports come from."""
    app.connect("builder-inited", _copy_reports)
    app.add_html_math_renderer("mathml", (_visit_math, None), (_visit_math_block, None))
