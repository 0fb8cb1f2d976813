"""Experiments: what each plays, how it is counted, and the tables that come of it."""
