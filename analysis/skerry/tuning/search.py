"""Finds settings: a search by Optuna's tree-structured Parzen estimator of all parameters together, and a race between its best and
the starting settings.

All decisions follow from the file and the costs of runs, in the order in which they were asked for, so that they are the same
however many runs go on at a time and however often the tuning is begun again.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import trace as traces
from ..errors import AnalysisError, UsageError
from ..parameters import is_number, settings_of
from .description import Parameter, Settings, Tuning
from .runs import START, Candidate, Runs, Score

if TYPE_CHECKING:
    import optuna

#: The significant digits of real values: more would mean nothing.
DIGITS = 4
#: One in so many candidates runs on another seed (Li and others, "A system for massively parallel hyperparameter tuning", MLSys
#: 2020, stop candidates in this way).
GO_ON = 3
#: So many refused candidates one after another end the search.
MOST_REFUSED = 100

Watch = Callable[[str], None]


@dataclass(frozen=True)
class Judged:
    """A candidate of the search."""

    candidate: Candidate
    score: Score
    seeds: int  #: on which it ran, on each training instance; none if the program refused it

    @property
    def rank(self) -> tuple[int, Score]:
        """The order of candidates: those that ran longest first, since a candidate that does badly ends early."""
        return -self.seeds, self.score


@dataclass(frozen=True)
class Found:
    start: Settings  #: the values of the space's keys in the starting settings, as far as they are set
    judged: list[Judged]  #: all candidates but the starting settings, in their order
    racers: list[Candidate]
    best: Candidate
    race: Score  #: of the best
    start_race: Score | None  #: of the starting settings over the same seeds; None where they lost before the last stage


def corners(space: Sequence[Parameter]) -> list[Candidate]:
    """Returns settings that take the least and the greatest value of each parameter, and each choice."""
    count = max([2, *(len(each.choices) for each in space)])
    return [Candidate(_settings(space, partial(_corner, corner))) for corner in range(count)]


def _corner(corner: int, parameter: Parameter) -> Any:
    if parameter.kind == "choice":
        return parameter.choices[corner % len(parameter.choices)]
    return parameter.high if corner == 1 else parameter.low


def find(tuning: Tuning, runs: Runs, watch: Watch) -> Found:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Optuna warns of what is experimental, and numpy of infinite costs
        start, judged = _search(tuning, runs, watch)
    if not runs.with_fitness:
        why = runs.why or "`skerry inspect TRACE` tells more of each"
        raise AnalysisError(f"none of the {runs.kept + runs.done} runs found a fitness, so none is better than another; {why}")
    best_first = [each.candidate for each in sorted(judged, key=lambda each: each.rank) if each.seeds > 0]
    racers = list({each.name: each for each in [START, *best_first]}.values())
    return _race(tuning, runs, watch, start, judged, racers)


def _settings(space: Sequence[Parameter], choose: Callable[[Parameter], Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for parameter in space:
        if parameter.is_set(settings):
            if parameter.kind != "same":
                settings[parameter.key] = choose(parameter)
            elif parameter.same in settings:
                settings[parameter.key] = settings[parameter.same]
    return settings


def _search(tuning: Tuning, runs: Runs, watch: Watch) -> tuple[Settings, list[Judged]]:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    instances = tuning.training
    budget = tuning.search_runs
    seeds = max(1, min(tuning.seeds, budget // (4 * len(instances))))
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=tuning.seed, multivariate=True, group=True))
    runs.carry_out([START], instances, 1, seeds)
    start = starting_values(tuning, runs)
    scores = {step: runs.score(START, instances, range(1, step + 1)) for step in range(1, seeds + 1)}
    _tell_start(study, tuning.space, start, scores)
    spent = seeds * len(instances)
    best = scores[seeds]
    judged: list[Judged] = []
    rungs = {step: [score] for step, score in scores.items()}
    while width := min(tuning.width, (budget - spent) // len(instances)):
        trials = [study.ask() for _ in range(width)]
        candidates = [Candidate(_settings(tuning.space, partial(_suggested, trial))) for trial in trials]
        ran = [0] * width
        pruned: set[int] = set()
        for step in range(1, tuning.seeds + 1):
            alive = [number for number in range(width) if number not in pruned]
            if not alive or len(alive) * len(instances) > budget - spent:
                break
            runs.carry_out([candidates[number] for number in alive], instances, step, 1)
            refused = {number for number in alive if candidates[number].name in runs.refused}
            pruned |= refused
            alive = [number for number in alive if number not in refused]
            spent += len(alive) * len(instances)
            for number in alive:
                ran[number] = step
                score = runs.score(candidates[number], instances, range(1, step + 1))
                trials[number].report(score.value, step)
                if not _goes_on(rungs.setdefault(step, []), score) and step < tuning.seeds:
                    pruned.add(number)
        for number, trial in enumerate(trials):
            score = runs.score(candidates[number], instances, range(1, ran[number] + 1))
            judged.append(Judged(candidates[number], score, ran[number]))
            if number in pruned:
                study.tell(trial, state=optuna.trial.TrialState.PRUNED)
            else:
                study.tell(trial, score.value)
                best = min(best, score)
        _check_accepted(tuning, judged, runs)
        watch(f"search: {spent:,} of {budget:,} runs, {len(judged):,} candidates, best {best.text} (starting settings {scores[seeds].text})")
    return start, judged


def _goes_on(rung: list[Score], score: Score) -> bool:
    """Adds the score to those of a step, and returns whether it is among the best of them. Of equals the first are better: where
    hardly any candidate reaches the target, most scores are the same."""
    better = sum(other <= score for other in rung)
    rung.append(score)
    return better < max(1, len(rung) // GO_ON)


def _check_accepted(tuning: Tuning, judged: list[Judged], runs: Runs) -> None:
    """Raises UsageError if a search would find nothing but candidates that are refused."""
    last = judged[-MOST_REFUSED:]
    if len(last) == MOST_REFUSED and all(each.seeds == 0 for each in last):
        why = runs.refused[last[-1].candidate.name]
        raise UsageError(f"the last {MOST_REFUSED} candidates were refused; narrow tune.space ({tuning.file}). The last: {why}")


def _suggested(trial: optuna.trial.Trial, parameter: Parameter) -> Any:
    if parameter.kind == "choice":
        return trial.suggest_categorical(parameter.key, parameter.choices)
    if parameter.kind == "integer":
        return trial.suggest_int(parameter.key, int(parameter.low), int(parameter.high), log=parameter.log)
    value = trial.suggest_float(parameter.key, parameter.low, parameter.high, log=parameter.log)
    return min(max(float(f"{value:.{DIGITS}g}"), float(parameter.low)), float(parameter.high))


def starting_values(tuning: Tuning, runs: Runs) -> dict[str, Any]:
    """Returns the values of the space's keys in the starting settings, defaults included, from the trace of a run."""
    path = runs.folder / f"{'-'.join(filter(None, (tuning.training[0].name, START.name)))}-1.h5"
    used = settings_of(traces.open(path, growing=False))
    return {parameter.key: used[parameter.key] for parameter in tuning.space if parameter.key in used and parameter.is_set(used)}


