"""The served pages: who may ask, the list of runs, jobs and their queue, puzzles and grids. tests/browser works in them as a person does."""

import os
import random
import re
import shutil
import socket
import stat
import sys
import threading
import time
import tomllib

import h5py
import live_runs
import numpy as np
import pytest
from commands import refused
from make_trace import sample, write

pytest.importorskip("flask")

from skerry import watching
from skerry.errors import UsageError
from skerry.party_file import edges_of, lines_of, names_of
from skerry.serving import formations, gate, party, pools, run_list, server
from skerry.serving.desk import RECORDS, Desk
from skerry.serving.jobs import Jobs
from skerry.serving.run_list import RunList
from skerry.serving.site import site
from tests.support.binary import BINARY, OWN_PROGRAM, TIME_LIMIT_S
from tests.waiting import wait_for

PORT = 8000
HOST = f"http://127.0.0.1:{PORT}"
TOKEN = "a-token"
HOSTILE = "<img src=x onerror=alert(1)>\"'"


class Client:
    """What a page of the server asks, and answers as pages read them."""

    def __init__(self, desk):
        self.desk, self.app = desk, site(desk, TOKEN, PORT)
        self.raw = self.app.test_client()

    def get(self, address, status=200):
        answer = self.raw.get(f"/{TOKEN}/{address}", base_url=HOST)
        assert answer.status_code == status, answer.text
        return answer

    def post(self, address, body=None, status=200, **more):
        kind = {"data": body} if isinstance(body, bytes) else {"json": body}
        answer = self.raw.post(f"/{TOKEN}/{address}", base_url=HOST, headers={"Origin": HOST}, **kind, **more)
        assert answer.status_code == status, answer.text
        if status != 200:
            assert answer.text.count("\n") == 1, "one sentence"
        return answer

    def ended(self, number):
        wait_for(lambda: self.desk.jobs.get(number).state not in ("waiting", "running"), TIME_LIMIT_S, f"the end of job {number}")
        return self.desk.jobs.get(number)


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "served"
    made.mkdir()
    return made


@pytest.fixture
def client(folder, monkeypatch):
    monkeypatch.setenv("SKERRY", str(BINARY))
    desk = Desk(folder, 2)
    yield Client(desk)
    desk.stop()


@pytest.fixture
def working(client):
    """A client whose queue and list work by themselves."""
    client.desk.start()
    return client


def pool_text(heroes=60, nations=("Fenwold", "Arvany", "Belmark"), seed=1):
    chance = random.Random(seed)
    rows = ["id,name,rating,roles,nation,price"]
    roles = ["keeper", "centre back", "left back;right back", "midfielder", "striker;left wing", "right wing"]
    for number in range(heroes):
        rating = chance.randint(60, 90)
        rows.append(f"p{number},Quin {number},{rating},{roles[number % len(roles)]},{chance.choice(nations)},{10 * rating + chance.randint(0, 300)}")
    return "\n".join(rows) + "\n"


# --- Who may ask


@pytest.mark.parametrize("address", ["/", "/wrong/", "/wrong/runs.json", f"/{TOKEN}x/", "//"])
def test_without_the_token_nothing_is_told(client, address):
    answer = client.raw.get(address, base_url=HOST)
    assert answer.status_code == 403 and TOKEN not in answer.text


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", f"127.0.0.1.evil.example:{PORT}"])
def test_another_name_of_the_host_is_refused(client, host):
    assert client.raw.get(f"/{TOKEN}/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", f"https://127.0.0.1:{PORT}", f"http://127.0.0.1:{PORT + 1}"])
def test_changes_come_from_the_own_pages_alone(client, origin):
    headers = {} if origin is None else {"Origin": origin}
    answer = client.raw.post(f"/{TOKEN}/grids", base_url=HOST, headers=headers, json={"puzzle": "sudoku", "question": "solve", "text": "1..."})
    assert answer.status_code == 403 and client.desk.jobs.all() == []


