"""Asks the program what there is of the runs of an experiment, in one process of `skerry plan` for all of them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import AnalysisError, DataError, UsageError
from ..locks import is_busy
from .description import Experiment, Variant

OF_STATUS = {UsageError.status: UsageError, DataError.status: DataError}


class OtherRun(UsageError):
    """A trace is of another run. The message is without advice."""


@dataclass(frozen=True)
class Run:
    variant: int
    seed: int


@dataclass
class Survey:
    """What there is of the runs that a call is to carry out."""

    status: dict[Run, str] = field(default_factory=dict)  #: missing, unfinished, finished or busy
    other_build: list[Run] = field(default_factory=list)  #: runs that another build of the program made
    unreadable: dict[Run, str] = field(default_factory=dict)  #: why; these runs have no status
    refused: dict[int, AnalysisError] = field(default_factory=dict)  #: variants whose settings the program refuses, which have no runs

    def of(self, *statuses: str) -> list[Run]:
        return [run for run, status in self.status.items() if status in statuses]


@dataclass(frozen=True)
class Part:
    """Every `of`-th run, beginning with the `number`-th, counted from 1."""

    number: int = 1
    of: int = 1


def survey(experiment: Experiment, program: str, folder: Path, part: Part = Part(), force: bool = False, look: bool = True) -> Survey:
    """Looks at the files of all runs; with `force` it takes the folder for empty. It completes the variants by what the program says
    of them: the label of an instance that has none, and how a command is called. Without `look` it judges the settings alone.

    Raises OtherRun for a trace of other settings, and UsageError or DataError for a table of other settings.
    """
    found = Survey()
    number = -1
    with _Program(program, experiment.file.parent) as asked:
        for index, variant in enumerate(experiment.variants):
            runs = []
            for seed in range(experiment.first_seed, experiment.first_seed + experiment.seeds) if variant.chosen and look else ():
                number += 1
                if number % part.of == part.number - 1:
                    runs.append(Run(index, seed))
            answer = asked.answer(_request(variant, folder, [] if force or variant.task else runs))
            if error := answer.get("error"):
                if error.get("kind") == "other_run":
                    raise OtherRun(error["what"])
                found.refused[index] = OF_STATUS.get(error["status"], AnalysisError)(error["message"])
            elif not answer.get("trace", True):
                found.refused[index] = UsageError(f"variant {variant.name}: trace.enabled is false; the runs of an experiment leave traces ({variant.config})")
            else:
                experiment.variants[index] = variant = _completed(variant, answer)
                _add(found, variant, folder, runs, force, answer.get("runs", ()))
    return found


def seeds_text(seeds: Iterable[int]) -> str:
    """Returns numbers that ascend as "seeds 1 to 3, 5"."""
    ranges: list[list[int]] = []
    for seed in seeds:
        if ranges and seed == ranges[-1][-1] + 1:
            ranges[-1][1:] = [seed]
        else:
            ranges.append([seed])
    several = len(ranges) > 1 or len(ranges[0]) > 1
    return f"seed{'s' if several else ''} {', '.join(' to '.join(map(str, each)) for each in ranges)}"


def _request(variant: Variant, folder: Path, runs: list[Run]) -> dict[str, Any]:
    request = {"config": variant.config, "set": variant.settings, "islands": variant.islands}
    if task := variant.task:
        return request | {"task": {"command": task.command, "toml": task.text, "where": task.where}}
    return request | {"output": str(folder / f"{variant.name}.h5"), "seeds": [run.seed for run in runs]}


def _completed(variant: Variant, answer: dict[str, Any]) -> Variant:
    if variant.task:
        asked = answer["task"]
        variant = replace(variant, task=replace(variant.task, options=tuple(asked["options"]), rows=asked["rows"], row_name=asked["row_name"]))
    return variant if variant.instance else replace(variant, instance=answer["instance"])


def _add(found: Survey, variant: Variant, folder: Path, runs: list[Run], force: bool, answers: Iterable[dict[str, Any]]) -> None:
    if force:
        found.status |= dict.fromkeys(runs, "missing")
    elif variant.task:
        found.status |= {run: _status_of_table(variant, folder / variant.file(run.seed)) for run in runs}
    else:
        for run, answer in zip(runs, answers, strict=True):
            if answer["status"] == "unreadable":
                found.unreadable[run] = answer["message"]
                continue
            found.status[run] = answer["status"]
            if answer.get("other_build"):
                found.other_build.append(run)


def _status_of_table(variant: Variant, path: Path) -> str:
    """A table that exists is finished, since it takes its name when it is whole."""
    task = variant.task
    assert task
    try:
        with path.open("rb") as file:
            lines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
    except FileNotFoundError:
        return "busy" if is_busy(path) else "missing"
    except OSError as error:
        raise DataError(f"{path} can't be read: {error.strerror}") from error
    if lines != task.rows + 1:
        raise OtherRun(f"{path} has {max(lines - 1, 0)} {task.row_name}, and this experiment makes {task.rows}")
    return "finished"


class _Program:
    """A process of `skerry plan`, which is asked one question at a time."""

    def __init__(self, program: str, folder: Path) -> None:
        self._name = program
        try:  # its group is its own, so that it gets no Ctrl-C
            self._process = subprocess.Popen([program, "plan"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0)
        except OSError as error:
            raise UsageError(f"{program} can't be started ({error.strerror}); --program names skerry, or a program of your own") from error

    def __enter__(self) -> _Program:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.kill()
        self._process.communicate()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            raise AnalysisError(f"{self._name} plan ended with status {self._process.wait()}") from None
        assert isinstance(answer, dict)
        return answer
