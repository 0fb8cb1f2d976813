"""A run: as it was asked for, played, shown and written, on the command line and from Python."""
