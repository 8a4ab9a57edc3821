"""The numbers of ranks in these tests: one, without mpirun, and several."""
import pytest

from tests.support.depth import THOROUGH, deep, nightly

SEVERAL = deep(2, 4)
IDS = {None: "alone", SEVERAL: f"{SEVERAL} ranks"}
BOTH = pytest.mark.parametrize("ranks", IDS, ids=IDS.values())
#: For what has little to do with the number of ranks.
MOSTLY_ALONE = pytest.mark.parametrize("ranks", [None, *nightly(SEVERAL)], ids=IDS.get)


def both(names, values, several=1):
    """Parametrizes a test with all values for one rank, and with the first `several` of them (all, if thorough) for several ranks."""
    some = list(values) if THOROUGH else list(values)[:several]
    cases = [*((value, None) for value in values), *((value, SEVERAL) for value in some)]
    separate = [(*value, ranks) if "," in names else (value, ranks) for value, ranks in cases]
    ids = [f"{label(value)}-{IDS[ranks]}" for value, ranks in cases]
    return pytest.mark.parametrize(f"{names}, ranks", separate, ids=ids)


def label(value):
    return " ".join(map(label, value)) if isinstance(value, (list, tuple)) else str(value)
