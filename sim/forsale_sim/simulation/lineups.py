"""How lineups are drawn from a field; nothing slow to import, for help's sake."""

from __future__ import annotations

from typing import Final

WITHOUT_REPLACEMENT: Final = "without-replacement"
WITH_REPLACEMENT: Final = "with-replacement"
LINEUPS = (WITHOUT_REPLACEMENT, WITH_REPLACEMENT)
"""No strategy twice before every other has been drawn once; or each seat from the whole field."""
