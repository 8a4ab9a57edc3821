"""A power failure at any moment of a run: what the run did not wait for may have reached the disk or not, page by page. The command that
goes on after a kill completes the run, and its trace is that of an undisturbed one."""
import random
import shutil

import pytest

from tests.faults.power import MODES, failures
from tests.support.binary import OWN_PROGRAM
from tests.support.depth import NIGHTLY, deep, nightly
from tests.support.journals import config as external
from tests.support.traces import OCCASION, differences, everything

RECORDS = OWN_PROGRAM.with_name("librecords.so")
TAIL = "[checkpoint]\nevery = 3\nshare = 1.0\nseconds = 1000\n"
BITS = """[problem]
type = "onemax"
bits = 60
[island]
population = 10
offspring = 10
[migration]
every = 5
[stop]
generations = 100
at_target = false
""" + TAIL
MAP = BITS.replace("offspring", 'algorithm = "map_elites"\noffspring').replace("generations = 100", "generations = 60")
LINEAGE = "[trace]\nlineage = true\n"
POPULATIONS = "[trace]\npopulations = 5\n"
