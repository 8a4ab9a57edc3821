"""Journals of external evaluations: nothing is paid for twice, and a run whose evaluations fail by luck is made again bit for bit."""
import json

import pytest

from tests.support.depth import nightly
from tests.support.journals import attempts, config, entries, folder_of, noted, replay
from tests.support.traces import course, differences, everything


@pytest.fixture
def paid(skerry):
    """Returns a function that runs skerry with notes in a file, and the notes."""
    return Paid(skerry)


class Paid:
    def __init__(self, skerry):
        self.skerry, self.file = skerry, skerry.folder / "paid"

    def __call__(self, *arguments, status=0, session=0, ranks=None):
        return self.skerry.done(*arguments, ranks=ranks, env={"PAID": str(self.file), "SESSION": str(session)}, status=status)

    def run(self, trace, *options, islands=2, ranks=None, **settings):
        file = self.skerry.write("c.toml", config(**settings))
        options = [*options] if ranks else ["--islands", islands, *options]
        return self("run", file, "--output", trace, "--quiet", *options, ranks=ranks)

    def folder(self, trace):
        return folder_of(self.skerry.folder / trace)

    def notes(self, session=0):
        return [attempt for number, attempt in noted(self.file) if number == session]


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_each_attempt_is_an_entry_and_is_paid_for_once(paid, ranks):
    paid.run("t.h5", ranks=ranks, problem="retries = 1")
    notes = paid.notes()
    assert len(notes) == len(set(notes)) and set(notes) == attempts(paid.folder("t.h5"))
    own = entries(paid.folder("t.h5"))[0]
    failed = [entry for entry in own if "fail" in entry]
    assert failed and {entry["fail"] for entry in failed} == {"told"} and {entry["attempt"] for entry in failed} == {0, 1}
    paid_for = next(entry for entry in own if "fitness" in entry and "taken" not in entry)
    assert paid_for["fitness"] == sum(value**2 for value in paid_for["genome"]["x"])
    assert paid_for["started"] > 1.6e9 and paid_for["seconds"] >= 0 and paid_for["seed"] < 2**53 and paid_for["rank"] in (0, 1)
    evaluations = everything(paid.skerry.folder / "t.h5")["generation/evaluations"]
    assert evaluations[-1].sum() == 180 > len(notes), "evaluations count as if they were paid for"


def test_the_journal_does_not_change_the_course(paid):
    paid.run("with.h5")
    paid.run("without.h5", more="[journal]\nkeep = false")
    assert not paid.folder("without.h5").exists()
    assert differences(*(course(paid.skerry.folder / trace) for trace in ("with.h5", "without.h5"))) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("ranks", [None, *nightly(2)])
@pytest.mark.parametrize("kind", ["luck", "wild"])
def test_a_course_of_luck_follows_from_the_journal(paid, kind, ranks):
    paid.run("t.h5", ranks=ranks, kind=kind, problem="retries = 1\ntimeout_s = 0.2", generations=5)
    before = len(noted(paid.file))
    target = replay(paid.skerry, paid.skerry.folder / "t.h5", 5, ranks=ranks, env={"PAID": str(paid.file)})
    assert differences(everything(paid.skerry.folder / "t.h5"), everything(target)) == []
    assert len(noted(paid.file)) == before


def test_luck_is_luck(paid):
    paid.run("a.h5", kind="luck")
    paid.run("b.h5", kind="luck")
    a, b = (everything(paid.skerry.folder / trace) for trace in ("a.h5", "b.h5"))
    assert differences(a, b) != []


def test_the_journal_needs_its_trace(paid):
    paid.run("t.h5", generations=2)
    (paid.skerry.folder / "t.h5").unlink()
    done = paid("run", "c.toml", "--output", "t.h5", "--quiet", status=2)
    assert "t.h5.journal holds what was paid for a trace that is gone; --force removes it" in done.err and len(done.messages) == 1
    paid("run", "c.toml", "--output", "t.h5", "--quiet", "--force", session=1)
    assert set(paid.notes(1)) == attempts(paid.folder("t.h5"))


def test_a_new_run_removes_the_journal_that_it_overwrites(paid):
    paid.run("t.h5", generations=2)
    paid("run", "c.toml", "--islands", 1, "--seed", 5, "--output", "t.h5", "--quiet", "--force", session=1)
    assert set(paid.notes(1)) == attempts(paid.folder("t.h5"))
    assert len(list(paid.folder("t.h5").iterdir())) == 1


