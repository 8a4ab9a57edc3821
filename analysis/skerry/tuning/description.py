"""Reads the file of a tuning: an experiment with a space in place of its grid, and instances to train on and others to test on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import DataError
from ..experiments.description import Instance, read_instances, values_of
from ..experiments.tables import Table, read_table, toml
from ..parameters import is_number

Value = bool | int | float | str
Settings = Mapping[str, Any]

KINDS = ("real", "integer", "choice", "same")
GOALS = ("evaluations", "fitness", "seconds")
#: The share of the budget that the race between the best candidates takes, on seeds of its own.
RACE = 0.3
#: The sizes of a race that are tried, the largest first. Each stage leaves half of the candidates.
RACERS = (8, 4, 2)
#: The seeds of the comparison with the starting settings; a search and a race never come as far.
TEST_SEED = 1_000_001
#: The largest seed of the search, which numpy draws from.
MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Parameter:
    """A key of the configuration, and the values that it may take."""

    key: str
    kind: str  #: one of KINDS
    low: float = 0
    high: float = 0
    log: bool = False
    choices: tuple[Value, ...] = ()
    same: str = ""  #: the key whose value this one takes
    when: Mapping[str, tuple[Value, ...]] | None = None  #: the values of earlier keys with which this one is set

    def is_set(self, settings: Settings) -> bool:
        return all(any(_same(settings.get(key), value) for value in values) for key, values in (self.when or {}).items())

    def contains(self, value: Any) -> bool:
        if self.kind == "choice":
            return any(_same(value, each) for each in self.choices)
        number = isinstance(value, int if self.kind == "integer" else (int, float)) and not isinstance(value, bool)
        return number and self.low <= value <= self.high

    def told(self) -> str:
        """Returns the values as a text for people."""
        if self.kind == "choice":
            return ", ".join(map(toml, self.choices))
        return f"as {self.same}" if self.kind == "same" else f"{toml(self.low)} to {toml(self.high)}"


@dataclass(frozen=True)
class Tuning:
    file: Path
    name: str
    title: str
    output: Path | None
    config: Path
    islands: int
    settings: Mapping[str, str]  #: TOML values of all runs, with the budget of a run
    training: tuple[Instance, ...]
    test: tuple[Instance, ...]
    space: tuple[Parameter, ...]  #: in an order in which a key comes after those that it depends on
    minimise: str  #: one of GOALS
    evaluations: int | None  #: the budget of a run; None where it is in seconds
    seconds: float | None
    penalty: float  #: as how many times the budget a run counts that misses the target
    runs: int
    seeds: int  #: the most runs of a candidate on an instance before the race
    test_seeds: int
    width: int  #: candidates that are chosen together
    seed: int

    @property
    def budget(self) -> float:
        budget = self.evaluations if self.evaluations is not None else self.seconds
        assert budget is not None
        return float(budget)

    def stages(self) -> list[tuple[int, int]]:
        """Returns the candidates of each stage of the race with the seeds that they run in it; none where the budget holds none."""
        instances = len(self.training)
        for racers in RACERS:
            count = racers.bit_length() - 1
            share = int(self.runs * RACE) // count
            if share >= racers * instances:
                return [(racers >> stage, share // ((racers >> stage) * instances)) for stage in range(count)]
        return []

    @property
    def search_runs(self) -> int:
        return self.runs - len(self.training) * sum(racers * seeds for racers, seeds in self.stages())


def read(path: Path) -> Tuning:
    """Reads the file. Raises UsageError for a mistake in it, and DataError if it can't be read."""
    top = read_table(path, DataError)
    if any(map(top.has, ("grid", "variants", "configs"))):
        top.fail("grid, variants and configs are of `skerry experiment`; a tuning has one config, and its values in [tune.space]")
    tune = top.table("tune")
    minimise = tune.one_of("minimise", GOALS, "evaluations")
    evaluations, seconds = tune.whole("evaluations", None, 1), tune.number("seconds", None)
    _check_budget(tune, minimise, evaluations, seconds)
    training, test = _instances(top, "training"), _instances(top, "test")
    _check_held_out(top, training, test)
    title_of = str(top.text("name", path.stem))
    made = Tuning(
        file=path,
        name=title_of,
        title=top.text("title", title_of),
        output=top.path("output", None),
        config=_config(top),
        islands=top.whole("islands", 1, 1),
        settings=values_of(top) | ({"stop.evaluations": toml(evaluations)} if evaluations is not None else {"stop.seconds": toml(seconds)}),
        training=training,
        test=test if test[0].name else training,
        space=tuple(_space(tune)),
        minimise=minimise,
        evaluations=evaluations,
        seconds=seconds,
        penalty=tune.number("penalty", 10),
        runs=tune.whole("runs", ..., 1),
        seeds=tune.whole("seeds", 4, 1),
        test_seeds=tune.whole("test_seeds", 30, 2),
        width=tune.whole("round", 8, 1),
        seed=tune.whole("seed", 1, 0, MOST_SEED),
    )
    if made.penalty < 1:
        tune.fail(f"penalty is {made.penalty:g}; it is a number from 1 up", "penalty")
    if not made.stages():
        least = next(runs for runs in range(1, 100 * len(training) + 1) if int(runs * RACE) >= 2 * len(training))
        tune.fail(f"runs is {made.runs}; {len(training)} training instances need {least} at least, for a race between the best two", "runs")
    top.reject_unknown_keys()
    return made