def test_nothing_is_changed_by_get(client, folder):
    (folder / "a.toml").write_text('[problem]\ntype = "trap"\n')
    write(folder / "a.h5", sample())
    client.post("puzzles?name=heroes.csv", pool_text().encode())
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    values = {"number": "1", "number_": "1", "name": "page.html", "key": "k"}
    for rule in client.app.url_map.iter_rules():
        if rule.endpoint == "pages.report":
            continue  # it writes nothing by itself, and takes seconds
        assert "GET" not in rule.methods or "POST" not in rule.methods
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda each: values[each[1]], str(rule)).removeprefix(f"/{TOKEN}/")
        client.raw.get(f"/{TOKEN}/{address}?path=a.h5&puzzle=1&configuration=a.toml", base_url=HOST)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["../secret.h5", "{outside}/secret.h5", "link.h5", "below/secret.h5", f"{RECORDS}/x.h5", "a.toml", ".", "", "\0.h5"])
def test_files_outside_of_the_folder_are_not_there(client, folder, tmp_path, name):
    write(tmp_path / "secret.h5", sample())
    (folder / "link.h5").symlink_to(tmp_path / "secret.h5")
    (folder / "below").symlink_to(tmp_path)
    write(folder / RECORDS / "x.h5", sample())
    (folder / "a.toml").write_text("")
    name = name.format(outside=tmp_path)
    for address in ("run", "live.json", "report"):
        assert client.raw.get(f"/{TOKEN}/{address}", query_string={"path": name}, base_url=HOST).status_code == 404
    client.post("runs", {"trace": name}, status=404)
    client.post("comparisons", {"paths": [name, name]}, status=404)
    assert client.get("runs.json").json["table"]["runs"] == [] and client.desk.jobs.all() == []


def test_a_file_of_a_gigabyte_is_refused_in_one_sentence(client):
    answer = client.post("puzzles?name=huge.csv", b"id,price\n", status=413, environ_overrides={"CONTENT_LENGTH": str(10**9)})
    assert answer.text.startswith(f"a file of at most {gate.MOST_UPLOADED // 10**6} MB is taken") and list(client.desk.puzzles.iterdir()) == []


def test_names_are_shown_as_they_are(client, folder):
    name = HOSTILE.replace("/", "") + ".h5"
    write(folder / name, sample())
    hostile = HOSTILE.replace('"', '""')
    header, first, *rows = pool_text().splitlines()
    table = "\n".join([header.replace("nation", f'"{hostile}"'), first.replace("Quin 0", f'"{hostile}"'), *rows])
    client.post(f"puzzles?name={HOSTILE.replace('=', '%3D')}.csv", table.encode())
    client.desk.jobs.add("run", HOSTILE, ["true", HOSTILE], 1, {})
    pages = [client.get(address) for address in ("", "puzzles", "puzzle/1", "job/1")]
    pages += [client.raw.get(f"/{TOKEN}/{each}", query_string={"path": name}, base_url=HOST) for each in ("run", "report")]
    for page in pages:
        assert page.status_code == 200 and "<img" not in page.text and "script-src" in page.headers["Content-Security-Policy"] + page.text
    for address in ("runs.json", "jobs.json"):
        answer = client.get(address)
        assert answer.mimetype == "application/json" and answer.headers["X-Content-Type-Options"] == "nosniff" and "<img" in answer.text


def test_pages_load_nothing_from_elsewhere(client, folder):
    for address in ("", "puzzles", "grids"):
        page = client.get(address).text
        assert all(each.startswith(f"/{TOKEN}/") or each in ("data:,", "#content") for each in re.findall(r'(?:src|href)="([^"]*)"', page))
    for name in os.listdir(gate.__file__.replace("gate.py", "static")):
        assert "http" not in client.get(f"static/{name}").text
    client.get("static/..%2Fgate.py", status=404)


# --- The list of runs


