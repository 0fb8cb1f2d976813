"""Rulesets compared: what is played, and how."""
