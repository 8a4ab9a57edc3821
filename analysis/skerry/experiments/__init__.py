"""Experiments, which are many runs that a file describes: `skerry experiment FILE`, and the rounds of `skerry tune FILE`.

tables reads TOML, description makes the runs out of a file, published adds what others have published, plans asks the program what
there is of the runs, batches and processes serve the runner, which carries them out, session does so beside other processes, and report
tells of it. The standard library is all that they need.
"""
