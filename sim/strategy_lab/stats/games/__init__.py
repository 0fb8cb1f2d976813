"""Symmetric games of any number of players: equilibria, evolution and invasions."""
