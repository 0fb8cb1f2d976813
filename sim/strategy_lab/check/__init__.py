"""Checks a strategy before it is relied on: in a process of its own, under every ruleset."""
