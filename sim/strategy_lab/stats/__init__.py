"""Estimates and intervals from sums: arrays in, arrays out, and no knowledge of the game."""
