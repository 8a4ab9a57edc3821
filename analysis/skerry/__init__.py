"""Reads the traces of skerry and draws what they tell. `python3 -m analysis --help` lists the commands."""
