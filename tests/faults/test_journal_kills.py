"""Kills runs of external evaluations at random moments: no attempt that stands in a journal is paid for again, and the trace is that
of an undisturbed run, or where luck decides, that of a run that follows the journal. SKERRY_KILLS_SEED repeats the random choices,
SKERRY_KILLS sets the number of kills."""
import os
import pathlib
import random
import signal

import pytest

from tests.faults.killing import VICTIMS, Campaign, Chain, Setting, in_turn
from tests.support.depth import deep
from tests.support.journals import attempts, config, folder_of, noted, replay
from tests.support.running import kill
from tests.support.traces import differences, everything

SEED = int(os.environ.get("SKERRY_KILLS_SEED", random.randrange(10**6)))
LEAST_KILLS = int(os.environ.get("SKERRY_KILLS", deep(8, 200)))
GENERATIONS = 40
KINDS = {"rule": "", "luck": "retries = 1", "wild": "retries = 1\ntimeout_s = 0.3"}
EACH_EPOCH = ("checkpoint.every=1", "checkpoint.share=1")
#: A run that is killed early starts over from generation 0.
NO_CHECKPOINT = ("checkpoint.enabled=false",)
SETTINGS = {
    "rule alone": Setting("rule.toml", None, EACH_EPOCH),
    "wild on 2": Setting("wild.toml", 2, (*EACH_EPOCH, "stop.generations=8")),
    "luck alone, no checkpoint": Setting("luck.toml", None, NO_CHECKPOINT),
    "rule on 2": Setting("rule.toml", 2, (*EACH_EPOCH, "problem.workers=2")),
    "rule on 3, no checkpoint": Setting("rule.toml", 3, NO_CHECKPOINT),
    "luck on 2": Setting("luck.toml", 2, EACH_EPOCH),
}
victims = in_turn(random.Random(SEED), VICTIMS)


@pytest.fixture
def paid(skerry, monkeypatch):
    for kind, problem in KINDS.items():
        skerry.write(f"{kind}.toml", config(kind, problem=problem, sleep_s=0.001, high=20, generations=GENERATIONS))
    monkeypatch.setenv("PAID", str(skerry.folder / "paid"))
    monkeypatch.setenv("PIDS", str(skerry.folder / "pids"))
    (skerry.folder / "pids").mkdir()
    return skerry


class PaidChain(Chain):
    """A chain that knows what stood in the journals when each of its sessions began."""

    def __init__(self, campaign, trace):
        super().__init__(campaign, trace)
        self.before = {}

    def environment(self):
        self.campaign.sessions = getattr(self.campaign, "sessions", 0) + 1
        self.before[self.campaign.sessions] = attempts(folder_of(self.trace))
        return super().environment() | {"SESSION": str(self.campaign.sessions)}

    def unexpected(self, result):
        return [line for line in result.messages if "an evaluation failed and ranks last" not in line]

    def strike(self, running):
        if self.setting.config == "wild.toml" and (pids := self.workers()):
            kill(self.chance.choice(pids), signal.SIGKILL)
            running.lasts(self.chance.uniform(0, 0.05))
        return super().strike(running)

    def workers(self):
        """Returns the workers that live. Other processes may have the numbers of those that have ended."""
        folder = self.skerry.folder / "pids"
        found = []
        for number in (file.name for file in folder.iterdir()):
            try:
                if f"PIDS={folder}".encode() in pathlib.Path(f"/proc/{number}/environ").read_bytes().split(b"\0"):
                    found.append(int(number))
            except OSError:
                pass
        return found

    def compare(self):
        journal = attempts(folder_of(self.trace))
        notes = [(session, attempt) for session, attempt in noted(self.skerry.folder / "paid") if session in self.before]
        assert [note for note in notes if note[1] in self.before[note[0]]] == [], self.log
        # Nothing was under way when the last session ended.
        assert {attempt for session, attempt in notes if session == max(self.before)} <= journal, self.log
        # A worker that is killed, by this test or by the time limit, before it could note what it was asked has failed.
        unnoted = attempts(folder_of(self.trace), fails=("ended", "timeout")) if self.setting.config == "wild.toml" else set()
        assert journal <= {attempt for _, attempt in notes} | unnoted, self.log
        if self.setting.config == "wild.toml":
            return self.follow_the_journal()
        assert len(notes) == len(set(notes)), self.log
        print(f"{len(notes)} evaluations begun, {len(journal)} in the journal")
        if self.setting.config == "luck.toml":
            return self.follow_the_journal()
        return super().compare()

    def follow_the_journal(self):
        count = len(noted(self.skerry.folder / "paid"))
        generations = len(everything(self.trace)["generation/best"]) - 1
        again = replay(self.skerry, self.trace, generations, ranks=self.setting.ranks)
        assert differences(everything(self.trace), everything(again)) == [], self.log
        assert len(noted(self.skerry.folder / "paid")) == count, self.log


@pytest.mark.few(1)
@pytest.mark.parametrize("name", SETTINGS)
def test_what_was_paid_for_survives_every_kill(paid, name):
    print(f"SKERRY_KILLS_SEED={SEED}")
    campaign = Campaign(paid, SETTINGS[name], random.Random(f"{SEED} {name}"), victims)
    quota = -(-LEAST_KILLS // len(SETTINGS))
    for number in range(5 * quota):
        if campaign.tally.kills() >= quota:
            break
        campaign.chain(f"{number}.h5", most_kills=4, kind=PaidChain)
    print(campaign.tally)
    assert campaign.tally.kills() >= quota, "the runs end before they can be killed"