def test_the_list_has_the_state_of_each_run(working, folder, monkeypatch):
    monkeypatch.setattr(watching, "GRACE_S", 0)
    monkeypatch.setattr(watching, "AWAY_GRACE_S", 0)
    write(folder / "ended.h5", sample(), target=40, attributes={"target": 40.0})
    write(folder / "stopped.h5", sample())
    with h5py.File(folder / "stopped.h5", "a") as file:
        file.attrs["stop_reason"] = np.bytes_(b"interrupted")
    (folder / "below").mkdir()
    write(folder / "below/killed.h5", sample(), unfinished=True)
    (folder / "damaged.h5").write_bytes((folder / "ended.h5").read_bytes()[:3000])
    (folder / "other.h5").write_text("no trace")

    def states():
        found = {run["path"]: run["state"] for run in working.get("runs.json").json["table"]["runs"]}
        return found if found["below/killed.h5"] != "running" else None

    found = wait_for(states, TIME_LIMIT_S, "the reading of the unfinished trace")
    assert found == {"ended.h5": "ended", "stopped.h5": "interrupted", "below/killed.h5": "interrupted", "damaged.h5": "damaged", "other.h5": "damaged"}
    row = next(run for run in working.get("runs.json").json["table"]["runs"] if run["path"] == "below/killed.h5")
    assert row["islands"] == 3 and row["generations"] == 20 and row["best"] == pytest.approx(sample()["best"][-1].min())


def test_a_trace_is_read_again_only_when_it_has_changed(folder, monkeypatch):
    for number in range(20):
        write(folder / f"{number}.h5", sample(islands=1 + number % 2))
    read = []
    monkeypatch.setattr(run_list, "_read", lambda path, name, really=run_list._read: read.append(name) or really(path, name))
    listed = RunList(folder)
    assert len(listed.rows()) == 20 and len(read) == 20
    listed.rows()
    assert len(read) == 20
    write(folder / "3.h5", sample(islands=4, generations=30))
    os.unlink(folder / "4.h5")
    rows = {row.path: row for row in listed.rows()}
    assert read[20:] == ["3.h5"] and rows["3.h5"].islands == 4 and "4.h5" not in rows


def test_keys_that_differ_are_filters(client, folder):
    for size in (10, 20):
        write(folder / f"p{size}.h5", sample(islands=2), config=f"[island]\npopulation = {size}\nrate = 0.5\n[run]\nseed = {size}\n")
    told = client.get("runs.json").json
    assert told["table"]["keys"] == {"island.population": ["10", "20"]}
    assert [run["settings"] for run in told["table"]["runs"]] == [{"island.population": "10"}, {"island.population": "20"}]
    assert client.get(f"runs.json?known={told['version']}").json == {"same": True}


def test_a_run_shows_its_curves_its_command_and_the_report(client, folder):
    write(folder / "run.h5", sample(), target=40, attributes={"command": "skerry run a.toml --islands 3 --seed 7 --output run.h5"})
    told = client.get("live.json?path=run.h5").json
    assert told["state"] == "ended" and "<svg" in told["svg"] and dict(told["standing"])["islands"] == "3"
    assert told["command"] == "skerry run a.toml --islands 3 --seed 7 --output run-again.h5" and told["job"] is None
    report = client.get("report?path=run.h5")
    assert "<h2>Configuration</h2>" in report.text and report.headers["Content-Security-Policy"] == "frame-ancestors 'self'"


def test_selected_runs_are_compared_and_the_sentence_comes_first(client, folder):
    names = []
    for islands, end in ((1, 50.0), (4, 30.0)):
        for seed in range(4):
            names.append(f"{islands}-{seed}.h5")
            write(folder / names[-1], sample(islands=islands, seed=seed, end=end))
    address = client.post("comparisons", {"paths": names, "by": "islands"}).json["address"]
    page = client.get(address).text
    lead = re.search(r'class="lead">([^<]*)', page)[1]
    assert "islands=4" in lead and "islands=1" in lead and page.index(lead) < page.index("<svg")
    alike = client.post("comparisons", {"paths": names[:4], "by": ""}).json["address"]
    assert re.search("show no difference|not told apart", client.get(alike).text)
    one = client.post("comparisons", {"paths": names[:1], "by": ""}).json["address"]
    assert "2 to 400 are compared" in client.get(one, status=400).text
    client.get("comparison/unknown", status=404)


# --- Jobs


@pytest.fixture
def queue(tmp_path):
    made = []

    def make(cores=2):
        made.append(Jobs(tmp_path / "jobs", tmp_path, cores))
        return made[-1]

    yield make
    for each in made:
        for job in each.all():
            if job.state in ("waiting", "running"):
                each.end(job.number)


