"""Says in a sentence what a comparison shows, or that it shows nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .compare import measure, outcomes, p_value, verdict
from .effects import UNKNOWN, Estimate, a12_estimate
from .quantities import quantity
from .scaling import ratio_of_efforts, short
from .stats import holm
from .summary import RunGroup, RunInstance, check_comparable, number

if TYPE_CHECKING:
    import pandas

#: With more comparisons than this on one instance they are counted, and not told one by one.
FEW = 3
LEVEL = "95 % interval"
#: The median evaluations of two groups are named where they differ by more than this share.
ALIKE = 0.05


@dataclass(frozen=True)
class Pair:
    """A group and the baseline of its instance."""

    instance: str
    group: RunGroup
    base: RunGroup
    measure: str

    @property
    def a12(self) -> Estimate:
        cost = measure(self.measure).cost
        return a12_estimate(-cost(self.group.runs), -cost(self.base.runs))


def sentences(instances: Sequence[RunInstance], baselines: Sequence[str | None] | None = None) -> str:
    """Returns what the groups show against the baseline of their instance, by default its first group; empty where nothing is compared.

    A few are told one by one. The final fitness differs if its rank-sum test says so, the cost of the target if one lies outside the
    interval of its ratio. Many are counted by their tests. Tests are corrected over all of them.
    """
    pairs = [pair for place, each in enumerate(instances) for pair in _pairs(each, baselines[place] if baselines else each.groups[0].label)]
    adjusted = holm([p_value(each.measure, each.group.runs, each.base.runs) for each in pairs])
    verdicts = [verdict(p, pair.a12.value) for pair, p in zip(pairs, adjusted, strict=True)]
    if len(pairs) <= FEW and len({pair.instance for pair in pairs}) <= 1:
        return " ".join(_fitness(pair, found) if pair.measure == "best" else _target(pair, len(pairs) == 1) for pair, found in zip(pairs, verdicts, strict=True))
    return _counted(pairs, verdicts)


def _pairs(instance: RunInstance, baseline: str | None) -> list[Pair]:
    check_comparable(instance)
    base = next((group for group in instance.groups if group.label == baseline), None)
    name = outcomes([group.runs for group in instance.groups])[0]
    return [Pair(instance.title, group, base, name) for group in instance.groups if base is not None and group is not base]


def _target(pair: Pair, whole: bool) -> str:
    axis = pair.measure.removesuffix("_to_target")
    better, other = pair.group, pair.base
    sooner = ratio_of_efforts(other.runs, better.runs, axis)
    if sooner is UNKNOWN:
        return f"No run of {better.label} or {other.label} reached the target."
    if sooner.high < 1:
        better, other = other, better
        sooner = ratio_of_efforts(other.runs, better.runs, axis)
    counts = [int(each.runs["reached"].sum()) for each in (better, other)]
    interval = f"{LEVEL} {short(sooner.low)} to {short(sooner.high)}"
    reached = f"{counts[0]} of {len(better.runs)} and {counts[1]} of {len(other.runs)} runs reached it"
    if sooner.low <= 1:
        ratio = f"those of {other.label} are {short(sooner.value)} times those of {better.label} ({interval})"
        return f"The runs show no difference between {better.label} and {other.label} in the {axis} to the target: {ratio}; {reached}."
    more = "" if counts[1] else "more than "
    told = f"{better.label} reached the target {more}{short(sooner.value)} times sooner than {other.label} ({interval}, counted in {axis}); {reached}."
    if axis == "evaluations" or not whole:
        return told
    spent = ratio_of_efforts(better.runs, other.runs, "evaluations")
    return f"{told} All islands together, {better.label} made {short(spent.value)} times the evaluations ({short(spent.low)} to {short(spent.high)})."


def _fitness(pair: Pair, found: str) -> str:
    better, other = (pair.group, pair.base) if found != "worse" else (pair.base, pair.group)
    share = replace(pair, group=better, base=other).a12
    percent = f"{100 * share.value:.0f} % of the pairs of runs ({LEVEL} {100 * share.low:.0f} to {100 * share.high:.0f} %)"
    unit = str(better.runs["fitness_unit"].iloc[0])
    medians = " and ".join(number(quantity("median", each.runs).value, 6) for each in (better, other))
    told = f"median final fitness {medians}{' ' + unit if unit else ''}; {len(better.runs)} and {len(other.runs)} runs{_budgets(better.runs, other.runs)}."
    if found == "equal":
        return f"The runs show no difference in the final fitness of {better.label} and {other.label}: {better.label} ended better in {percent}; {told}"
    return f"{better.label} ended better than {other.label} in {percent}; {told}"


def _budgets(first: pandas.DataFrame, second: pandas.DataFrame) -> str:
    spent = [float(each["evaluations"].median()) for each in (first, second)]
    if abs(spent[0] - spent[1]) <= ALIKE * min(spent):
        return ""
    return f", of unequal budgets: {number(spent[0])} and {number(spent[1])} evaluations"


def _counted(pairs: Sequence[Pair], verdicts: Sequence[str]) -> str:
    if not pairs:
        return ""
    measures = {pair.measure for pair in pairs}
    by = "the final fitness" if measures == {"best"} else "what the target cost" if "best" not in measures else "what the target cost, or the final fitness"
    bases = dict.fromkeys(pair.base.label for pair in pairs)
    lead = f"Against {next(iter(bases)) if len(bases) == 1 else 'the baseline of each instance'}, by {by}"
    if len({pair.instance for pair in pairs}) == 1:
        names = {word: [pair.group.label for pair, found in zip(pairs, verdicts, strict=True) if found == word] for word in ("better", "worse", "equal")}
        told = [f"{_listed(names[word])} {'are' if len(names[word]) > 1 else 'is'} {word}" for word in ("better", "worse") if names[word]]
        told += [f"{len(names['equal'])} of {len(pairs)} settings are not told apart from it"] if names["equal"] else []
        return f"{lead}: {'; '.join(told)}."
    told = []
    for label in dict.fromkeys(pair.group.label for pair in pairs):
        own = [found for pair, found in zip(pairs, verdicts, strict=True) if pair.group.label == label]
        told.append(f"{label} is better on {own.count('better')}, worse on {own.count('worse')} and not told apart on {own.count('equal')} of {len(own)} instances")
    if len(told) > FEW:
        counts = [list(verdicts).count(word) for word in ("better", "worse", "equal")]
        return f"{lead}: of {len(pairs)} comparisons {counts[0]} are better, {counts[1]} worse and {counts[2]} not told apart."
    return f"{lead}: {'; '.join(told)}."


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:FEW]) + (f" and {len(names) - FEW} more" if len(names) > FEW else "")
