import re

import numpy as np
import pytest
from commands import output_of, plot
from make_trace import sample, write
from test_style import labels, touching

import skerry
from skerry import run_tables
from skerry.errors import DataError
from skerry.evaluation_times import EDGES, evaluation_times
from skerry.figures.evaluations import caption, draw_durations, draw_gantt
from skerry.figures.panels import Group, Panel
from skerry.gantt import MOST_BARS, PARTS, gantt

NOON = 1.8e9
#: Two workers of rank 0 and one of rank 2: 10 s of three workers, of which 21 s were busy.
ROWS = [
    # generation, island, number, failed, known, attempts, rank, place, started_s, duration_s
    (0, 0, 0, 0, 0, 1, 0, 0, NOON, 4.0),
    (0, 0, 1, 1, 0, 2, 0, 1, NOON + 1, 8.0),
    (0, 1, 0, 0, 1, 1, 0, 0, 0.0, 0.0),
    (5, 0, 2, 0, 0, 1, 2, 0, NOON + 4, 6.0),
    (15, 1, 1, 0, 0, 1, 0, 0, NOON + 5, 3.0),
]


@pytest.fixture
def made(tmp_path):
    def build(rows, name="a.h5", **options):
        return write(tmp_path / name, sample(generations=20, islands=2), evaluations=rows, **options)

    return build


