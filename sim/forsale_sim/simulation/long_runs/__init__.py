"""Runs that survive: checkpoints, resuming, and parts that are merged."""