def _check_budget(tune: Table, minimise: str, evaluations: int | None, seconds: float | None) -> None:
    if (evaluations is None) == (seconds is None):
        tune.fail("the budget of a run is one of evaluations = N and seconds = S")
    if minimise != "fitness" and (seconds is None) == (minimise == "seconds"):
        tune.fail(f"minimise is \"{minimise}\", so the budget of a run is {minimise} = N")


def _config(top: Table) -> Path:
    config = Path(top.path("config")).resolve()
    if not config.is_file():
        top.fail(f"config is {toml(top.values['config'])}; there is no such file in {top.file.path.parent}", "config")
    return config


def _instances(top: Table, key: str) -> tuple[Instance, ...]:
    found = read_instances(top, key)
    names = [each.name for each in found]
    for name in names:
        if name and not re.fullmatch(r"[\w.=+-]+", name, re.ASCII):
            top.fail(f"{key} has an instance called {toml(name)}; a name has letters, digits and . _ = + - alone")
        if names.count(name) > 1:
            top.fail(f"{key} has two instances called '{name}'; give each a name")
    return tuple(found)


def _check_held_out(top: Table, training: tuple[Instance, ...], test: tuple[Instance, ...]) -> None:
    if test[0].name and not training[0].name:
        top.fail("test has instances, and training none; name those to tune on", "test")
    for held_out in test if test[0].name else ():
        for each in training:
            if held_out.name == each.name or held_out.settings == each.settings:
                top.fail(f"the test instance '{held_out.name}' is the training instance '{each.name}'; test on others")


def _space(tune: Table) -> Iterator[Parameter]:
    found: dict[str, Parameter] = {}
    for key, table in _leaves(tune.table("space"), ""):
        parameter = _parameter(key, table)
        for name in [*(parameter.when or {}), *([parameter.same] if parameter.same else [])]:
            if name not in found:
                table.fail(f"it depends on {name}, which is not in the space before it; known are {', '.join(found) or 'none'}")
        for name, values in (parameter.when or {}).items():
            for value in values:
                if not found[name].contains(value):
                    table.fail(f"when has {name} = {toml(value)}; its values are {found[name].told()}")
        found[key] = parameter
        yield parameter
    if not any(each.kind != "same" for each in found.values()):
        tune.fail("the space has no parameter, such as island.gene_rate = { real = [0.01, 0.3], log = true }")


def _leaves(table: Table, above: str) -> Iterator[tuple[str, Table]]:
    for name, value in table.values.items():
        key = f"{above}.{name}".lstrip(".")
        if not isinstance(value, dict) or not value:
            table.fail(f"{name} is {toml(value)}; a parameter is one of real = [LOW, HIGH], integer = [LOW, HIGH], choice = [A, B] and same = KEY", name)
        elif any(isinstance(each, dict) for name, each in value.items() if name != "when"):
            yield from _leaves(table.table(name), key)
        else:
            yield key, table.table(name)


def _parameter(key: str, table: Table) -> Parameter:
    kinds = [kind for kind in KINDS if table.has(kind)]
    log, whens = table.flag("log"), table.leaves("when")
    table.reject_unknown_keys()
    if len(kinds) != 1:
        table.fail("a parameter has one of real = [LOW, HIGH], integer = [LOW, HIGH], choice = [A, B] and same = KEY")
    (kind,) = kinds
    value = table.values[kind]
    when = {name: tuple(each) if isinstance(each, list) else (each,) for name, each in whens.items()}
    if log and kind not in ("real", "integer"):
        table.fail(f"log is of real and integer parameters, not of {kind}")
    if kind == "same":
        return Parameter(key, kind, same=table.text("same"), when=when)
    if kind == "choice":
        if not isinstance(value, list) or len(value) < 2 or not all(isinstance(each, (bool, int, float, str)) for each in value):
            table.fail(f"choice is {toml(value)}; it is a list of two or more values")
        return Parameter(key, kind, choices=tuple(value), when=when)
    fits = isinstance(value, list) and len(value) == 2 and all(is_number(each) and isfinite(each) for each in value)
    if fits and kind == "integer":
        fits = all(isinstance(each, int) for each in value)
    if not fits or value[0] >= value[1]:
        table.fail(f"{kind} is {toml(value)}; it is [LOW, HIGH]{', whole numbers' if kind == 'integer' else ''} with LOW below HIGH")
    if log and value[0] <= 0:
        table.fail(f"{kind} is {toml(value)}; on a logarithmic scale LOW is above 0")
    return Parameter(key, kind, low=value[0], high=value[1], log=log, when=when)


def _same(first: Any, second: Any) -> bool:
    return isinstance(first, bool) == isinstance(second, bool) and bool(first == second)
