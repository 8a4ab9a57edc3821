"""Tells which instance of its problem a run is of: runs of others are never compared, nor put into one table or figure."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from .described import Described
from .errors import DataError

#: Keys of [problem] that choose among instances. The others may be parameters of a search, and an experiment may vary them.
CHOOSING = ("function", "index", "instance_seed")


def instance_of(trace: Described) -> str:
    """Returns digits of the SHA-256 of what makes the instance, and its name: of the input files and of the keys that choose; without
    files of problem.instance. It is empty where there is nothing of these.

    The configuration and the file of [start] belong to the run. So do programs that evaluate: several may be of one instance.
    """
    inputs = [line.removeprefix("\\").partition("  ")[::2] for line in str(trace.attributes.get("inputs", "")).split("\n")]
    configuration = str(trace.attributes.get("configuration_file", "")).removeprefix("\\")
    files = {name: digest for digest, name in inputs if name and configuration and not _is_same(name, configuration)}
    if not files and not any(key in trace.config for key in ("instance", *CHOOSING)):
        return ""
    settings = tomllib.loads(trace.config)
    tables = {name: table if isinstance(table := settings.get(name), dict) else {} for name in ("problem", "start")}
    command = tables["problem"].get("command", [])
    words = command.split() if isinstance(command, str) else list(map(str, command))
    others = [str(tables["start"].get("from", "")), *words]
    files = {name: digest for name, digest in files.items() if not any(other and _is_same(other, name) for other in others)}
    chosen = [f"{key}={tables['problem'][key]}" for key in CHOOSING if key in tables["problem"]]
    named = [] if files else list(filter(None, [str(tables["problem"].get("instance", ""))]))
    parts = [*sorted(files.values()), *named, *chosen]
    if not parts:
        return ""
    return " ".join([sha256("\n".join(parts).encode()).hexdigest()[:12], *sorted(name.rpartition("/")[2] for name in files), *named, *chosen])


def _is_same(name: str, path: str) -> bool:
    """Tells whether a name, which may be relative to a folder that is not known any more, is that of the path."""
    parts = [part for part in os.path.normpath(name).split("/") if part not in ("", "..")]
    return os.path.normpath(path).split("/")[-len(parts) :] == parts


def told(problem: str, instance: str) -> str:
    """Returns the problem with the name of the instance, without digits and the endings of files."""
    return " ".join([problem, *(os.path.splitext(name)[0] for name in instance.split(" ")[1:])])


def difference(problems: Iterable[Any], directions: Iterable[Any], instances: Iterable[Any]) -> str:
    """Returns in what the runs differ, such as "'problem' (onemax, sphere)"; empty if they are of one instance."""
    for name, values in (("problem", problems), ("direction", directions), ("instance", instances)):
        known = sorted(set(map(str, values)) - ({""} if name == "instance" else set()))
        if name == "instance" and len({each.split(" ")[0] for each in known}) <= 1:
            continue
        if len(known) > 1:
            return f"'{name}' ({', '.join(known)})"
    return ""


def check_one_instance(traces: Iterable[Described], title: str = "") -> None:
    """Raises DataError if the runs are not of one instance."""
    found = list(traces)
    differ = difference((each.problem for each in found), (each.direction for each in found), (instance_of(each) for each in found))
    if differ:
        raise DataError(f"the runs{f' of {title!r}' if title else ''} differ in {differ}; --instance NAME before --label tells instances apart")