def held(path):
    """A command that lasts until a file is there."""
    return ["sh", "-c", 'while [ ! -e "$0" ]; do sleep 0.02; done; echo done', str(path)]


def states(queued):
    queued.begin_waiting()
    return [job.state for job in reversed(queued.all())]


def test_jobs_wait_for_cores_in_their_order(queue, tmp_path):
    jobs_ = queue(cores=3)
    for number, cores in enumerate((2, 2, 1, 9)):
        jobs_.add("run", "a job", held(tmp_path / str(number)), cores, {})
    assert states(jobs_) == ["running", "waiting", "waiting", "waiting"], "none overtakes another"
    (tmp_path / "0").touch()
    wait_for(lambda: states(jobs_) == ["done", "running", "running", "waiting"], TIME_LIMIT_S, lambda: states(jobs_))
    (tmp_path / "1").touch()
    wait_for(lambda: states(jobs_)[1] == "done", TIME_LIMIT_S, "the second")
    assert states(jobs_)[3] == "waiting", "it wants all cores"
    (tmp_path / "2").touch()
    wait_for(lambda: states(jobs_)[3] == "running", TIME_LIMIT_S, "the last")
    assert jobs_.get(1).text("output") == "done\n"


def test_jobs_are_found_again(queue, tmp_path):
    first = queue()
    first.add("run", "goes on", held(tmp_path / "on"), 2, {"trace": "a.h5"})
    first.add("run", "waits", ["sh", "-c", "exit 3"], 1, {})
    assert states(first) == ["running", "waiting"]
    second = queue()
    assert states(second) == ["running", "waiting"] and second.latest(trace="a.h5").title == "goes on"
    (tmp_path / "on").touch()
    wait_for(lambda: states(second) == ["done", "failed"], TIME_LIMIT_S, lambda: states(second))
    assert states(queue()) == ["done", "failed"] and queue().get(2).status == "3"


def test_a_job_is_ended_in_good_order_or_taken_back(queue, tmp_path):
    jobs_ = queue(cores=1)
    jobs_.add("run", "runs", ["sh", "-c", f'trap "exit 75" TERM; touch "{tmp_path}/ready"; while :; do sleep 0.02; done'], 1, {})
    jobs_.add("run", "waits", ["true"], 1, {})
    assert states(jobs_) == ["running", "waiting"]
    wait_for((tmp_path / "ready").exists, TIME_LIMIT_S, "its start")
    jobs_.end(2)
    jobs_.end(1)
    wait_for(lambda: states(jobs_) == ["interrupted", "cancelled"], TIME_LIMIT_S, lambda: states(jobs_))
    with pytest.raises(gate.Refused, match="job 1 is interrupted already"):
        jobs_.end(1)


def test_a_job_that_was_killed_is_lost_and_what_is_no_record_is_passed_over(queue, tmp_path):
    jobs_ = queue()
    job = jobs_.add("run", "dies", held(tmp_path / "never"), 1, {})
    assert states(jobs_) == ["running"]
    os.killpg(int((job.folder / "pid").read_text()), 9)
    wait_for(lambda: states(jobs_) == ["lost"], TIME_LIMIT_S, lambda: states(jobs_))
    (tmp_path / "jobs/000007").mkdir()
    (tmp_path / "jobs/000007/job.json").write_text('{"number": 7')
    assert [each.state for each in queue().all()] == ["lost"]
    jobs_.add("run", "no program", ["/no/program"], 1, {})
    wait_for(lambda: states(jobs_) == ["lost", "failed"], TIME_LIMIT_S, lambda: states(jobs_))


