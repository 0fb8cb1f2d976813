"""Plots of results, each with a title that states its finding."""
