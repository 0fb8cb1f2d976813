"""A comparison of rulesets for people: sentences, a table, differences as text."""
