"""The built-in strategies: one family a module, written against the public contract only.

No list is kept: every strategy in a module of this package is found under its own name, because the
project declares the package in the entry-point group ``forsale_sim.strategies``. Any other package
can offer its strategies the same way.
"""
