"""What sections share: cases, thresholds, texts, panels, and comparisons of rulesets."""