def test_a_run_is_begun_ended_and_goes_on(working, folder, monkeypatch):
    monkeypatch.setenv("EVALUATION_MS", "1")
    working.desk.program = str(OWN_PROGRAM)
    (folder / "slow.toml").write_text('[problem]\ntype = ""\n[island]\npopulation = 10\noffspring = 10\n[migration]\nevery = 5\n[stop]\ngenerations = 100000\n')
    assert "<option>slow.toml</option>" in working.get("").text
    (folder / "slow.toml").write_text((folder / "slow.toml").read_text().replace('[problem]\ntype = ""\n', ""))
    begun = working.post("runs", {"configuration": "slow.toml", "islands": "2", "seed": "3"}).json
    name = begun["about"]["trace"]
    assert (begun["cores"], name) == (2, "slow-2x3.h5")

    def live():
        job = working.desk.jobs.get(begun["number"])
        assert job.state in ("waiting", "running"), job.text("errors")
        return (folder / name).exists() and (told := working.get(f"live.json?path={name}").json)["svg"] and told

    told = wait_for(live, TIME_LIMIT_S, "the first epoch")
    assert told["state"] == "running" and told["job"]["state"] == "running"
    grown = wait_for(lambda: (now := live())["standing"] != told["standing"] and now, TIME_LIMIT_S, "another epoch")
    assert grown["state"] == "running"
    assert "works on slow-2x3.h5 already" in working.post("runs", {"trace": name}, status=409).text
    working.post(f"job/{begun['number']}/end")
    assert working.ended(begun["number"]).state == "interrupted"
    monkeypatch.setenv("EVALUATION_MS", "0")
    last = working.get(f"live.json?path={name}").json
    assert last["state"] == "interrupted"
    reached = int(dict(last["standing"])["generation"].split()[0].replace(",", ""))
    again = working.post("runs", {"trace": name, "generations": str(reached + 20)}).json
    assert working.ended(again["number"]).state == "done", working.desk.jobs.get(again["number"]).text("errors")
    last = wait_for(lambda: (now := working.get(f"live.json?path={name}").json)["state"] == "ended" and now, TIME_LIMIT_S, "its end")
    assert dict(last["standing"])["generation"].startswith(f"{reached + 20:,} ")


@pytest.mark.parametrize("asked", [{"islands": "0"}, {"islands": "two"}, {"islands": 2}, {"seed": "-1"}, {"seed": str(2**64)}, {"configuration": "b.toml"}, {"configuration": None}])
def test_a_run_of_nonsense_is_refused(client, folder, asked):
    (folder / "a.toml").write_text('[problem]\ntype = "trap"\n')
    answer = client.raw.post(f"/{TOKEN}/runs", base_url=HOST, headers={"Origin": HOST}, json={"configuration": "a.toml", "islands": "1", "seed": "1"} | asked)
    assert answer.status_code in (400, 404) and answer.text.count("\n") == 1 and client.desk.jobs.all() == []
    client.post("runs", [], status=400)


# --- Party puzzles


@pytest.mark.parametrize(
    "text, part",
    [
        (b"", "has no heroes"),
        (b"id,price\n", "has no heroes"),
        (b"id,id\n1,2\n", "names the columns"),
        (b"id,price\na,1\nb\n", "row 3 has 1 fields, and the header has 2"),
        (b"id,price\na,1\na,2\nb,2\n", "no column has another value in each row"),
        (b"id,name\na,b\nb,c\n", "no column holds numbers"),
        (b"id,price\n\xff\xfe,1\n", "no text in UTF-8"),
        (b'id,price\n"a,1\n', "no CSV"),
        (b"\x89HDF\r\n\x1a\n", "no text in UTF-8"),
    ],
)
def test_what_is_no_pool_is_refused(client, text, part):
    assert part in client.post("puzzles?name=heroes.csv", text, status=400).text
    assert list(client.desk.puzzles.iterdir()) == []


def test_columns_are_what_they_hold(tmp_path):
    (tmp_path / "pool.csv").write_text(pool_text())
    pool = pools.read(tmp_path / "pool.csv")
    assert (pool.heroes, pool.id, pool.name, pool.price, pool.many) == (60, "id", "name", "price", ["roles"])
    assert pool.column("rating").numeric and not pool.column("nation").numeric
    assert set(pool.column("roles").values) >= {"left back", "right back", "keeper"} and pool.column("name").values == []
    (tmp_path / "tabs.csv").write_text("\ufeff" + pool_text().replace(",", "\t"))
    assert pools.read(tmp_path / "tabs.csv") == pool


