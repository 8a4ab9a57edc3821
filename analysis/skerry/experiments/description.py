"""Reads an experiment: every instance with every variant of the file, at every point of the grid. docs/experiments.md has the keys."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import UsageError
from ..whole_file import write_whole
from .tables import MOST_SEED, Table, complaint, matcher, read_table, toml

MOST_RUNS = 1_000_000
MOST_PAIRS = MOST_POINTS = 100_000
INSTANCE = "{instance}"
#: The keys of a variant that are no commands.
VARIANT_KEYS = ("name", "label", "config", "islands", "set")

Settings = dict[str, str]


@dataclass(frozen=True)
class Task:
    """A command that a variant carries out in place of a run, and that writes a table."""

    command: str
    asked: dict[str, Any]  #: its table in the file
    text: str  #: the same as TOML
    where: str  #: in messages
    options: tuple[str, ...] = ()  #: of its command line; these and the rows are what the program answers
    rows: int = 0
    row_name: str = "rows"


@dataclass(frozen=True)
class Variant:
    """What runs once for each seed, on one instance and at a point of the grid."""

    name: str  #: of its files
    config: str
    instance: str = ""  #: the label of the instance, within which variants are compared
    label: str = ""
    islands: int = 1
    settings: Settings = field(default_factory=dict)  #: TOML values by keys
    task: Task | None = None
    published: dict[str, Any] = field(default_factory=dict)  #: figures to be printed beside ours
    baseline: bool = False
    chosen: bool = True  #: whether this call carries out its runs
    pair: tuple[str, str] = ("", "")  #: the names of instance and variant in the file, the second with the point of the grid

    def file(self, seed: int) -> str:
        return f"{self.name}-{seed}.{'csv' if self.task else 'h5'}"


@dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    file: Path  #: absolute; relative paths of settings start from its folder
    variants: list[Variant]
    output: str = ""  #: the folder of the traces
    source: str = ""  #: the publication
    first_seed: int = 1
    seeds: int = 1
    claims: list[dict[str, Any]] = field(default_factory=list)  #: about figures of one or two variants

    def manifest(self) -> dict[str, Any]:
        """Returns what experiment.json tells programs that read the traces."""
        numbers = range(self.first_seed, self.first_seed + self.seeds)
        variants = [
            {"name": each.name, "instance": each.instance, "label": each.label, "config": each.config, "islands": each.islands}
            | ({"baseline": True} if each.baseline else {})
            | {"settings": each.settings}
            | ({each.task.command: each.task.asked} if each.task else {})
            | {"runs": [each.file(seed) for seed in numbers], "published": each.published}
            for each in self.variants
        ]
        head = {"format": "skerry-experiment", "version": 1, "name": self.name, "title": self.title, "source": self.source}
        seeds = {"first": self.first_seed, "count": self.seeds}
        return head | {"file": str(self.file), "seeds": seeds, "variants": variants, "published": self.claims}

    def write_manifest(self, folder: Path) -> None:
        """Writes FOLDER/experiment.json, whole or not at all: each part that runs as a job of its own writes it."""
        text = json.dumps(self.manifest(), indent=1, ensure_ascii=False) + "\n"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / "experiment.json", text.encode("utf-8", "replace"))
        except OSError as error:
            raise UsageError(f"cannot write in the folder {folder}: {error.strerror}") from error


def file_name(text: str) -> str:
    """Returns a name in which no shell sees a special character."""
    return re.sub(r"[^a-zA-Z0-9._=+-]", lambda found: "_" * len(found[0].encode()), text.replace('"', ""))


def read(path: Path, overrides: Mapping[str, str] = MappingProxyType({}), seeds: int | None = None, chosen: Sequence[str] = ()) -> Experiment:
    """Raises UsageError for a mistake in the file, and DataError for one in the published figures.

    overrides: TOML values for keys of all configurations.
    seeds: how many each variant has, in place of what the file says.
    chosen: patterns of names of the variants that this call carries out; none: all.
    """
    from . import published

    top = read_table(Path(os.path.normpath(path.absolute())))
    _refuse_old_keys(top)
    name = file_name(top.text("name", path.stem))
    points = grid_points(top)
    _check_overrides(top, overrides)
    pairs = cross(top)
    pairs = published.add_figures(top, pairs)
    usual = top.whole("seeds", 1, 1, MOST_RUNS)
    seeds = seeds or usual
    if (runs := len(pairs) * len(points) * seeds) > MOST_RUNS:
        top.fail(f"the experiment has {runs} runs; {MOST_RUNS} at most")
    first_seed = top.seed("first_seed")
    if first_seed + seeds - 1 > MOST_SEED:
        top.fail(f"{seeds} seeds from first_seed = {first_seed} on are beyond 2^64 - 1, the largest seed", "first_seed")
    variants = [_at(point, values, pair, overrides) for pair in pairs for point, values in points]
    _check_names(top, variants)
    made = Experiment(
        name=name,
        title=top.text("title", name),
        file=top.file.path,
        variants=_chosen(_with_baseline(top, variants), chosen),
        output=os.path.normpath(top.path("output", Path("results") / name)),
        source=top.text("source", "", empty=True),
        first_seed=first_seed,
        seeds=seeds,
        claims=published.read_claims(top, variants),
    )
    top.reject_unknown_keys()
    return made


def _refuse_old_keys(top: Table) -> None:
    if "variant" in top.values:
        top.fail("variant is called variants now; what they are run on stands in instances, and figures that were published in a table of their "
                 "own (docs/experiments.md)", "variant")
    if not isinstance(top.values.get("published", ""), str):
        top.fail("published is the path of a CSV table of figures; a list of figures with what they say is called claims (docs/experiments.md)", "published")


def _check_overrides(top: Table, overrides: Mapping[str, str]) -> None:
    """Refuses overrides that would do nothing, or make all points of the grid the same under different names."""
    for key in overrides:
        if key in ("run.islands", "run.seed", "run.output"):
            raise UsageError(f"--set {key}: the experiment decides this itself, by its keys islands, seeds and output")
        if key in top.leaves("grid"):
            raise UsageError(f"--set {key}: the grid of {top.file.path} has several values of it")


def grid_points(top: Table) -> list[tuple[str, Settings]]:
    """Returns the name of each point, such as gene_rate=0.1-population=20, with its values. The last key changes fastest."""
    axes = {key: [toml(each) for each in values] if isinstance(values, list) else values for key, values in top.leaves("grid").items()}
    for key, values in axes.items():
        fail = lambda what, key=key: top.fail(f"grid: {what}", key.rpartition(".")[2])  # noqa: E731
        if not isinstance(values, list) or not values:
            fail(f"{key} is {toml(values)}; in [grid] it is a list of values")
        if len(set(values)) < len(values):
            fail(f"{key} is [{', '.join(values)}], the same value twice")
        if key == "islands" and (wrong := [value for value in values if not re.fullmatch("0*[1-9][0-9]*", value)]):
            fail(f"islands has {wrong[0]}; numbers of islands are whole, from 1 up")
    if prod(map(len, axes.values())) > MOST_POINTS:
        top.fail(f"grid: the grid has more than {MOST_POINTS} points")
    ends = Counter(key.rpartition(".")[2] for key in axes)
    names = [key if ends[end] > 1 else end for key in axes for end in [key.rpartition(".")[2]]]
    points = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return [("-".join(f"{name}={value}" for name, value in zip(names, point.values(), strict=True)), point) for point in points]


@dataclass(frozen=True)
class Instance:
    name: str  #: empty if the file has no instances
    label: str
    settings: Settings


def values_of(table: Table) -> Settings:
    return {key: toml(value) for key, value in table.leaves("set").items()}


def read_instances(top: Table, key: str) -> list[Instance]:
    """A file without instances has one without a name."""
    found = []
    for table in top.tables(key):
        name = table.text("name", empty=True)
        if not name:
            table.fail("name is empty; traces are named after their instance")
        found.append(Instance(name, table.text("label", name), values_of(table)))
    return found or [Instance("", "", {})]


def cross(top: Table) -> list[Variant]:
    """Returns every instance with every variant, but for exceptions. The settings of a pair are those of the file, the instance, the
    variant and the exceptions, of which a later one replaces an earlier one."""
    instances = read_instances(top, "instances")
    variants = _read_variants(top, named=not instances[0].name)
    if len(instances) * len(variants) > MOST_PAIRS:
        top.fail(f"the experiment has more than {MOST_PAIRS} pairs of instance and variant")
    common = values_of(top)
    pairs = [_pair(top, instance, variant, common) for instance in instances for variant in variants]
    names = {"instances": [each.name for each in instances], "variants": [each.pair[1] for each in variants]}
    for table in top.tables("exceptions"):
        pairs = _with_exception(table, pairs, names)
    if not pairs:
        top.fail("the exceptions leave out all that there is to run", "exceptions")
    return pairs


def _read_variants(top: Table, named: bool) -> list[Variant]:
    """A variant is named after its configuration if it has no name, unless the instances tell the traces apart."""
    islands, config = top.whole("islands", 1, 1), top.path("config", None)

    def of(path: Path, its_name: bool) -> Variant:
        name = path.stem if its_name else ""
        return Variant(name, os.path.normpath(path), islands=islands, pair=("", name))

    found = [of(top.file.path.parent / each, True) for each in top.texts("configs")]
    tables = top.tables("variants")
    for table in tables:
        plain = of(table.path("config", config or ...), named)
        label = table.text("label", table.text("name", "", empty=True), empty=True)
        name = table.text("name", plain.name, empty=True)
        task = _task(table, label or name)
        own = table.whole("islands", islands, 1)
        own = 1 if task else own
        found.append(replace(plain, name=name, label=label, islands=own, settings=values_of(table), task=task, pair=("", name or label)))
    if config and not tables:
        if found:
            top.fail("config is of variants that name none, and there is no such variant beside configs", "config")
        found.append(of(config, named))
    if not found:
        top.fail('the experiment has nothing to run; it names a configuration: config = "a.toml", several: configs = ["a.toml", "b.toml"], or '
                 "variants, each with its config")
    return found


def _task(table: Table, name: str) -> Task | None:
    """Returns the command that the variant names; the program tells whether there is such a command."""
    named = [key for key, value in table.values.items() if isinstance(value, dict) and key not in VARIANT_KEYS]
    if not named:
        return None
    asked = table.leaves(named[0])
    text = "\n".join([f"[{json.dumps(named[0])}]", *(f"{key} = {toml(value)}" for key, value in asked.items())])
    return Task(named[0], json.loads(json.dumps(asked, default=str)), text, f"variant {name} of {table.file.path}")


def _pair(top: Table, instance: Instance, variant: Variant, common: Settings) -> Variant:
    if INSTANCE in variant.config and not instance.name:
        top.fail(f"the configuration {variant.config} has {INSTANCE} in it, and the experiment no instances")
    return replace(
        variant,
        name="-".join(filter(None, (instance.name, variant.name))),
        config=variant.config.replace(INSTANCE, instance.name),
        instance=instance.label,
        settings=common | instance.settings | variant.settings,
        pair=(instance.name, variant.pair[1]),
    )


def _with_exception(table: Table, pairs: list[Variant], names: Mapping[str, Sequence[str]]) -> list[Variant]:
    fits = []
    for key, known in names.items():
        patterns = table.texts(key) if table.has(key) else ["*"]
        for pattern in patterns:
            if wrong := complaint(key[:-1], pattern, known):
                table.fail(wrong, key)
        fits.append(matcher(patterns))
    excepted = [fits[0](pair.pair[0]) and fits[1](pair.pair[1]) for pair in pairs]
    settings, unset, leave_out, islands = values_of(table), table.texts("unset"), table.flag("leave_out"), table.whole("islands", None, 1)
    if leave_out:
        return [pair for pair, is_it in zip(pairs, excepted, strict=True) if not is_it]
    if not settings and not unset and not islands:
        table.fail("an exception needs one of these keys: set, unset, islands or leave_out = true")
    concerned = [pair for pair, is_it in zip(pairs, excepted, strict=True) if is_it]
    for key in unset:
        if not any(key in pair.settings for pair in concerned):
            table.fail(f"unset names {key}, which is set nowhere here", "unset")

    def changed(pair: Variant) -> Variant:
        kept = {key: value for key, value in pair.settings.items() if key not in unset}
        return replace(pair, settings=kept | settings, islands=1 if pair.task else islands or pair.islands)

    return [changed(pair) if is_it else pair for pair, is_it in zip(pairs, excepted, strict=True)]


def _at(point: str, values: Settings, pair: Variant, overrides: Mapping[str, str]) -> Variant:
    """Returns the pair at a point of the grid, to whose name and label the point is appended."""
    name = file_name("-".join(filter(None, (pair.name, point))))
    label = ", ".join(filter(None, (pair.label, file_name(point)))) or name
    islands = int(values["islands"]) if "islands" in values and not pair.task else pair.islands
    settings = pair.settings | {key: value for key, value in values.items() if key != "islands"} | dict(overrides)
    its_pair = (pair.pair[0], "-".join(filter(None, (pair.pair[1], point))))
    return replace(pair, name=name, label=label, islands=islands, settings=settings, pair=its_pair)


def _check_names(top: Table, variants: Iterable[Variant]) -> None:
    for name, count in Counter(each.name for each in variants).items():
        if not name:
            top.fail(f"a variant of {top.file.path} has no name")
        if count > 1:
            top.fail(f"two variants are called {name}, and so would be their traces; give each a name")


def _with_baseline(top: Table, variants: list[Variant]) -> list[Variant]:
    baseline = top.text("baseline", None)
    if baseline is None:
        return variants
    names = [each.pair[1] for each in variants]
    if baseline not in names:
        top.fail(complaint("variant", baseline, names) or "baseline is the name of one variant, without a *", "baseline")
    return [replace(each, baseline=each.pair[1] == baseline) for each in variants]


def _chosen(variants: list[Variant], patterns: Sequence[str]) -> list[Variant]:
    if not patterns:
        return variants
    for pattern in patterns:
        if wrong := complaint("variant", pattern, [each.name for each in variants]):
            raise UsageError(f"--variants: {wrong}")
    fits = matcher(patterns)
    return [replace(each, chosen=fits(each.name)) for each in variants]
