"""Reads the traces of skerry and draws what they tell. `skerry-analysis --help` lists the commands."""