def test_formations_are_lines_rings_and_those_of_puzzle_files(folder):
    team = formations.of("4-4-2")
    lines = lines_of("4-4-2")
    assert team.nodes == [name for line in names_of(lines) for name in line] and team.edges == edges_of([1, 4, 4, 2]), "those of `skerry new party`"
    assert team.layout[0] == [0.5, 1] and team.layout[1] == [0, 2 / 3] and team.layout[-1][1] == 0
    assert all(first < second for first, second in team.edges) and {node for edge in team.edges for node in edge} == set(range(11))
    assert len({tuple(edge) for edge in team.edges}) == len(team.edges)
    assert team.likely(["keeper", "Centre Back", "striker"])[:4] == ["keeper", "", "Centre Back", "Centre Back"]
    assert team.likely(["GK", "CB", "ST"])[:4] == ["GK", "", "CB", "CB"]
    assert formations.of("ring of 3").edges == [[0, 1], [1, 2], [0, 2]] and formations.of("no edges, 5").edges == []
    for name in ("", "4-", "4-0-2", "60-9", "ring of 0", "ring of 65", HOSTILE, "no edges, 99"):
        with pytest.raises(UsageError):
            formations.of(name)
    (folder / "mine.toml").write_text('[formation]\nnames = ["a", "b"]\nedges = [[0, 1]]\npositions = [[2, 10], [4, 10]]\n[[formation.restriction]]\nnode = 1\nproperty = "roles"\nvalue = "keeper"\n')
    (folder / "broken.toml").write_text("[formation\n")
    (folder / "odd.toml").write_text('[formation]\nnodes = "many"\n')
    found = formations.in_folder(folder)
    assert list(found) == ["mine.toml"] and found["mine.toml"].layout == [[0, 0.5], [1, 0.5]] and found["mine.toml"].places == ["", "keeper"]


ASKED = {
    "title": f"Mine {HOSTILE}", "formation": "ring of 4", "column": "roles", "places": ["keeper", "", "", ""], "objective": "price", "unit": "coins",
    "traits": ["nation"], "synergy": 0.5, "seconds": 600,  # the answers need one or two
    "rules": [
        {"kind": "average", "property": "rating", "bound": "at_least", "value": 75},
        {"kind": "count", "property": "nation", "bound": "at_least", "value": 1, "values": ["Fenwold", "Arvany"]},
    ],
}


def test_a_puzzle_file_says_what_was_asked(tmp_path):
    (tmp_path / "pool.csv").write_text(pool_text())
    told = tomllib.loads(party.puzzle_text(ASKED, pools.read(tmp_path / "pool.csv"), "pool.csv", formations.of("ring of 4")))
    assert told["name"] == ASKED["title"] and told["pool"] == {"file": "pool.csv", "id": "id", "name": "name", "many": ["roles"], "separator": ";"}
    assert told["formation"]["restriction"] == [{"node": 0, "property": "roles", "value": "keeper"}]
    assert told["requirement"][0] == {"kind": "average", "property": "rating", "at_least": 75} and told["requirement"][1]["values"] == ["Fenwold", "Arvany"]
    assert told["synergy"]["curve"] == [0, 1] and told["objective"] == {"property": "price", "direction": "minimise", "unit": "coins"}


def rule(**changes):
    return {"rules": [ASKED["rules"][0] | changes]}


@pytest.mark.parametrize(
    "change",
    [{"formation": "none"}, {"objective": "nation"}, {"column": "height"}, {"traits": ["height"]}, {"synergy": 2}, {"synergy": "x"}, {"direction": "up"},
     {"rules": "x"}, {"rules": [1]}, rule(kind="x"), rule(bound="x"), rule(value=None), rule(value=True), rule(property="nation"), rule(property="x"),
     rule(kind="count", property="nation", values=[]), {"seconds": 0}, {"seconds": "x"}, {"traits": ["nation"] * 9}],
)
def test_a_puzzle_that_cannot_be_is_refused(client, change):
    client.post("puzzles?name=heroes.csv", pool_text().encode())
    client.post("puzzle/1/ask", ASKED | change, status=400)
    assert client.desk.jobs.all() == []


