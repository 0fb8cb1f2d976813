"""Benchmarks: the engine's speed beside that of a compiled C program."""
