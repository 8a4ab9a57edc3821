"""Parses which traces the user means: TRACE..., --label NAME TRACE..., or the FOLDER of an experiment."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .. import experiment
from ..errors import DataError, UsageError, nearest
from ..plain_text import cleaned
from ..experiment import Experiment, Variant

if TYPE_CHECKING:
    import pandas

    from ..summary import RunInstance

Read = TypeVar("Read")


@dataclass(frozen=True)
class Group:
    """The files of the runs of one setting."""

    label: str
    paths: tuple[Path, ...]
    variant: Variant | None = None  #: the variant, if the runs are of an experiment


@dataclass(frozen=True)
class Instance:
    """Groups of runs that may be compared: they solve the same instance."""

    title: str  #: empty if the user gave none
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Selection:
    instances: tuple[Instance, ...]
    experiment: Experiment | None = None


class _Ordered(argparse.Action):
    """An argparse action that keeps --instance and --label in the order in which they were typed."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        namespace.ordered = [*namespace.ordered, (option_string, values)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of all commands that take traces."""
    parser.set_defaults(ordered=[])
    parser.add_argument(
        "traces", nargs="*", metavar="TRACE", help="runs of one group, or the folder of an experiment"
    )
    parser.add_argument("--label", nargs="+", action=_Ordered, metavar=("NAME", "TRACE"), help="a named group")
    parser.add_argument(
        "--instance", action=_Ordered, metavar="NAME", help="the labels after it are of this instance"
    )
    for name in ("instances", "variants"):
        parser.add_argument(f"--{name}", action="append", metavar="PATTERN", help=f"of an experiment: these {name} alone; * stands for any characters")


def selected(arguments: argparse.Namespace) -> Selection:
    """Returns the groups that the arguments name. Raises UsageError, or DataError for a folder without an experiment.
    """
    paths = [Path(path) for path in arguments.traces]
    folders = [path for path in paths if path.is_dir()]
    if folders:
        if len(paths) > 1 or arguments.ordered:
            raise UsageError(f"{folders[0]} is a folder; the folder of an experiment is given alone")
        selection = _chosen(of_experiment(experiment.read(folders[0])), arguments)
        if not selection.instances:
            raise DataError(f"{folders[0]} holds constructions and no runs; `report` and `construct` read them")
        return selection
    if arguments.instances or arguments.variants:
        raise UsageError("--instances and --variants choose among those of an experiment; name its folder")
    unnamed = []
    if paths:
        label = cleaned(paths[0].stem) if len(paths) == 1 else "skerry"
        unnamed.append(Group(label, tuple(paths)))
    instances = _named(arguments.ordered, unnamed)
    if not instances:
        raise UsageError("name at least one trace, or the folder of an experiment (see --help)")
    return Selection(instances)


def of_experiment(found: Experiment) -> Selection:
    """Returns the variants that run, by instance; variants that construct have no traces."""
    instances = []
    for title, variants in found.instances.items():
        groups = tuple(Group(each.label, each.runs, each) for each in variants if not each.construct)
        if groups:
            instances.append(Instance(title, groups))
    return Selection(tuple(instances), found)


def _chosen(selection: Selection, arguments: argparse.Namespace) -> Selection:
    """Returns the instances and variants that the patterns name. Raises UsageError for a pattern that names none."""
    asked = {"instance": arguments.instances or ["*"], "variant": arguments.variants or ["*"]}
    every = [(instance, group) for instance in selection.instances for group in instance.groups]
    for kind, patterns in asked.items():
        for pattern in patterns:
            if every and not any(_fits(kind, pattern, *each) for each in every):
                known = dict.fromkeys(instance.title if kind == "instance" else group.label for instance, group in every)
                raise UsageError(f"there is no {kind} '{pattern}'; {nearest(pattern, known)}")
    instances = []
    for instance in selection.instances:
        groups = tuple(
            group for group in instance.groups if all(any(_fits(kind, each, instance, group) for each in patterns) for kind, patterns in asked.items())
        )
        if groups:
            instances.append(Instance(instance.title, groups))
    if selection.instances and not instances:
        raise UsageError("no instance of --instances has a variant of --variants")
    return Selection(tuple(instances), selection.experiment)


def _fits(kind: str, pattern: str, instance: Instance, group: Group) -> bool:
    """Tells whether a pattern names the instance; or the variant, by its label or its name, with the instance or without."""
    asked = re.compile(".*".join(map(re.escape, pattern.split("*"))))
    if kind == "instance":
        return asked.fullmatch(instance.title) is not None
    name = group.variant.name if group.variant else ""
    parts = name.split("-")
    return any(asked.fullmatch(each) for each in (group.label, *("-".join(parts[start:]) for start in range(len(parts)))))


def baselines_of(selection: Selection, name: str | None) -> list[Group | None]:
    """Returns, for each instance, the group that the others are compared with; None where the instance has no such group.

    name: its label, the name of its variant, or that without the instance; by default the baseline that the experiment
    names, or else the first group. Raises UsageError if no group fits, or several of an instance.
    """
    if name is None:
        named = [[group for group in instance.groups if group.variant and group.variant.baseline] for instance in selection.instances]
        if any(named):
            return [groups[0] if groups else None for groups in named]
        return [instance.groups[0] for instance in selection.instances]
    found = [_baseline_of(instance, name) for instance in selection.instances]
    if not any(found):
        known = dict.fromkeys(group.label for instance in selection.instances for group in instance.groups)
        raise UsageError(f"there is no variant '{name}' to compare with; {nearest(name, known)}")
    return found


