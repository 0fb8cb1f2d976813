"""The command line: one module a command, each of which parses, calls and prints."""
