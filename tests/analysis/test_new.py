"""What `skerry new` makes: puzzles from tables of players, and copies of what is shipped."""

import tomllib

import pytest

from skerry.command import main
from skerry.party_file import FORMATIONS, edges_of, lines_of, names_of
from tests.support.binary import TREE

PLAYERS = TREE / "configs/instances/formation-pool.csv"


def refused(capsys, text, *words):
    status = main(["new", *map(str, words)])
    told = capsys.readouterr().err
    assert told.startswith("skerry: ") and told.count("\n") == 1 and text in told, told
    return status


def puzzle(tmp_path, table, *options, file="players.csv"):
    (tmp_path / file).write_text(table)
    assert main(["new", "party", str(tmp_path / file), "--output", str(tmp_path / "mine.toml"), *options]) == 0
    return (tmp_path / "mine.toml").read_text()


@pytest.mark.parametrize("formation", FORMATIONS)
def test_a_formation_has_eleven_places_with_names_that_are_linked(formation):
    lines = lines_of(formation)
    names = [name for line in names_of(lines) for name in line]
    assert len(set(names)) == 11 and names[0] == "keeper" and [len(line) for line in lines[1:]] == list(map(int, formation.split("-")))
    reached, edges = {0}, edges_of([len(line) for line in lines])
    for _ in names:
        reached |= {node for edge in edges if reached & set(edge) for node in edge}
    assert len(reached) == 11 and all(a < b for a, b in edges) and len({tuple(edge) for edge in edges}) == len(edges)


def test_a_back_line_stands_before_its_keeper_and_its_own_sides():
    assert edges_of([1, 4, 2]) == [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 5], [2, 3], [2, 5], [3, 4], [3, 6], [4, 6], [5, 6]]


def test_a_puzzle_tells_the_columns_of_its_table(tmp_path):
    text = puzzle(tmp_path, PLAYERS.read_text(), "--formation", "4-4-2")
    made = tomllib.loads(text)
    assert made["pool"] == {"file": "players.csv", "id": "id", "name": "name", "many": ["roles"], "separator": ";"}
    assert made["formation"]["restriction"][0] == {"nodes": [0], "property": "roles", "values": ["keeper"]}
    assert made["objective"]["property"] == "price" and made["synergy"]["traits"] == ["nation", "league", "club"]
    height = [y for _, y in made["formation"]["positions"]]
    assert height[0] == max(height) and height[-1] == min(height)  # y grows downwards
    assert "#   rating  numbers from 60 to 92, mean 76.07\n" in text and "Isles (81)" in text


def test_another_sport_with_a_table_of_its_own(tmp_path):
    rows = "".join(f"{n},{'ABC'[n % 3]},{n % 7 + 1},{n % 5}\n" for n in range(30))
    made = tomllib.loads(puzzle(tmp_path, "number,team,points,pay\n" + rows, "--formation", "2-1-2", "--price", "pay"))
    assert made["formation"]["names"][0] == "line 1 place 1" and len(made["formation"]["names"]) == 5
    assert "restriction" not in made["formation"] and made["pool"]["id"] == "number" and made["synergy"]["traits"] == ["team"]


def test_mistakes_are_told(tmp_path, capsys):
    (tmp_path / "few.csv").write_text("id,price\na,1\n")
    (tmp_path / "odd.csv").write_text("id,price\na\n")

    def party(table, formation="4-4-2", *options):
        return ("party", table, "--output", tmp_path / "x.toml", "--formation", formation, *options)

    assert refused(capsys, "4-4-2 needs 11", *party(tmp_path / "few.csv")) == 3
    assert refused(capsys, "row 2 has 1 fields, and the header 2", *party(tmp_path / "odd.csv")) == 3
    assert refused(capsys, "No such file", *party(tmp_path / "none.csv")) == 3
    assert refused(capsys, "such as 4-4-2", *party(PLAYERS, "442")) == 2
    assert refused(capsys, "--price is wage", *party(PLAYERS, "4-4-2", "--price", "wage")) == 2
    assert refused(capsys, "has no --formation", "party", PLAYERS) == 2
    assert refused(capsys, "such as qap", "configuration") == 2
    assert refused(capsys, "no problem chess", "configuration", "chess") == 2
    assert refused(capsys, "makes no game", "game") == 2
    assert refused(capsys, "can't be written", "script", "--output", tmp_path / "no/such/folder.py") == 2
    (tmp_path / "x.toml").touch()
    assert refused(capsys, "--force overwrites it", *party(PLAYERS)) == 2
    assert not (tmp_path / "x.toml").read_text() and not list(tmp_path.glob("*.part"))


def test_the_list_and_all_that_is_in_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new"]) == 0 and "party from a table" not in capsys.readouterr().err
    for words in (["configuration", "qap"], ["configuration", "external"], ["experiment", "qap.toml"], ["project"], ["script"], ["job"]):
        assert main(["new", *words]) == 0, words
    assert TREE.joinpath("configs/instances/qap/tai20a.dat").samefile(tomllib.loads((tmp_path / "qap.toml").read_text())["problem"]["instance"])
    command = tomllib.loads((tmp_path / "external.toml").read_text())["problem"]["command"]
    assert command[0] == "python3" and TREE.joinpath("examples/external/sphere.py").samefile(command[1])
    assert tomllib.loads((tmp_path / "qap-experiment.toml").read_text())["config"] == "qap.toml"
    compile((tmp_path / "script.py").read_text(), "script.py", "exec")
    assert {path.name for path in (tmp_path / "sphere").iterdir()} == {"sphere.cpp", "CMakeLists.txt"} and (tmp_path / "job.sbatch").exists()
