"""A page of results: its parts, and the templates that render them."""
