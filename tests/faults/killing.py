"""Kills a run at random moments, resumes it, kills it again, and finally lets it end."""
import collections
import dataclasses
import json
import pathlib
import re
import shutil
import signal
import time

from tests.support.running import Running, kill
from tests.support.traces import differences, everything

#: The names of what a kill hits.
LONE_RANK = "the lone rank"
VICTIMS = ["mpirun", "one rank", "all ranks", "everything"]
#: The files that a kill can leave.
SIGNALS = [getattr(signal, f"SIG{name}") for name in ("KILL", "TERM", "INT", "HUP", "QUIT", "USR1", "ABRT", "SEGV", "BUS")]
NOTHING, TRACE, CHECKPOINT, FINISHED = "no trace yet", "a trace alone", "a checkpoint", "a finished trace"


@dataclasses.dataclass(frozen=True)
class Setting:
    config: str
    ranks: int | None  # None means without mpirun
    options: tuple[str, ...]
    program: pathlib.Path | None = None  # None means skerry
    layouts: tuple[int | None, ...] = ()  # each start takes one at random in place of `ranks`, and each kill a signal

    def arguments(self):
        return [self.config] + [word for option in self.options for word in ("--set", option)]


class Tally:
    """Counts the kills by their moment, by the process that was killed, and by the files that were left."""

    def __init__(self):
        self.found, self.victims, self.moments, self.leftovers = (collections.Counter() for _ in range(4))

    def kills(self):
        return sum(self.found.values())

    def add(self, other):
        for mine, more in zip(vars(self).values(), vars(other).values()):
            mine.update(more)

    def __str__(self):
        return f"{self.kills()} kills\n" + "\n".join(f"  {name}: {dict(sorted(counter.items()))}"
                                                     for name, counter in vars(self).items())


class Campaign:
    """Chains of kills under one setting. Each chain must end with the trace of an undisturbed run."""

    def __init__(self, skerry, setting, chance, victims):
        self.skerry, self.setting, self.chance, self.victims = skerry, setting, chance, victims
        self.tally = Tally()
        started = time.monotonic()
        skerry.done("run", *setting.arguments(), "--quiet", "--output", "reference.h5", ranks=setting.ranks)
        self.duration_s = time.monotonic() - started
        self.reference = everything(skerry.folder / "reference.h5")

    def lasted(self, duration_s):
        """Notes that a whole run ended before its kill: the machine may be less loaded than when the reference ran."""
        self.duration_s = min(self.duration_s, duration_s)

    def chain(self, name, most_kills, kind=None):
        (kind or Chain)(self, self.skerry.folder / name).go(self.chance.randint(1, most_kills))


