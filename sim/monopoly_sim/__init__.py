"""Monopoly, football edition: its rules as data, a readable engine, and exact figures."""
