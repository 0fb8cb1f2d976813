"""A field ranked by the finishing orders of its games."""
