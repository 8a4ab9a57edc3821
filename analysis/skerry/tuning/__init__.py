"""Tunes the settings of a configuration: `skerry tune FILE`.

description reads the file, runs carries out and judges runs, search finds the settings, and outcome tells how good they are.
"""
