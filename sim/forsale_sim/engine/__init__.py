"""The compiled engine: plays chunks of games as fast as the machine allows.

Only numba and numpy are imported here, so that the kernel can be used, and understood, alone.
"""
