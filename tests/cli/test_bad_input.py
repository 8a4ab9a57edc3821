"""Every bad input gives one clear message and the right exit status, alone and on four ranks."""
import os

import h5py
import pytest

from tests.support.depth import deep
from tests.support.experiments import ONEMAX, PARTY, POOL, PUZZLE

USAGE = 2
BAD_DATA = 3


def change(text, old, new):
    assert old in text
    return text.replace(old, new, 1)


# name: (file, its text, options, exit status, text that the message must contain)
CASES = {
    "missing column": ("heroes.csv", change(POOL, "level", "lvl"), [], BAD_DATA, ["no column 'level'", "puzzle.toml:17:12"]),
    "an unknown key": ("party.toml", PARTY + "generation = 4\n", [], USAGE,
                       ["unknown key 'generation' in [stop]; did you mean 'generations'?", "party.toml:11:1"]),
    "a missing player's file": ("party.toml", PARTY, ["--set", "problem.player.file=none.csv"], BAD_DATA, ["none.csv", "No such file"]),
    "a missing puzzle": ("party.toml", change(PARTY, "puzzle.toml", "puzle.toml"), [], BAD_DATA,
                         ["puzle.toml", "No such file"]),
    "a missing pool": ("puzzle.toml", change(PUZZLE, "heroes.csv", "heros.csv"), [], BAD_DATA,
                       ["heros.csv", "No such file"]),
    "a folder in place of the trace": ("party.toml", PARTY, ["--output", "."], USAGE, ["."]),
    "a trace in no folder": ("party.toml", PARTY, ["--output", "party.toml/x.h5"], USAGE, ["party.toml/x.h5"]),
    "an unknown option": ("party.toml", PARTY, ["--forse"], USAGE, ["did you mean --force?"]),
    "a seed beyond 64 bits": ("party.toml", PARTY, ["--set", "run.seed=18446744073709551616"], USAGE, ["seed is", "from 0 to 2^64 - 1"]),
    "seeds beyond 64 bits": ("party.toml", PARTY, ["--seed", str(2**64 - 1), "--repeat", "2"], USAGE, ["--repeat 2", "beyond 2^64 - 1"]),
}
#: One for each place where a mistake is found: in the puzzle, in the configuration, by the rank that writes, in the options.
AT_FOUR_RANKS = ["missing column", "an unknown key", "a trace in no folder", "an unknown option"]


@pytest.mark.few(8)
@pytest.mark.parametrize(("name", "ranks"), [*((name, None) for name in CASES), *((name, 4) for name in deep(AT_FOUR_RANKS, CASES))])
def test_a_mistake_gives_one_message(skerry, name, ranks):
    file, text, options, status, parts = CASES[name]
    skerry.write(file, text)
    skerry.refused("run", "party.toml", *options, ranks=ranks, status=status, says=parts)
    assert not list(skerry.folder.rglob("*.h5")), "nothing ran, so there is no trace"


@pytest.mark.parametrize("ranks", deep([None], [None, 4]))
def test_a_missing_configuration(skerry, ranks):
    skerry.refused("run", "none.toml", ranks=ranks, says="none.toml")


@pytest.mark.parametrize("ranks", [None, 4], ids=["alone", "4 ranks"])
def test_an_existing_trace_is_kept(skerry, ranks):
    trace = skerry.folder / "results" / "onemax.h5"
    trace.parent.mkdir()
    trace.write_bytes(b"precious")
    skerry.refused("run", "onemax.toml", ranks=ranks, says=["results/onemax.h5 exists", "--force"])
    assert trace.read_bytes() == b"precious"


@pytest.mark.parametrize("ranks", [None, 4], ids=["alone", "4 ranks"])
def test_a_puzzle_that_nothing_solves_names_what_stands_in_the_way(skerry, ranks):
    # Each requirement can be met, but not with this synergy.
    skerry.write("puzzle.toml", change(PUZZLE, "at_least = 0.5", "at_least = 1"))
    result = skerry.done("run", "party.toml", "--quiet", ranks=ranks, status=1)
    assert len(result.messages) == 1 and "synergy" in result.messages[0] and "BROKEN" in result.out, result


NAMES = ["new\nline", "\x1b[31mred\t\r\x7f\x9b", os.fsdecode(b"\xff\xfe lat\xe9in"), "quo'te\"$HOME`id`", "back\\slash\\n", " blanks ", "..", "~*?[x]{}%s",
         "a=b,c;d#e", "e\u0301\u200f\U0001f600", "x" * 230]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_any_name_is_that_of_a_run(skerry, name):
    skerry.write("onemax.toml", ONEMAX)
    (skerry.folder / "onemax.toml").rename(skerry.folder / f"{name}.toml")
    trace = f"results/{name}.h5"
    told = [skerry.done("run", f"{name}.toml", "--quiet"), skerry.done("inspect", trace), skerry.done("resume", trace, "--generations", 30, "--quiet")]
    assert all(text.isprintable() or text in "\t\ufffd" for result in told for text in result.out.replace("\n", "").replace("\u200f", ""))
    skerry.done("run", f"{name}.toml", "--repeat", 1, "--quiet")
    assert "kept" in skerry.done("run", f"{name}.toml", "--repeat", 1, "--quiet").out
    with h5py.File(skerry.folder / trace) as file:
        assert all(value.decode() for value in file.attrs.values() if isinstance(value, bytes) and value)


def test_a_name_too_long_for_a_checkpoint_is_refused_before_the_run(skerry):
    skerry.write("onemax.toml", ONEMAX)
    name = "x" * 240 + ".h5"
    skerry.refused("run", "onemax.toml", "--output", name, says="too long for a checkpoint, whose name has 16 bytes more")
    assert not list(skerry.folder.glob("x*"))
    without = ["--set", "checkpoint.enabled=false"]
    skerry.done("run", "onemax.toml", "--output", name, "--quiet", *without)
    skerry.done("resume", name, "--generations", 30, "--quiet")


def test_a_device_is_refused(skerry):
    skerry.refused("run", "/dev/zero", says="cannot read /dev/zero: it is a device, and no file")


OTHER_COMMANDS = [
    ([], "required"),
    (["rum", "onemax.toml"], "did you mean run?"),
    (["inspect", "none.h5"], "none.h5"),
    (["inspect", "onemax.toml"], "onemax.toml"),
    (["check", "party.toml", "none.txt"], "none.txt"),
    (["construct", "onemax.toml", "--attempts", "3"], "onemax"),
    (["construct", "party.toml"], "--attempts"),
    (["generate", "party", "--type", "4"], "--type"),
    (["keys", "iland"], 'island, migration, start, stop, run, trace, checkpoint, journal; did you mean "island"?'),
]


@pytest.mark.few(5)
@pytest.mark.parametrize(("arguments", "part", "ranks"), [
    *((*case, None) for case in OTHER_COMMANDS), *((*case, 4) for case in deep(OTHER_COMMANDS[5:6], OTHER_COMMANDS)),
], ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else str(value))
def test_other_commands_give_one_message_too(skerry, arguments, part, ranks):
    result = skerry(*arguments, ranks=ranks)
    assert result.status in (USAGE, BAD_DATA), result
    assert len(result.messages) == 1 and part in result.messages[0], result


def test_an_unknown_progress_mode_is_refused(skerry):
    skerry.refused("run", "onemax.toml", env={"SKERRY_PROGRESS": "bars"}, says="SKERRY_PROGRESS")
