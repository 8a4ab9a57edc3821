"""Reads what `skerry validate --json` tells of puzzles, and makes one page of it."""
