"""Checks that no #include runs against the layers of include/ and src/."""
import re

import pytest

from tests.support.binary import TREE

#: The layers from the lowest up: a file may include files of its own layer and of layers below. Layers in the same line
#: may not include each other. A path is a folder with all files below it, or one of the few headers for users that stand
#: above the basics beside which they are installed; the longest path that holds a file counts.
LAYERS = (
    {"basics": ["include/skerry", "src/engine"]},
    {
        "fronts": ["include/skerry/detail/fronts", "src/engine/fronts"],
        "archives": ["include/skerry/detail/archives", "src/engine/archives"],
        "operators": ["include/skerry/detail/operators", "src/engine/operators"],
    },
    {"genomes": ["include/skerry/genomes", "include/skerry/genomes.hpp", "include/skerry/detail/genomes", "src/engine/genomes"]},
    {"problem": ["include/skerry/problem.hpp", "include/skerry/problem_members.hpp", "include/skerry/detail/problem"]},
    {"population": ["include/skerry/population.hpp", "include/skerry/detail/population", "src/engine/population"]},
    {
        "algorithms": [
            "include/skerry/algorithms", "include/skerry/selection.hpp", "include/skerry/replacement.hpp", "include/skerry/own_parts.hpp",
            "include/skerry/migration_policy.hpp", "include/skerry/own_algorithm.hpp",
            "include/skerry/detail/algorithms", "src/engine/algorithms",
        ],
    },
    {
        "communication": ["include/skerry/mpi.hpp", "include/skerry/threads.hpp", "src/engine/communication"],
        "migration": ["include/skerry/migration", "src/engine/migration"],
    },
    {"similarity": ["src/engine/similarity"]},
    {"exchange": ["src/engine/exchange"]},
    {"lending": ["src/engine/lending"]},
    {"archipelago": ["include/skerry/archipelago.hpp", "include/skerry/recorder.hpp", "src/engine/archipelago"]},
    {"evolve": ["include/skerry/evolve.hpp", "src/engine/evolve"]},
    {"trace": ["include/skerry/trace.hpp", "src/trace"]},
    {"app": ["include/skerry/app", "include/skerry/main.hpp", "src/app"]},
    {"puzzles": ["src/puzzles"]},
    {"designer": ["src/designer"]},
    {"main": ["src/main.cpp"]},
)
#: The only folder that may include each external library.
LIBRARIES = {
    r"mpi\.h": "src/engine/communication",
    r"hdf5(_hl)?\.h|H5\w*\.h": "src/trace",
    r"toml\+\+/.*|toml\.hpp": "src/app",
    r"CLI/.*|CLI11\.hpp": "src/app",
}
RANKS = {name: rank for rank, layers in enumerate(LAYERS) for name in layers}
PLACES = {path: name for layers in LAYERS for name, paths in layers.items() for path in paths}


def includes(tree):
    """Yields (file, line, included path as written) of every #include; files are paths from the root of the tree."""
    for top in ("include", "src"):
        for file in sorted((tree / top).rglob("*.[ch]pp")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if found := re.match(r'\s*#\s*include\s*([<"])([^">]+)[">]', line):
                    yield file.relative_to(tree).as_posix(), number, found[2], found[1] == '"'


def of_the_tree(tree):
    """Yields (file, line, included file of the tree) of every #include of a file of the tree."""
    for file, line, name, quoted in includes(tree):
        if quoted:
            homes = [f"{top}/{name}" for top in ("include", "src") if (tree / top / name).exists()]
            yield file, line, homes[0] if homes else name


def layer_of(path):
    holding = [place for place in PLACES if path == place or path.startswith(place + "/")]
    return PLACES[max(holding, key=len)] if holding else None


def folder_of(path):
    """Returns the node of a file in the search for cycles: its layer within the engine, otherwise its folder."""
    layer = layer_of(path)
    return layer if RANKS[layer] < RANKS["trace"] else path.rpartition("/")[0]


def against_the_layers(tree):
    for file, line, included in of_the_tree(tree):
        below, above = layer_of(included), layer_of(file)
        if above is None or below is None:
            yield f"{file}:{line} includes {included}, of which one has no layer in LAYERS"
        elif below != above and RANKS[below] >= RANKS[above]:
            yield f"{file}:{line} ({above}) includes {included} ({below})"


def out_of_place(tree):
    for file, line, name, _ in includes(tree):
        for library, place in LIBRARIES.items():
            if re.fullmatch(library, name) and not file.startswith(place + "/"):
                yield f"{file}:{line} includes {name}; only {place} does"


def cycles(tree):
    """Returns each cycle as the includes that form it."""
    arrows = {}
    for file, line, included in of_the_tree(tree):
        start, end = folder_of(file), folder_of(included)
        if start != end:
            arrows.setdefault(start, {}).setdefault(end, f"{file}:{line} includes {included}")
    done, found = set(), []

    def visit(folder, path):
        if folder in path:
            ring = [*path[path.index(folder):], folder]
            found.append("; ".join(arrows[start][end] for start, end in zip(ring, ring[1:])))
        elif folder not in done:
            for end in arrows.get(folder, ()):
                visit(end, [*path, folder])
            done.add(folder)

    for folder in list(arrows):
        visit(folder, [])
    return found


@pytest.mark.parametrize("rule", [against_the_layers, out_of_place, cycles], ids=lambda rule: rule.__name__)
def test_no_include_runs_against_the_layers(rule):
    offending = list(rule(TREE))
    assert not offending, "\n" + "\n".join(offending)


def test_the_tree_is_read():
    files = {file for file, *_ in includes(TREE)}
    assert len(files) > 200 and "src/puzzles/registry.cpp" in files
    assert {layer_of(path) for path in files} >= {"basics", "communication", "exchange", "trace", "app", "puzzles", "main"}


@pytest.mark.parametrize(("file", "text", "rule", "told"), [
    ("src/app/a.hpp", '#include "puzzles/p.hpp"', against_the_layers, "src/app/a.hpp:1 (app) includes src/puzzles/p.hpp (puzzles)"),
    ("include/skerry/score.hpp", '#include "skerry/detail/operators/o.hpp"', against_the_layers, "(basics) includes"),
    ("src/engine/migration/plan.cpp", '#include "engine/communication/m.hpp"', against_the_layers, "(migration) includes"),
    ("include/skerry/evolve.hpp", '\n  # include "skerry/app/a.hpp"', against_the_layers, "evolve.hpp:2 (evolve) includes"),
    ("src/trace/t.cpp", "#include <mpi.h>", out_of_place, "src/trace/t.cpp:1 includes mpi.h; only src/engine/communication does"),
    ("src/puzzles/p.cpp", "#include <CLI/CLI.hpp>", out_of_place, "only src/app does"),
    ("src/puzzles/one/p.cpp", '#include "puzzles/two/p.hpp"', cycles, "src/puzzles/one/p.cpp:1 includes src/puzzles/two/p.hpp"),
])
def test_an_offence_is_told(tmp_path, file, text, rule, told):
    files = {"src/app/a.hpp": "", "src/puzzles/p.hpp": "", "include/skerry/detail/operators/o.hpp": "", "src/engine/communication/m.hpp": "",
             "include/skerry/app/a.hpp": "", "src/puzzles/one/p.hpp": "",
             "src/puzzles/two/p.hpp": '#include "puzzles/one/p.hpp"', "src/engine/communication/mpi.cpp": "#include <mpi.h>"}
    for path, content in (files | {file: text}).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content + "\n")
    offences = list(rule(tmp_path))
    assert len(offences) == 1 and told in offences[0]