def many(count, seconds=100.0, workers=3):
    """Evaluations by workers that are busy for half of each second."""
    starts = np.linspace(0, seconds, count // workers, endpoint=False)
    step = seconds / len(starts)
    return [(i * 20 // len(starts), worker % 2, i, int(i == 7 and worker == 1), 0, 1, worker, 0, NOON + start, step / 2)
            for i, start in enumerate(starts) for worker in range(workers)]


def test_counts_and_busy_share(made):
    times = evaluation_times(skerry.open(made(ROWS)))
    assert (times.made, times.failed, times.retried, times.known) == (4, 1, 1, 1)
    assert times.workers == ((0, 0), (0, 1), (2, 0))
    assert (times.began_s, times.span_s, times.busy_s, times.longest_s) == (NOON, 10, 21, 8)
    assert times.busy_share == pytest.approx(21 / 30)
    assert caption(times) == "4 evaluations by 3 workers, 1 failed, 1 known from a journal, busy for 70.0 % of the time"


def test_durations_are_known_to_the_width_of_a_bin(made):
    times = evaluation_times(skerry.open(made(ROWS)))
    width = EDGES[1] / EDGES[0]
    assert times.done_counts.sum() == 3 and times.failed_counts.sum() == 1
    for share, duration in ((0.25, 3), (0.5, 4), (0.75, 6), (1, 8)):
        assert duration <= times.quantile(share) <= duration * width * 1.001


def test_an_unfinished_trace_counts_its_whole_epochs(made):
    path = made(ROWS, unfinished=True)
    assert skerry.open(path).rows("evaluation") == 5
    assert evaluation_times(skerry.open(path)).made == 4


def test_few_evaluations_are_bars_of_their_worker(made):
    chart = gantt(skerry.open(made(ROWS)))
    assert chart.shares is None
    assert list(zip(chart.worker, chart.island, chart.start, chart.duration)) == [(0, 0, 0, 4), (1, 0, 1, 8), (2, 0, 4, 6), (0, 1, 5, 3)]
    assert chart.failures.tolist() == [[1, 9]]
    (axes,) = draw_gantt(chart).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["0.0", "0.1", "2.0"]
    assert sum(len(bars.get_paths()) for bars in axes.collections) == 4


def test_many_evaluations_are_shares_of_parts_of_the_run(made):
    rows = many(3 * MOST_BARS)
    chart = gantt(skerry.open(made(rows)))
    assert chart.shares.shape == (3, PARTS, 6) and len(chart.start) == 0
    part_s = chart.times.span_s / PARTS
    np.testing.assert_allclose(chart.shares.sum(axis=(1, 2)) * part_s, [sum(row[-1] for row in rows if row[6] == worker) for worker in range(3)])
    np.testing.assert_allclose(chart.shares.sum(axis=2).mean(), 0.5, atol=0.01)
    assert (chart.shares[1, :, 0] == 0).all() and (chart.shares[1, :, 1] > 0).all()
    assert len(chart.failures) == 1 and chart.failures[0, 0] == 1


def test_a_long_evaluation_among_many_fills_its_parts(made):
    rows = sorted([*many(3 * MOST_BARS), (0, 1, 0, 0, 0, 1, 9, 0, NOON + 10, 55.0)])
    chart = gantt(skerry.open(made(rows)))
    mine = chart.shares[3, :, 1]
    first, last = int(10 / chart.times.span_s * PARTS), int(65 / chart.times.span_s * PARTS)
    assert (mine[first + 1 : last] == 1).all() and (mine[:first] == 0).all() and (mine[last + 1 :] == 0).all()
    assert mine.sum() * chart.times.span_s / PARTS == pytest.approx(55)


def test_failures_have_durations_of_their_own(made):
    times = evaluation_times(skerry.open(made(ROWS)))
    (axes,) = draw_durations([Panel("", [Group("a", [times])])]).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert set(lines) == {"a", "a: failed"} and lines["a: failed"].get_linestyle() == ":"
    assert lines["a"].get_ydata()[-1] == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("low, high, panels", [(0.002, 0.0025, 4), (0.0012, 0.0095, 1), (0.3, 2.9, 4), (15000, 40000, 1)])
def test_labels_of_durations_within_a_decade_do_not_touch(made, low, high, panels):
    rows = [(i // 2, i % 2, i, 0, 0, 1, 0, 0, NOON + i, duration) for i, duration in enumerate(np.geomspace(low, high, 41))]
    times = evaluation_times(skerry.open(made(rows)))
    drawing = draw_durations([Panel(f"p{number}", [Group("a", [times])]) for number in range(panels)])
    assert touching(drawing) == []
    for axes in drawing.axes:
        shown = [float(text.replace(",", "")) for text in labels(axes.xaxis)]
        assert len(shown) >= 2 and low / 2 < min(shown) < max(shown) < 2 * high


def test_both_kinds_are_drawn_and_stay_small(made, tmp_path, capsys):
    path = made(many(30_000))
    for kind in ("gantt", "durations"):
        output = tmp_path / f"{kind}.svg"
        written = []
        for _ in range(2):
            assert plot(capsys, "--kind", kind, path, "--output", output) == (0, "")
            written.append(output.read_bytes())
        assert written[0] == written[1] and len(written[0]) < 200_000
    assert "busy for 50.0 % of the time" in re.sub(r"\s+", " ", (tmp_path / "gantt.svg").read_text())
    assert plot(capsys, "--kind", "gantt", made(many(MOST_BARS)), "--output", tmp_path / "bars.svg") == (0, "")
    assert (tmp_path / "bars.svg").stat().st_size < 1_000_000, "a full chart of bars is small, too"


@pytest.mark.nightly
def test_the_report_tells_of_them(made, capsys):
    path = made(ROWS)
    assert f"## {run_tables.EVALUATIONS}" in output_of(capsys, "report", path)
    page = path.with_suffix(".html").read_text()
    assert "Who evaluated for which island, and when: 4 evaluations by 3 workers" in page


@pytest.mark.nightly
def test_a_trace_without_them_is_refused(made, tmp_path, capsys):
    for rows, reason in ((None, "records no evaluations; a run does"), ([], "holds no evaluation"), ([ROWS[2]], "holds no evaluation")):
        path = made(rows)
        for read in (evaluation_times, gantt):
            with pytest.raises(DataError, match=reason):
                read(skerry.open(path))
        status, errors = plot(capsys, "--kind", "gantt", path, "--output", tmp_path / "a.svg")
        assert status == 3 and reason in errors
        assert run_tables.EVALUATIONS not in re.findall("^## (.*)$", output_of(capsys, "report", path), re.MULTILINE)
