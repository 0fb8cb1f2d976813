"""Matches: one strategy at a table of others, in every seat in turn."""