@pytest.mark.skipif(os.environ.get("SKERRY_DESIGNER") == "OFF", reason="the program was built without the designer")
def test_a_csv_leads_to_a_proven_answer(working):
    address = working.post("puzzles?name=my%20heroes.csv", pool_text().encode()).json["address"]
    assert working.get(f"{address}/answers.json").json["state"] == "none"
    likely = working.get("formation.json?puzzle=1&name=3-5-2").json["likely"]
    assert likely["roles"][:4] == ["keeper", "centre back", "centre back", "centre back"]
    job = working.post(f"{address}/ask", ASKED).json
    working.ended(job["number"])
    told = working.get(f"{address}/answers.json").json
    assert told["ended"] and re.fullmatch(r"It can be solved, and the cheapest party costs [\d,]+ coins, proven\.", told["sentence"])
    answers = {each["question"]: each["answer"] for each in told["answers"]}
    assert answers["the price"].endswith(" coins, proven") and "the price without “average rating at least 75”" in answers
    assert "<svg" in told["picture"] and "<img" not in told["picture"]
    page = working.get(f"{address}/page.html")
    assert "can be solved" in page.text and "<img" not in page.text
    saved = working.get(f"{address}/my-heroes.toml")
    assert "attachment" in saved.headers["Content-Disposition"] and tomllib.loads(saved.text)["pool"]["file"] == "my-heroes.csv"
    assert working.get(f"{address}/my-heroes.csv").text == pool_text() and working.get(f"{address}/my-heroes.html").text == page.text
    for name in ("puzzle.json", "..%2Fpuzzle.json", "kept"):
        working.get(f"{address}/{name}", status=404)
    harder = working.post(f"{address}/ask", ASKED | rule(value=89.5)).json
    working.ended(harder["number"])
    assert working.get(f"{address}/answers.json").json["sentence"].startswith("It can't be solved")
    wrong = working.post(f"{address}/ask", ASKED | {"places": [HOSTILE, "", "", ""]}).json
    working.ended(wrong["number"])
    told = working.get(f"{address}/answers.json").json
    assert told["sentence"].startswith("It can't be solved: these rules clash: ") and HOSTILE in told["sentence"]


def test_questions_tell_the_rule_in_place_of_its_number():
    entry = {"answer": {"solvable": True, "best": 20.0, "bound": 10.0, "proven": False}, "final": False, "seconds": 1}
    kept = {name: entry for name in ("without_rule/0", "with_rule/0/at_least/76", "with_rule/1/at_least/0.52777777777")}
    found = party.told(kept, ["average rating at least 75"], "coins")
    assert [each["question"] for each in found] == [
        "the price without “average rating at least 75”", "the price with “average rating at least 76”", "the price with “synergy at least 0.5278”"]
    assert {each["answer"] for each in found} == {"10 to 20 coins"}


# --- Grids


@pytest.mark.parametrize("question, part", [("solve", "1 2 | 3 4"), ("hint", "several solutions"), ("rate", "no rating"), ("mend", "2 further hints leave one solution")])
@pytest.mark.few(1)
def test_a_grid_is_answered(working, question, part):
    number = working.post("grids", {"puzzle": "sudoku", "question": question, "text": "1234\n3412\n....\n....\n"}).json["number"]
    assert working.ended(number).state == "done"
    assert part in working.get(f"grids/{number}.json").json["output"]


def test_a_wrong_grid_is_told_of(working):
    number = working.post("grids", {"puzzle": "skyscraper", "question": "explain", "text": f"12{HOSTILE}"}).json["number"]
    assert working.ended(number).state == "failed"
    told = working.get(f"grids/{number}.json").json
    assert told["output"] == "" and told["message"].count("\n") == 0 and RECORDS not in told["message"] and "the grid" in told["message"]
    for asked in ({"text": ""}, {"text": "1" * 30_000}, {"puzzle": "chess"}, {"question": "--help"}):
        working.post("grids", {"puzzle": "sudoku", "question": "solve", "text": "1..."} | asked, status=400)


# --- The command


def test_the_command_refuses_what_it_cannot_serve(folder, capsys, monkeypatch):
    monkeypatch.setenv("SKERRY", str(BINARY))
    assert "is no folder" in refused(capsys, 2, "serve", folder / "none")
    assert "--cores is 0" in refused(capsys, 2, "serve", folder, "--cores", "0")
    assert "--port is 70000" in refused(capsys, 2, "serve", folder, "--port", "70000")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "can't be had" in refused(capsys, 2, "serve", folder, "--port", str(taken.getsockname()[1]))
    desk = Desk(folder, 1)
    assert "is served already" in refused(capsys, 2, "serve", folder)
    desk.stop()
    monkeypatch.setenv("SKERRY", "/no/program")
    assert "skerry is not found" in refused(capsys, 2, "serve", folder)


