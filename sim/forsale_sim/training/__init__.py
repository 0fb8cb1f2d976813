"""Tuning a strategy's parameters: by an evolution strategy, on common deals."""
