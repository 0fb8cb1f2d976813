"""The command line under attack: thousands of hostile requests, seeded."""
