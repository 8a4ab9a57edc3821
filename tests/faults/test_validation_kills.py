"""Kills validations at random moments: those that go on from what was kept end with the answers of an undisturbed one.
SKERRY_KILLS_SEED repeats the random choices."""
import json
import os
import random
import shutil
import signal

import pytest

from tests.support.depth import deep, nightly
from tests.support.experiments import PUZZLE
from tests.support.running import Running, kill

SEED = int(os.environ.get("SKERRY_KILLS_SEED", random.randrange(10**6)))

#: One that is solved, one that can't be, and one that has no rules.
PUZZLES = {"impossible.toml": PUZZLE.replace("at_least = 70", "at_least = 80")
           + '[[requirement]]\nkind = "total"\nproperty = "price"\nat_most = 1400\n',
           "puzzle.toml": PUZZLE,
           "free.toml": PUZZLE.partition("[synergy]")[0]}
COMMAND = ("validate", *PUZZLES, "--json", "--quiet", "--within", "100%", "--keep", "kept", "--proofs", "proofs")
#: What depends on the speed of the machine.
OF_TIME = ("seconds", "total_seconds", "tried", "islands")


@pytest.fixture
def validation(skerry):
    for name, text in PUZZLES.items():
        skerry.write(name, text)
    return skerry


def answers(text):
    return [{key: value for key, value in json.loads(line).items() if key not in OF_TIME} for line in text.splitlines()]


def kept(skerry):
    """What each file of answers holds; every one of them can be read at any time."""
    return {file.name: json.loads(file.read_text())["answers"] for file in (skerry.folder / "kept").glob("*.json")}


def told(found):
    return sum(map(len, found.values()))


class Chain:
    """A validation with its kills. The log lists them for the message of a failure."""

    def __init__(self, skerry, ranks, chance, number_of_answers):
        self.skerry, self.ranks, self.chance, self.all = skerry, ranks, chance, number_of_answers
        self.log = []
        for folder in ("kept", "proofs"):
            shutil.rmtree(skerry.folder / folder, ignore_errors=True)

    def go(self, kills):
        before = {}
        for _ in range(kills):
            struck = self.start_and_kill(told(before))
            after = kept(self.skerry)
            self.log.append(f"{'killed' if struck else 'ended'} with {told(after)} of {self.all} answers")
            for name, entries in before.items():
                assert entries.keys() <= after[name].keys(), self.log
            for proof in (self.skerry.folder / "proofs").glob("*.json"):
                json.loads(proof.read_text())
            before = after

    def start_and_kill(self, known):
        """Kills it a little later than one of the next answers. Returns false where it ended before."""
        answer = self.chance.randint(known, min(known + self.all // 3, self.all))
        delay_s = self.chance.choice([0, self.chance.uniform(0, 0.05)])
        with Running(self.skerry, *COMMAND, ranks=self.ranks) as running:
            struck = running.wait_until(lambda: told(kept(self.skerry)) >= answer) and running.lasts(delay_s)
            if struck:
                pids = [running.process.pid, *running.ranks()]
                for pid in self.chance.choice([pids, [self.chance.choice(pids)]]):
                    kill(pid, signal.SIGKILL)
            running.end()
        return struck

    def finish(self):
        done = self.skerry(*COMMAND, ranks=self.ranks)
        assert done.status == 1, (self.log, done)
        assert not list(self.skerry.folder.glob("*/*.part")), self.log
        return answers(done.out)


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_killed_validation_goes_on(validation, ranks):
    print(f"SKERRY_KILLS_SEED={SEED}")
    chance = random.Random(f"{SEED} {ranks}")
    reference = validation.done(*COMMAND, ranks=ranks, status=1)
    whole = kept(validation)
    assert len(whole) == len(PUZZLES)
    for _ in range(deep(3, 20)):
        chain = Chain(validation, ranks, chance, told(whole))
        chain.go(kills=chance.randint(1, 5))
        assert chain.finish() == answers(reference.out), chain.log
        print(*chain.log, sep="\n")
    validation.done("check", "puzzle.toml", "--proof", "proofs/puzzle.proof.json")


def test_what_is_answered_is_told_again(validation):
    first = validation(*COMMAND)
    written = {file: file.read_bytes() for file in (validation.folder / "kept").iterdir()}
    again = validation(*COMMAND)
    assert answers(again.out) == answers(first.out)
    assert {file: file.read_bytes() for file in (validation.folder / "kept").iterdir()} == written