def _tell_start(study: optuna.Study, space: Sequence[Parameter], start: Settings, scores: dict[int, Score]) -> None:
    """Tells the search of the starting settings, if they are one of its points; they race in any case."""
    import optuna

    values = _settings(space, lambda parameter: start.get(parameter.key))
    drawn = [each for each in space if each.key in values and each.kind != "same"]
    if values.keys() != start.keys() or any(values[key] != start[key] for key in values):
        return
    if not all(each.contains(values[each.key]) for each in drawn):
        return
    made = {
        each.key: optuna.distributions.CategoricalDistribution(each.choices)
        if each.kind == "choice"
        else optuna.distributions.IntDistribution(int(each.low), int(each.high), log=each.log)
        if each.kind == "integer"
        else optuna.distributions.FloatDistribution(each.low, each.high, log=each.log)
        for each in drawn
    }
    params = {each.key: float(values[each.key]) if each.kind == "real" and is_number(values[each.key]) else values[each.key] for each in drawn}
    last = max(scores)
    study.add_trial(
        optuna.trial.create_trial(
            value=scores[last].value,
            params=params,
            distributions=made,
            intermediate_values={step: score.value for step, score in scores.items()},
        )
    )


def _race(
    tuning: Tuning, runs: Runs, watch: Watch, start: Settings, judged: list[Judged], ordered: list[Candidate]
) -> Found:
    """Has the best candidates and the starting settings run on fresh seeds; after each stage the better half goes on."""
    instances = tuning.training
    first = seed = tuning.seeds + 1
    racers = ordered[: tuning.stages()[0][0]]
    remaining = racers
    for count, seeds in tuning.stages():
        remaining = remaining[:count]
        runs.carry_out(remaining, instances, seed, seeds)
        seed += seeds
        scores = {each.name: runs.score(each, instances, range(first, seed)) for each in remaining}
        remaining = sorted(remaining, key=lambda each: scores[each.name])
        watch(f"race: {len(remaining)} candidates, fresh seeds {first} to {seed - 1}, best {scores[remaining[0].name].text}")
    best = remaining[0]
    return Found(start, judged, racers, best, scores[best.name], scores.get(START.name))
