"""Tuning: parameters by an evolution strategy, responses, PSRO, and learned value functions."""
