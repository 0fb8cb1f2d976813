"""Finishing orders, counted: what ratings and their bootstrap need."""
