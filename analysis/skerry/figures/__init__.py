"""Figures of runs: in a notebook with three lines, in print by style.save()."""
