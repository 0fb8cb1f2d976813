"""The commands, a module each: what they ask for, what they call, and what they print."""
