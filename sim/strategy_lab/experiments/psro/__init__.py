"""A field that grows by best responses to its own equilibrium."""
