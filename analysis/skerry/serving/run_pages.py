"""The pages of runs and jobs."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import tomllib
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
from flask import Blueprint, Response, jsonify, render_template, request
from numpy.typing import NDArray

from ..pages.charts import Chart, Line, drawn
from ..plain_text import cleaned
from ..run_report import page_of
from ..summary import number
from ..trace import Trace
from ..trace import open as open_trace
from ..watching import State, Watch
from . import comparison
from .desk import Desk
from .gate import Refused, framed, inside, sent_object
from .run_list import SHOWN

#: How many reports and comparisons stay in memory.
MOST_KEPT = 20
MOST_ISLANDS = 100_000
MOST_POINTS = 2000


class _Kept(OrderedDict[Any, Any]):
    """What was made last, by what it was made of."""

    def keep(self, key: Any, value: Any) -> Any:
        self[key] = value
        while len(self) > MOST_KEPT:
            self.popitem(last=False)
        return value


def add(pages: Blueprint, desk: Desk) -> None:
    reports, selections = _Kept(), _Kept()

    @pages.get("/")
    def runs() -> str:
        return render_template("runs.html.j2", page="runs", title=f"Runs of {cleaned(str(desk.folder))}", configurations=_configurations(desk.folder), cores=desk.jobs.cores)

    @pages.get("/runs.json")
    def runs_json() -> Response:
        text = json.dumps(desk.runs.table())
        version = hashlib.sha256(text.encode()).hexdigest()[:16]
        if request.args.get("known") == version:
            return jsonify(same=True)
        return Response(f'{{"version": "{version}", "table": {text}}}', mimetype="application/json")

    @pages.get("/jobs.json")
    def jobs_json() -> Response:
        return jsonify([job.summary() for job in desk.jobs.all()[:200]])

    @pages.get("/job/<int:number_>")
    def job_page(number_: int) -> str:
        return render_template("job.html.j2", page="job", title=f"Job {number_}", job=desk.jobs.get(number_))

    @pages.get("/job/<int:number_>.json")
    def job_json(number_: int) -> Response:
        job = desk.jobs.get(number_)
        return jsonify(job.summary() | {"output": cleaned(job.text("output")), "errors": cleaned(job.text("errors"))})

    @pages.post("/job/<int:number_>/end")
    def end_job(number_: int) -> Response:
        return jsonify(desk.jobs.end(number_).summary())

    @pages.get("/run")
    def run() -> str:
        path = inside(desk.folder, request.args.get("path", ""), ".h5")
        name = str(path.relative_to(desk.folder))
        return render_template("run.html.j2", page="run", title=f"Run {cleaned(name)}", name=name)

    @pages.get("/live.json")
    def live() -> Response:
        """What is known of a run now, with its curves."""
        path = inside(desk.folder, request.args.get("path", ""), ".h5")
        name = str(path.relative_to(desk.folder))
        watch = desk.runs.follow(name)
        job = desk.jobs.latest(trace=name)
        told = {"state": _state(watch), "svg": _curves(watch), "standing": _standing(watch), "version": _version(path)}
        return jsonify(told | {"command": _command(watch.trace, name), "job": job.summary() if job else None})

    @pages.get("/report")
    def report() -> Response:
        """What `report` makes of the run."""
        path = inside(desk.folder, request.args.get("path", ""), ".h5")
        key = (path, _version(path))
        with desk.drawing:
            text = reports.get(key) or reports.keep(key, page_of(open_trace(path)))
        return framed(text)

    @pages.post("/comparisons")
    def select() -> Response:
        """Takes a selection, which is too long for an address, and names the address of its comparison."""
        asked = sent_object()
        names = asked.get("paths")
        if not isinstance(names, list):
            raise Refused(400, "no runs are selected")
        paths = [inside(desk.folder, str(name), ".h5") for name in names]
        key = hashlib.sha256(json.dumps([names, asked.get("by")]).encode()).hexdigest()[:16]
        selections.keep(key, (paths, str(asked.get("by") or "")))
        return jsonify(address=f"comparison/{key}")

    @pages.get("/comparison/<key>")
    def compare(key: str) -> Response:
        if key not in selections:
            raise Refused(404, "this selection is forgotten; select the runs again")
        paths, by = selections[key]
        whole = (key, *map(_version, paths))
        with desk.drawing:
            text = reports.get(whole) or reports.keep(whole, comparison.page_of(paths, by))
        return framed(text)

    @pages.post("/runs")
    def begin() -> Response:
        """Begins a run of a configuration of the folder, or goes on with one."""
        asked = sent_object()
        if "trace" in asked:
            path = inside(desk.folder, str(asked["trace"]), ".h5")
            name = str(path.relative_to(desk.folder))
            trace = open_trace(path, check=False)
            if (job := desk.jobs.latest(trace=name)) and job.state in ("waiting", "running"):
                raise Refused(409, f"job {job.number} works on {cleaned(name)} already")
            command = [desk.program, "resume", name, *_limit(asked), "--json"]
            return jsonify(desk.jobs.add("resume", f"go on with {cleaned(name)}", command, trace.islands, {"trace": name}).summary())
        configuration = inside(desk.folder, str(asked.get("configuration", "")), ".toml")
        islands, seed = _whole(asked, "islands", 1, MOST_ISLANDS), _whole(asked, "seed", 0, 2**64 - 1)
        name = _free(desk, f"{configuration.stem}-{islands}x{seed}")
        command = [desk.program, "run", str(configuration.relative_to(desk.folder)), "--islands", str(islands), "--seed", str(seed), "--output", name, "--json"]
        return jsonify(desk.jobs.add("run", f"{cleaned(configuration.name)}, {islands} islands, seed {seed}", command, islands, {"trace": name}).summary())



def _whole(asked: dict[str, Any], name: str, least: int, most: int) -> int:
    value = asked.get(name)
    if not isinstance(value, str) or not value.isascii() or not value.isdigit() or len(value) > 20 or not least <= int(value) <= most:
        raise Refused(400, f"{name} is {value!r}; it is a whole number from {least} to {most}")
    return int(value)


def _limit(asked: dict[str, Any]) -> list[str]:
    return ["--generations", str(_whole(asked, "generations", 1, 2**53))] if asked.get("generations") else []


def _free(desk: Desk, stem: str) -> str:
    """A name for a trace that is not taken, nor promised to a job that waits."""
    stem = re.sub(r"[^\w.+-]", "-", stem)
    names = (f"{stem}{ending}.h5" for ending in ("", *(f"-{number_}" for number_ in range(2, 10_000))))
    return next(name for name in names if not (desk.folder / name).exists() and desk.jobs.latest(trace=name) is None)


def _configurations(folder: Path) -> list[str]:
    """The configurations of the folder and of the folders in it."""
    found = []
    for path in sorted([*folder.glob("*.toml"), *folder.glob("[!.]*/*.toml")])[:1000]:
        try:
            if "type" in tomllib.loads(path.read_text(encoding="utf-8")).get("problem", {}):
                found.append(str(path.relative_to(folder)))
        except (OSError, ValueError, TypeError):
            continue
    return found


def _version(path: Path) -> str:
    about = path.stat()
    return f"{about.st_size}-{about.st_mtime_ns}"


def _state(watch: Watch) -> str:
    if watch.state is State.FINISHED and watch.stop_reason == "interrupted":
        return "interrupted"
    return SHOWN[watch.state]


def _standing(watch: Watch) -> list[tuple[str, str]]:
    """The figures of the last epoch, as pairs of a name and a text."""
    trace, last = watch.trace, watch.last
    if trace is None or last is None:
        return []
    unit = f" {trace.fitness_unit}" if trace.fitness_unit else ""
    best = number(last.best, 10) + unit + (f" (infeasible by {last.violation:.4g})" if last.violation > 0 else "")
    found = [("problem", trace.problem_told), ("islands", str(trace.islands)), ("seed", str(trace.seed)), ("best", best)]
    found += [("target", number(trace.target, 10) + unit)] if trace.target is not None else []
    planned = f" of {watch.generations_planned:,}" if watch.generations_planned else ""
    found += [("generation", f"{last.generation:,}{planned}"), ("evaluations", f"{last.evaluations:,}"), ("seconds", number(last.elapsed_s, 4))]
    if watch.state is State.RUNNING:
        found.append(("evaluations a second", number(last.evaluations_per_s, 3)))
    if watch.stop_reason:
        found.append(("ended by", cleaned(watch.stop_reason)))
    return found


def _curves(watch: Watch) -> str:
    if watch.trace is None or watch.last is None:
        return ""
    lines = [Line(label, points) for label, values in (("best", watch.best), ("median", watch.median)) if (points := _points(values))]
    if not lines:
        return ""
    unit = f" ({watch.trace.fitness_unit})" if watch.trace.fitness_unit else ""
    return str(drawn(Chart(f"Run {watch.trace.name}", "Best of all islands and median of the islands, by generation", "generation", f"fitness{unit}", lines), "live"))


def _points(values: NDArray[Any]) -> list[tuple[float, float]]:
    """Some thousand points of a series, its last among them: a long run is drawn every half second."""
    indices = np.append(np.arange(0, len(values), -(-len(values) // MOST_POINTS)), len(values) - 1) if len(values) else np.arange(0)
    return [(float(index), float(values[index])) for index in indices if values[index] == values[index]]


def _command(trace: Trace | None, name: str) -> str:
    """The command that makes this run again, in another trace."""
    if trace is None:
        return ""
    typed = str(trace.attributes.get("command", ""))
    try:
        words = shlex.split(typed)
    except ValueError:
        words = []
    if "run" not in words[1:2]:
        configuration = str(trace.attributes.get("configuration_file", ""))
        words = ["skerry", "run", configuration, "--islands", str(trace.islands), "--seed", str(trace.seed)] if configuration else []
    if not words:
        return cleaned(typed)
    again = str(Path(name).with_suffix("")) + "-again.h5"
    if "--output" in words[:-1]:
        words[words.index("--output") + 1] = again
    else:
        words += ["--output", again]
    return cleaned(shlex.join(["skerry", *words[1:]]))
