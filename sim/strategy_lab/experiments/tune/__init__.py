"""The search for good parameters of a strategy."""