def test_damage_is_told_and_paid_for_again(paid):
    paid.run("t.h5", islands=1, generations=3)
    trace = paid.skerry.folder / "t.h5"
    file = paid.folder("t.h5") / "island-0.jsonl"
    lines = file.read_text().splitlines()
    lost = json.loads(lines[4])
    lines[4] = lines[4].replace('"attempt"', '"attempT"')
    file.write_text("\n".join(lines) + "\n" + lines[3][:30])
    trace.with_name("t.h5.checkpoint").unlink()
    before = everything(trace)
    assert json.loads(paid("inspect", "t.h5", "--json").out)["journal"]["damaged"] == 1
    done = paid("resume", "t.h5", "--generations", 3, "--quiet", session=1)
    assert [line for line in done.messages if "island-0.jsonl:5: the line is damaged; what is left out is paid again" in line]
    assert paid.notes(1) == [(0, tuple(lost["genome"]["x"]), 0)]
    assert differences(before, everything(trace)) == []


def test_inspect_counts_what_was_paid_for(paid):
    paid.run("t.h5", islands=1, generations=3)
    found = json.loads(paid("inspect", "t.h5", "--json").out)["journal"]
    own = entries(paid.folder("t.h5"))[0]
    assert found == {"paid": len(own), "failed": sum("fail" in entry for entry in own), "taken": 0, "damaged": 0}
    assert f"journal    {len(own)} evaluations paid for, of which {found['failed']} failed\n" in paid("inspect", "t.h5").out


@pytest.mark.nightly
def test_runs_share_scores_and_no_failures(paid):
    more = '[journal]\nshare = "shared"'
    paid.run("a.h5", more=more)
    paid.run("b.h5", "--seed", 5, more=more.replace("shared", "other"))
    unshared = len(paid.notes())
    paid("run", "c.toml", "--islands", 2, "--seed", 5, "--output", "c.h5", "--quiet", "--set", "journal.share=shared", session=1)
    succeeded = {tuple(entry["genome"]["x"]) for own in entries(paid.folder("a.h5")).values() for entry in own if "fitness" in entry}
    failed = {tuple(entry["genome"]["x"]) for own in entries(paid.folder("a.h5")).values() for entry in own if "fail" in entry}
    second = {genome for _, genome, _ in paid.notes(1)}
    assert not second & succeeded and len(paid.notes(1)) < unshared
    assert second & failed, "few genomes, of which a quarter fail, do not meet"
    assert differences(*(course(paid.skerry.folder / trace) for trace in ("b.h5", "c.h5"))) == []
    shared = entries(next((paid.skerry.folder / "shared").iterdir()))
    assert all("fitness" in entry and "taken" not in entry for own in shared.values() for entry in own)


def test_a_run_without_a_trace_shares_and_keeps_no_journal(paid):
    more = '[trace]\nenabled = false\n[journal]\nshare = "shared"'
    paid.run("a.h5", more=more)
    assert not paid.folder("a.h5").exists()
    paid("run", "c.toml", "--islands", 2, "--quiet", session=1)
    failed = [attempt for attempt in paid.notes(1) if sum(attempt[1]) % 4 != 0]
    assert failed == []


def test_another_worker_shares_nothing(paid):
    worker = paid.skerry.write("worker.py", "")
    more = '[journal]\nshare = "shared"'
    for session, text in enumerate(("1", "2")):
        (paid.skerry.folder / worker).write_text(text)
        file = paid.skerry.write("c.toml", config(problem='inputs = ["worker.py"]', more=more))
        paid("run", file, "--output", f"{session}.h5", "--quiet", "--islands", 1, session=session)
    assert paid.notes(0) == paid.notes(1)


def test_a_run_that_ended_by_a_failure_tries_again(paid):
    file = paid.skerry.write("c.toml", config(problem='on_failure = "abort"'))
    assert "an evaluation failed: as told" in paid("run", file, "--islands", 1, "--output", "a.h5", "--quiet", status=1, session=1).err
    journal = attempts(paid.folder("a.h5"))
    # Other workers may have failed before the run ended.
    failed = {tuple(entry["genome"]["x"]) for entry in entries(paid.folder("a.h5"))[0] if "fail" in entry}
    assert "an evaluation failed: as told" in paid("resume", "a.h5", "--quiet", status=1, session=2).err
    again = paid.notes(2)
    tried_again = [genome for _, genome, attempt in again if attempt == 1]
    assert not journal & set(again) and tried_again and set(tried_again) <= failed and len(set(tried_again)) == len(tried_again)


@pytest.mark.parametrize(("key", "part"), [("share = 3", "share"), ('share = ""', "names a folder"), ("keep = 1", "keep"),
                                           ("kept = true", "known here: keep, share")])
def test_mistakes_get_one_message(paid, key, part):
    file = paid.skerry.write("c.toml", config(more=f"[journal]\n{key}"))
    done = paid("run", file, "--quiet", status=2)
    assert len(done.messages) == 1 and part in done.messages[0], done
