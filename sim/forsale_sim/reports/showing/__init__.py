"""What sections share: cases, limits, texts, panels, and how rulesets are compared."""
