"""How lineups are drawn from a field; nothing slow to import, for help's sake."""

from __future__ import annotations

from typing import Final

WITHOUT_REPLACEMENT: Final = "without-replacement"
"""No strategy twice before every other has been drawn once."""

WITH_REPLACEMENT: Final = "with-replacement"
"""Each seat from the whole field."""

LINEUPS = (WITHOUT_REPLACEMENT, WITH_REPLACEMENT)
