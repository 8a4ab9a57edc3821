"""The pages of `serve`: runs, puzzles and grids of a folder, for one person on this machine."""