class Chain:
    """A run with its kills. The log lists them for the message of a failure."""

    def __init__(self, campaign, trace):
        self.skerry, self.setting, self.chance = campaign.skerry, campaign.setting, campaign.chance
        self.campaign, self.tally = campaign, campaign.tally
        self.trace = trace
        self.log = []
        self.stood_at = 0  # the generation from which the run was last resumed

    def go(self, kills):
        for _ in range(kills):
            if not self.start_and_kill():
                break
            if self.examine() == FINISHED:
                break
        self.finish()

    def command(self):
        if self.trace.exists():
            return ["resume", self.trace.name]
        return ["run", *self.setting.arguments(), "--output", self.trace.name]

    def ranks(self):
        return self.chance.choice(self.setting.layouts or [self.setting.ranks])

    def start(self):
        command, ranks = self.command(), self.ranks()
        self.log.append(f"{command[0]} on {ranks}")
        return Running(self.skerry, *command, ranks=ranks, env=self.environment())

    def environment(self):
        """Returns the environment of a session that begins."""
        return {"SKERRY_PROGRESS": "none"}

    def start_and_kill(self):
        """Returns false if the run ended before it was killed."""
        moment, wait = self.choose_moment()
        anew, started = not self.trace.exists(), time.monotonic()
        with self.start() as running:
            struck = wait(running)
            victim = self.strike(running) if struck else None
            if victim == "mpirun" and self.chance.random() < 0.5:
                running.process.wait(120)  # its ranks live for a second longer
                self.resume_in_haste()
            result = running.end()
        self.log.append(f"{moment}: {victim}, status {result.status}")
        self.check_start(result)
        if not struck or result.status == 0:
            assert (result.status, self.unexpected(result)) == (0, []), (self.log, result)
            if anew:
                self.campaign.lasted(time.monotonic() - started)
            return False
        self.tally.victims[victim] += 1
        self.tally.moments[moment] += 1
        return True

    def unexpected(self, result):
        """Returns the messages that a run does not have that ends by itself."""
        return result.messages

    def strike(self, running):
        """Kills one or more of the processes at once; returns a name for them."""
        ranks = running.ranks()
        victim = LONE_RANK if not running.launched else next(self.campaign.victims) if ranks else "mpirun"
        pids = {"mpirun": [running.process.pid], "one rank": ranks and [self.chance.choice(ranks)], "all ranks": ranks,
                "everything": [running.process.pid, *ranks], LONE_RANK: [running.process.pid]}[victim]
        number = self.chance.choice(SIGNALS) if self.setting.layouts and victim != "mpirun" else signal.SIGKILL
        self.log.append(number.name)
        for pid in pids:
            kill(pid, number)
        return victim

    def choose_moment(self):
        """Returns the name of a moment and a function that waits for it, which returns false if the run ends before."""
        part = self.trace.with_name(self.trace.name + ".part")
        checkpoint_part = self.trace.with_name(self.trace.name + ".checkpoint.part")
        start_s = self.chance.uniform(0, self.campaign.duration_s)
        delay_s = self.chance.choice([0, self.chance.uniform(0, 0.02)])

        def laid_out(running):
            return running.wait_until(part.exists, every_s=0.0002) and running.lasts(delay_s)

        def packing(running):
            return running.wait_until(lambda: self.trace.exists() and part.exists(), every_s=0.0002) and running.lasts(delay_s / 4)

        def saving(running):
            return running.lasts(start_s / 2) and running.wait_until(checkpoint_part.exists, every_s=0.0002) and running.lasts(delay_s / 4)

        return self.chance.choices([("any time", lambda running: running.lasts(start_s)),
                                    ("layout", laid_out),
                                    ("saving", saving),
                                    ("packing", packing),
                                    ("near the end", lambda running: running.lasts(0.8 * self.campaign.duration_s + start_s / 4))],
                                   [5, 1, 3, 1, 1])[0]

    def resume_in_haste(self):
        """Resumes while ranks of the killed run may still live: this is refused, or does no harm."""
        with self.start() as hasty:
            hasty.lasts(self.chance.uniform(0, self.campaign.duration_s))
            for pid in hasty.processes():
                kill(pid, signal.SIGKILL)
            result = hasty.end()
        self.log.append(f"in haste: status {result.status}")
        assert result.status in (0, 2, -signal.SIGKILL), (self.log, result)
        if result.status == 2:
            refusal, = result.messages
            assert "is being written by another process" in refusal or "exists" in refusal, (self.log, result)

    def check_start(self, result):
        """Checks that the run goes on from the same generation as before or a later one."""
        at = re.search(r"goes on from generation ([\d,]+) of", result.err)
        if at:
            stands_at = int(at[1].replace(",", ""))
            assert stands_at >= self.stood_at, (self.log, result)
            self.stood_at = stands_at
        elif "starts over" in result.err:
            assert self.stood_at == 0, (self.log, result)

    def examine(self):
        """Checks that the files which are left can be read."""
        for left in self.skerry.folder.glob(self.trace.name + "*.part"):
            self.tally.leftovers[left.name.removeprefix(self.trace.name)] += 1
        found = NOTHING
        if self.trace.exists():
            inspected = self.skerry("inspect", self.trace.name, "--json")
            assert inspected.status == 0, (self.log, inspected)
            ended = json.loads(inspected.out)["stop_reason"] not in ("running", "interrupted")
            saved = self.trace.with_name(self.trace.name + ".checkpoint").exists()
            found = FINISHED if ended else CHECKPOINT if saved else TRACE
        self.tally.found[found] += 1
        self.log.append(found)
        return found

    def finish(self):
        done = self.skerry(*self.command(), ranks=self.ranks(), env=self.environment())
        assert done.status == 0, (self.log, done)
        self.check_start(done)
        self.compare()
        assert not list(self.skerry.folder.glob("*.part")), self.log
        for file in self.skerry.folder.glob(self.trace.name + "*"):
            if file.is_dir():
                shutil.rmtree(file)
            else:
                file.unlink()

    def compare(self):
        assert differences(everything(self.trace), self.campaign.reference) == [], self.log


def in_turn(chance, options):
    """Yields all options in a random order, then all of them in another order, without end."""
    while True:
        yield from chance.sample(options, len(options))
