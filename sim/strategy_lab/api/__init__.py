"""The laboratory from Python: a function for each experiment, and the results that they return."""
