"""Duels: two strategies, until it is known which is stronger."""
