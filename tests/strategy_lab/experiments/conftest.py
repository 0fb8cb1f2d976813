"""Experiments are asked for by their commands, too."""

from tests.cli.conftest import forsale

__all__ = ["forsale"]
