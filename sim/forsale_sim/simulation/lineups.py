"""How lineups are drawn from a field; nothing slow to import, for help's sake."""

from __future__ import annotations

WITHOUT_REPLACEMENT, WITH_REPLACEMENT = LINEUPS = ("without-replacement", "with-replacement")
"""No strategy twice before every other has been drawn once; or each seat from the whole field."""
