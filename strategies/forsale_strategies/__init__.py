"""The built-in strategies: one family a module, written against the public contract only.

Every `Strategy` found in a module of this package is registered; there is no list to keep. A package
of your own registers the same way: name it under the entry-point group ``forsale_sim.strategies``.
"""
