"""What tests of the laboratory's commands share: they are called as those of For Sale."""

from tests.cli.conftest import folder, forsale

__all__ = ["folder", "forsale"]
