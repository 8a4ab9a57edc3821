"""Fixtures for runs that are killed, interrupted, lack disk space, or read damaged files."""
from tests.cli.conftest import skerry  # noqa: F401
