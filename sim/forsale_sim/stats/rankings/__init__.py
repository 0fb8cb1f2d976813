"""Strengths from who finishes ahead of whom."""
