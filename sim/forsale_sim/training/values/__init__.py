"""Values learned from games that strategies play among themselves."""
