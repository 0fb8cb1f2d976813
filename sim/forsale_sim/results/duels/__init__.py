"""The scores of duels."""
