"""Pig, a game for the laboratory: its rules, its strategies and its command."""