def test_where_flask_is_missing_one_sentence_says_how_to_have_it(folder, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "flask", None)
    told = refused(capsys, 1, "serve", folder)
    assert " lacks flask: " in told and "sudo apt install python3-flask`" in told and "pip install flask" in told


def test_other_users_do_not_see_the_token(client, folder, monkeypatch):
    opened = []
    monkeypatch.setattr(server.webbrowser, "open", opened.append)
    server._open(client.desk, f"{HOST}/{TOKEN}/")
    path = folder / RECORDS / "open.html"
    assert opened == [path.as_uri()] and TOKEN in path.read_text() and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((folder / RECORDS).stat().st_mode) == 0o700


MANY = 2000


def write_many(folder):
    write(folder / "0.h5", sample(islands=4, generations=200), target=50)
    for number in range(1, MANY):
        shutil.copy(folder / "0.h5", folder / f"{number}.h5")


@pytest.mark.nightly
def test_the_list_of_many_traces_costs_little_more_than_their_attributes(folder):
    write_many(folder)
    listed = RunList(folder)
    costs = []

    def read():
        for path in folder.glob("*.h5"):
            with h5py.File(path, "r") as file:
                dict(file.attrs)

    for work in (read, listed.table, listed.table):
        began = time.process_time()
        work()
        costs.append(time.process_time() - began)
    reading, first, again = costs
    print(f"{MANY:,} traces: attributes read in {reading:.2f} s, listed in {first:.2f} s, listed again in {again:.2f} s")
    assert first < 1.5 * reading and again < reading / 2


#: An update of a live run is to be on its page within so many seconds.
UPDATED_S = 0.5
#: The second of two cores that the bound was set on reads the attributes of so many traces, whatever the machine at hand.
READINGS_PER_S = 2500


@pytest.mark.nightly
def test_a_live_run_is_updated_in_time_beside_many_traces(working, folder, monkeypatch):
    """A page asks again after a pause: an epoch is shown after that and the time of an answer at most. The list is asked for as well.

    The time of an answer is told in readings of a trace, which a slow or busy machine makes slower as well.
    """
    script = working.get("static/serve.js").text
    pause_s = int(re.search(r"watch\((\d+), async \(\) => \{\s+const found = await ask\(`live[.]json", script)[1]) / 1000
    write_many(folder)
    run = live_runs.start(folder / "live.h5")
    ended, opened, read_row = threading.Event(), [], run_list._read

    def look_at_the_list():
        asking = Client.__new__(Client)
        asking.raw = working.app.test_client()
        while not ended.wait(1):
            asking.get("runs.json")

    def generation():
        return dict(working.get("live.json?path=live.h5").json["standing"])["generation"]

    def timed(work):
        began = time.thread_time()
        work()
        return time.thread_time() - began

    def read():
        with h5py.File(folder / "0.h5", "r") as file:
            dict(file.attrs)

    looking = threading.Thread(target=look_at_the_list)
    try:
        working.get("runs.json")
        generation()
        monkeypatch.setattr(run_list, "_read", lambda path, name: opened.append(name) or read_row(path, name))
        looking.start()
        answers, readings = [], []
        for _ in range(25):
            shown = generation()
            wait_for(lambda: generation() > shown, TIME_LIMIT_S, "further epochs")
            answers.append(timed(generation))
            readings.append(timed(read))
    finally:
        ended.set()
        looking.join()
        run.kill()
        run.wait()
    answer, reading = sorted(answers)[12], sorted(readings)[12]
    print(f"{MANY:,} traces: an answer about a live run takes {1000 * answer:.1f} ms of a core, the reading of a trace {1000 * reading:.2f} ms; the page asks every {pause_s:g} s")
    assert {*opened} <= {"live.h5"}, "what has not changed is not read again"
    assert pause_s + answer / reading / READINGS_PER_S < UPDATED_S
