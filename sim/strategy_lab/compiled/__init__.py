"""Machine code: compiled by numba, kept between runs, and linked without numba.

Here is, too, what the compiled code of any game is made of: bits, random words, draws, shuffles,
line-ups.
"""
