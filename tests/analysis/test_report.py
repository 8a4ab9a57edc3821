import json
import re

import pytest
from commands import output_of
from make_experiment import experiment

from skerry.command import main
from tests.support.html import Html

CONSTRUCTED = "attempt,mode,synergy,feasible,objective,seconds,failed_requirement\n"
CLAIMS = [
    {"what": "diversity of islands", "published": "at least 2", "figure": "fitness_diversity_ratio", "variants": ["easy-5", "easy-1"]},
    {"what": "success", "published": 88, "figure": "success_percent", "variants": ["hard-5"]},
]


@pytest.fixture
def folder(tmp_path):
    return experiment(tmp_path / "e", published=CLAIMS)


def edit(folder, change):
    content = json.loads((folder / "experiment.json").read_text())
    change(content)
    (folder / "experiment.json").write_text(json.dumps(content))


def constructed(folder):
    (folder / "easy-built-1.csv").write_text(CONSTRUCTED + "0,guided,0.8,1,10,0.1,\n1,guided,0.75,1,9,0.1,\n")
    built = {"name": "easy-built", "instance": "easy", "label": "guided", "construct": {"guided": True}, "runs": ["easy-built-1.csv"]}
    best = {"what": "best synergy", "published": 0.7, "figure": "synergy_max", "variants": ["easy-built"]}
    return built, best


@pytest.mark.nightly
def test_all_that_an_experiment_tells(folder, capsys):
    assert main(["report", str(folder)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.startswith("# Islands against one population\na paper\n\n## easy (target 50 coin)\n")
    assert told.out.count("one population : 5 islands") == 4
    claims = told.out.split("## Published figures beside ours\n")[1].splitlines()
    assert claims[1].startswith("diversity of islands  at least 2  ") and claims[1].endswith("3 : 3")
    assert claims[2].split()[:2] == ["success", "88"]
    figures = sorted(path.name for path in (folder / "figures").iterdir())
    assert figures == ["convergence-easy.pdf", "convergence-hard.pdf", "convergence.pdf", "ecdf.pdf"]
    assert all((folder / "figures" / name).read_bytes().startswith(b"%PDF") for name in figures)
    assert all(len(line) <= 120 for line in told.out.splitlines() if not line.startswith("figure  "))


def test_the_page_of_an_experiment(folder, tmp_path, capsys):
    drawn = tmp_path / "drawn.svg"
    drawn.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="9" height="9"/></svg>')
    assert main(["report", str(folder), "--html", str(tmp_path / "told.html"), "--picture", str(drawn)]) == 0
    assert capsys.readouterr().out.endswith(f"\npage  {tmp_path / 'told.html'}\n")
    page = Html((tmp_path / "told.html").read_text())
    page.check()
    titles = [text for level, text in page.headings if level == 2]
    assert titles[:5] == ["easy (target 50 coin)", "hard (target 60 coin)", "Tests", "Published figures beside ours", "Convergence"]
    assert titles[5:10] == ["Targets reached", "Convergence: easy", "Convergence: hard", "Picture of a solution: drawn", "Seeds and versions"]
    assert {"Best solution of easy (seed 7)", "Settings of one population on hard"} <= set(titles[10:])
    ratios = [cell for cell in page.cells if re.fullmatch(r"\d+\s*:\s*\d+", cell)]
    assert "3\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}3" in ratios and not any(" " in ratio for ratio in ratios), "a ratio is on one line"
    assert len(page.pictures) == 5 and "7, 7, 7" in page.cells and "Jörg" in page.texts and "a paper" in page.texts


@pytest.mark.nightly
def test_many_instances_share_a_table(folder, capsys):
    def spread(content):
        first, second = content["variants"][:2]
        first["published"] = {"success_percent": 42, "failure_mean": -11.5, "failure_deviation": 1.5}
        content["variants"] = [{**each, "name": f"{each['name']}-{i}", "instance": f"no. {i}"} for i in range(7) for each in (first, second)]
        content["published"] = []

    edit(folder, spread)
    told = output_of(capsys, "report", folder, "--no-figures")
    lines = told.split("## All instances\n")[1].splitlines()
    assert lines[0].split("  ")[0] == "" and lines[0].split()[-3:] == ["failures:", "best", "last"]
    assert lines[1].split()[:5] == ["no.", "0", "5", "islands", "3"]
    assert lines[2].split()[:2] == ["published", "42"] and "-11.5 ± 1.5" in lines[2]
    assert lines[3].split()[:3] == ["one", "population", "3"]
    assert told.count("published") == 7 and "final fitness, best" not in told
    assert output_of(capsys, "report", folder, "--no-figures", "--each").count("final fitness, best") == 7


def test_published_averages_stand_under_those_of_all_runs(folder, capsys):
    def spread(content):
        first = {**content["variants"][0], "published": {"best_mean": -11.5}}
        content["variants"] = [{**first, "name": f"setting {i}", "label": f"setting {i}"} for i in range(7)]
        content["published"] = []

    edit(folder, spread)
    lines = output_of(capsys, "report", folder, "--no-figures").split("## All instances\n")[1].splitlines()
    assert lines[0].split()[-3:] == ["final:", "best", "last"] and "failures" not in lines[0]
    assert lines[1].split()[1:4] == ["setting", "0", "3"] and " ± " in lines[1]
    assert lines[2].split() == ["published", "–", *["–"] * (len(lines[2].split()) - 4), "-11.5", "–"]


@pytest.mark.nightly
def test_constructions_are_told_too(folder, capsys):
    built, best = constructed(folder)
    edit(folder, lambda content: (content["variants"].append(built), content["published"].append(best)))
    told = output_of(capsys, "report", folder, "--format", "markdown")
    assert "## easy: constructions" in told and "| best synergy | 0.7 | 0.8 | 2 |" in told
    assert (folder / "figures/construct-easy.pdf").exists()


def test_an_experiment_of_constructions_alone(folder, capsys):
    built, best = constructed(folder)
    edit(folder, lambda content: content.update(variants=[built], published=[best]))
    assert "best synergy        0.7   0.8  2" in output_of(capsys, "report", folder)
    assert [path.name for path in (folder / "figures").iterdir()] == ["construct-easy.pdf"]
    assert main(["table", str(folder)]) == 3
    assert "holds constructions and no runs" in capsys.readouterr().err


def test_an_experiment_half_done_is_told_as_far_as_it_is(folder, capsys):
    for name in ("easy-1-1.h5", "easy-1-2.h5", "easy-1-3.h5", "hard-5-2.h5"):
        (folder / name).unlink()
    (folder / "hard-5-1.h5").write_bytes((folder / "hard-5-1.h5").read_bytes()[:30000])
    assert main(["report", str(folder), "--no-figures"]) == 0
    told = capsys.readouterr()
    assert told.err.count("skipped: ") == 3
    assert "3 of the 3 runs of 'one population', which are not there yet" in told.err
    assert told.out.count("one population : 5 islands") == 2
    assert "3 : 0" in told.out
    assert not (folder / "figures").exists()


def test_nothing_done_yet_is_an_error(folder, capsys):
    for path in folder.glob("*.h5"):
        path.unlink()
    assert main(["report", str(folder)]) == 3
    assert capsys.readouterr().err.endswith("analysis: no trace is left to work with\n")


def test_an_unknown_figure_is_refused_before_anything_is_read(folder, capsys):
    edit(folder, lambda content: content["published"][0].update(figure="fitness_diversity_ration"))
    assert main(["report", str(folder)]) == 3
    told = capsys.readouterr()
    assert told.out == "" and "did you mean 'fitness_diversity_ratio'" in told.err
