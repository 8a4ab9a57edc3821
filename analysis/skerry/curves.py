"""What the pictures and tables show of groups of runs, as plain arrays."""

from dataclasses import dataclass

import numpy as np

from .errors import DataError


@dataclass
class Group:
    """Runs that belong together, under one label."""

    label: str
    traces: list


def check_comparable(groups):
    """Raises DataError for runs that are not of one problem."""
    traces = [trace for group in groups for trace in group.traces]
    for name in ("problem", "direction"):
        values = sorted({str(trace.attributes[name]) for trace in traces})
        if len(values) > 1:
            raise DataError(f"the traces differ in '{name}' ({', '.join(values)}); compare runs of one problem")
    common_target(traces)


def common_target(traces):
    targets = sorted({trace.target for trace in traces if trace.target is not None})
    if len(targets) > 1:
        shown = ", ".join(f"{target:g}" for target in targets)
        raise DataError(f"the traces have different targets ({shown}), so they are of different instances")
    return targets[0] if targets else None


def pooled_diversity(trace):
    """The fitness diversity of all islands taken as one population, [generation]; islands of equal size.

    The mean of squares is additive, so means and deviations of the islands give it exactly.
    """
    if trace.islands == 1:
        return trace.values("fitness_diversity")[:, 0]
    means, deviations = trace.values("mean"), trace.values("standard_deviation")
    mean = means.mean(axis=1)
    deviation = np.sqrt((deviations**2 + (means - mean[:, None]) ** 2).mean(axis=1))
    bound = np.maximum(np.abs(mean), deviation)
    return np.divide(deviation, bound, out=np.zeros_like(deviation), where=bound > 0)
