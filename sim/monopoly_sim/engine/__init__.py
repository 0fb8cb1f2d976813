"""The kernel: the same rules as `monopoly_sim.reference`, module by module, for numba.

All of a game is one record in memory (`state`), which steps change in place; nothing is allocated.
What is illegal raises an exception, as in the readable engine: see `asking`.
"""
