"""The built-in strategies: one family a module, written against the public contract only.

There is no list to keep: every strategy in a module of this package is offered under its own name,
because the project names the package under the entry-point group ``forsale_sim.strategies``. Any
other package offers its strategies the same way.
"""
