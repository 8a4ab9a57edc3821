"""Says what better values of one objective cost in another, between neighbours on a front of two objectives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .solution_sets import Front, Objective
from .summary import number


#: The least step that is told of a dense front, as a share of the span of what gets better.
LEAST_GAIN = 0.05


@dataclass(frozen=True)
class Step:
    """From one solution to its neighbour, which is better in one objective and worse in the other."""

    better: Objective
    gain: float  #: by how much it is better, above 0
    worse: Objective
    cost: float  #: by how much it is worse, above 0

    def __str__(self) -> str:
        """Says it in the units of the objectives: "1 more synergy costs 120 coins"."""
        gained = f"{_amount(self.gain, self.better)} {'less' if self.better.minimises else 'more'} {self.better.name}"
        lost = _amount(self.cost, self.worse)
        # A unit of its own says which objective is meant, where spending more of it is what is worse.
        if not (self.worse.minimises and self.worse.unit and self.worse.unit != self.better.unit):
            lost += f" {'more' if self.worse.minimises else 'less'} {self.worse.name}"
        return f"{gained} costs {lost}"


def ordered(front: Front) -> NDArray[np.int64]:
    """Returns the feasible solutions of two objectives from the best to the worst of the first, [place on the front].

    Of solutions with equal objectives the first remains.
    """
    found = front.feasible
    costs = front.costs[found]
    order = np.lexsort((found, costs[:, 1], costs[:, 0]))
    repeated = np.append(False, (np.diff(costs[order], axis=0) == 0).all(axis=1))
    kept: NDArray[np.int64] = found[order[~repeated]]
    return kept


def step(front: Front, origin: int, neighbour: int) -> Step:
    """Returns the step from one solution to another that is better in one of two objectives."""
    first, second = front.costs[neighbour] - front.costs[origin]
    if first < 0:
        return Step(front.objectives[0], -float(first), front.objectives[1], float(second))
    return Step(front.objectives[1], -float(second), front.objectives[0], float(first))


def knee(front: Front) -> int | None:
    """Returns the place in ordered() of the knee: the solution farthest beyond the line through both ends, where each
    objective spans 1 (Das 1999, "On characterizing the knee of the Pareto curve"); None where none is beyond it."""
    costs = front.costs[ordered(front)]
    if len(costs) < 3:
        return None
    spans = np.ptp(costs, axis=0)
    beyond = 1 - ((costs - costs.min(axis=0)) / spans).sum(axis=1)
    place = int(np.argmax(beyond))
    return place if beyond[place] > 1e-9 else None


def at_knee(front: Front) -> list[Step]:
    """Returns the steps from the knee to a neighbour on either side; none without a knee.

    On a dense front it is the first solution there that gains LEAST_GAIN of the objective's span.
    """
    place, order = knee(front), ordered(front)
    if place is None:
        return []
    costs = front.costs[order]
    gains = (costs[place] - costs) / np.ptp(costs, axis=0) + 1e-9
    # The first objective gets better before the knee, the second one after it, and the gains rise with the distance.
    before = np.flatnonzero(gains[:place, 0] >= LEAST_GAIN)
    after = place + 1 + np.flatnonzero(gains[place + 1 :, 1] >= LEAST_GAIN)
    near = [int(before[-1]) if len(before) else 0, int(after[0]) if len(after) else len(order) - 1]
    return [step(front, order[place], order[other]) for other in near if other != place]


def point(front: Front, solution: int) -> str:
    """Says where a solution lies: "price 120 coins, synergy 14"."""
    values = zip(front.objectives, front.values[solution], strict=True)
    return ", ".join(f"{objective.name} {_amount(float(value), objective)}" for objective, value in values)


def _amount(value: float, objective: Objective) -> str:
    return f"{number(value)} {objective.unit}" if objective.unit else number(value)
