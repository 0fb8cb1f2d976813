"""A comparison of rulesets as text: tables and sentences."""
