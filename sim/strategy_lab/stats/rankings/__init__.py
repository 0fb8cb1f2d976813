"""Ratings of items from finishing orders."""
