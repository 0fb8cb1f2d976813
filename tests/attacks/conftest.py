"""What attacks share: the whole command line, called in this process."""

from tests.cli.conftest import folder, forsale

__all__ = ["folder", "forsale"]