def _baseline_of(instance: Instance, name: str) -> Group | None:
    fits: tuple[Callable[[Group], bool], ...] = (
        lambda group: group.label == name,
        lambda group: group.variant is not None and group.variant.name == name,
        lambda group: group.variant is not None and group.variant.name.endswith(f"-{name}"),
    )
    for fit in fits:
        found = [group for group in instance.groups if fit(group)]
        if len(found) > 1:
            labels = ", ".join(group.label for group in found)
            raise UsageError(f"the baseline '{name}' may be any of {labels}; name it by its label")
        if found:
            return found[0]
    return None


def _named(ordered: Iterable[tuple[str, Any]], unnamed: list[Group]) -> tuple[Instance, ...]:
    titles, groups = ([""], [unnamed]) if unnamed else ([], [])
    for option, value in ordered:
        if option == "--instance":
            titles.append(value)
            groups.append([])
            continue
        if not groups:
            titles.append("")
            groups.append([])
        label, *paths = value
        if not paths:
            raise UsageError(f"the label '{label}' has no trace; write --label NAME TRACE...")
        groups[-1].append(Group(label, tuple(map(Path, paths))))
    for title, members in zip(titles, groups, strict=True):
        if not members:
            raise UsageError(f"the instance '{title}' has no group; --label NAME TRACE... follows it")
    return tuple(Instance(title, tuple(members)) for title, members in zip(titles, groups, strict=True))


def read_groups(
    selection: Selection, read: Callable[[Path], Read]
) -> list[tuple[Instance, list[tuple[Group, list[Read]]]]]:
    """Reads every run of a selection with the function `read`.

    Runs that `read` refuses with DataError are named on stderr and left out, and so are groups and instances without a
    remaining run. Raises DataError if no run remains.
    """
    left_out: list[str] = []
    instances = []
    for instance in selection.instances:
        groups = []
        for group in instance.groups:
            runs = list(_readable(group, read, left_out))
            if runs:
                groups.append((group, runs))
        if groups:
            instances.append((instance, groups))
    _tell(left_out, nothing_left=not instances)
    return instances


def _readable(group: Group, read: Callable[[Path], Read], left_out: list[str]) -> Iterable[Read]:
    for path in _present(group, left_out):
        try:
            yield read(path)
        except DataError as error:
            left_out.append(str(error))


def runs_of(selection: Selection, evaluations: int | None = None, parameters: bool = False) -> "list[RunInstance]":
    """Returns a row for each finished run of a selection, by instance and group. Leaves out what read_groups() leaves out.

    evaluations: a budget; each run is judged by its first evaluations within it. Raises UsageError for less than 1.
    parameters: adds the keys of the configuration that differ between runs of the selection as columns.
    """
    from ..batch import runs
    from ..summary import RunGroup, RunInstance

    if evaluations is not None and evaluations < 1:
        raise UsageError(f"--evaluations is {evaluations}; it is a whole number from 1 up")
    groups = [group for instance in selection.instances for group in instance.groups]
    left_out: list[str] = []
    paths = list(dict.fromkeys(path for group in groups for path in _present(group, left_out)))
    table, skipped = runs(paths, evaluations=evaluations)
    _tell([*(each.reason for each in skipped), *left_out], nothing_left=table.empty)
    names = _add_parameters(selection, table) if parameters else []
    table = table.set_index("path", drop=False)
    instances = []
    for instance in selection.instances:
        members = []
        for group in instance.groups:
            rows = table.loc[[str(path) for path in group.paths if str(path) in table.index]]
            if len(rows):
                members.append(RunGroup(group.label, rows, group.variant.published if group.variant else {}, names))
        if members:
            instances.append(RunInstance(instance.title, members))
    return instances


def _add_parameters(selection: Selection, table: "pandas.DataFrame") -> list[str]:
    """Adds the parameters to the table of runs and returns their names. The runs of a variant share its settings."""
    from ..parameters import add_columns, settings_of
    from ..trace import open as open_trace

    readable = set(table["path"])
    found: dict[str, dict[str, Any]] = {}
    for group in (group for instance in selection.instances for group in instance.groups):
        settings: dict[str, Any] | None = None
        for path in (str(each) for each in group.paths if str(each) in readable):
            if settings is None or group.variant is None:
                settings = settings_of(open_trace(path, check=False))
            found[path] = settings
    variants = [group.variant for instance in selection.instances for group in instance.groups if group.variant]
    return add_columns(table, found, [key for variant in variants for key in variant.settings] if variants else None)


def _present(group: Group, left_out: list[str]) -> list[Path]:
    """Returns the existing files of a group. Of an experiment, reports the number of missing files, not their names."""
    if group.variant is None:
        return list(group.paths)
    there = [path for path in group.paths if path.exists()]
    if len(there) < len(group.paths):
        missing = len(group.paths) - len(there)
        left_out.append(f"{missing} of the {len(group.paths)} runs of '{group.label}', which are not there yet")
    return there


def _tell(left_out: list[str], nothing_left: bool) -> None:
    if nothing_left and len(left_out) == 1:
        raise DataError(left_out[0])
    for reason in left_out:
        print(f"analysis: skipped: {cleaned(reason)}", file=sys.stderr)
    if nothing_left:
        raise DataError("no trace is left to work with")
