import pytest
from make_runs import NAN, group, row

from skerry import conclusion
from skerry.summary import RunInstance


def stopping(label, islands, costs, ended=10_000):
    """Runs that stop at the target after so many generations; None did not reach it. Their last step goes beyond it by chance."""
    rows = []
    for seed, cost in enumerate(costs):
        found = {} if cost is None else {"generations_to_target": float(cost), "generations": cost, "evaluations": cost * islands}
        best = 2.0 if cost is None else 1 - seed / 100
        made = row(best, None if cost is None else cost * islands, target=1.0, seed=seed, islands=islands, evaluations=ended * islands)
        rows.append(made | {"generations": ended} | found)
    return group(label, rows)


def told(*groups, **options):
    return conclusion.sentences([RunInstance("", list(groups))], **options)


def test_the_sentence_on_a_target_has_the_factor_its_interval_and_the_runs_that_reached_it():
    one, twenty = stopping("one island", 1, [900, 1100, 1300, 800, 1200]), stopping("20 islands", 20, [70, 90, 80, None, 60], ended=100)
    start = "20 islands reached the target 10.6 times sooner than one island (95 % interval "
    assert told(one, twenty).startswith(start)
    assert ", counted in generations); 4 of 5 and 5 of 5 runs reached it. All islands together, 20 islands made 1.89 times the evaluations (" in told(one, twenty)
    assert told(twenty, one).startswith(start), "the better one is named first, whatever the baseline"
    alike = told(stopping("a", 1, [100, 110, 105]), stopping("b", 1, [10, 11, 12]))
    assert alike.startswith("b reached the target 9.55 times sooner than a (") and "counted in evaluations); 3 of 3 and 3 of 3 runs reached it." in alike


def test_the_sentence_says_where_nothing_is_shown():
    unlike = told(stopping("a", 1, [100, 400, 900]), stopping("b", 1, [700, 120, 300]))
    assert unlike.startswith("The runs show no difference between b and a in the evaluations to the target: those of a are 1.25 times those of b (95 % interval ")
    bests = [group(name, [row(best) for best in values]) for name, values in (("a", [1, 2, 3, 9]), ("b", [4, 5, 6, 7]))]
    assert told(*bests).startswith("The runs show no difference in the final fitness of b and a: b ended better in 25 % of the pairs of runs (")
    never = group("b", [row(NAN), row(NAN)])
    assert "median final fitness – and 5" in told(group("a", [row(5), row(5)]), never)


@pytest.mark.parametrize("direction, better", [("minimise", "new"), ("maximise", "base")])
def test_the_sentence_on_final_fitness_names_unequal_budgets(direction, better):
    base = group("base", [row(best, direction=direction, evaluations=1000) for best in range(20, 40)])
    new = group("new", [row(best, direction=direction, evaluations=5000) for best in range(20)])
    found = told(base, new)
    assert found.startswith(f"{better} ended better than ") and "in 100 % of the pairs of runs (95 % interval " in found
    assert "; 20 and 20 runs, of unequal budgets: " in found and "5,000" in found
    assert "budgets" not in told(base, group("same", [row(5, direction=direction)] * 20))


def test_many_comparisons_are_counted():
    base, good, bad = (group(name, [row(best + shift) for best in range(10)]) for name, shift in (("base", 0), ("good", -20), ("bad", 20)))
    assert told(base, good, bad, group("same", base.runs.to_dict("records")), group("also", good.runs.to_dict("records"))) == (
        "Against base, by the final fitness: good, also are better; bad is worse; 1 of 4 settings are not told apart from it."
    )
    both = [RunInstance("x", [base, good]), RunInstance("y", [base, bad])]
    assert conclusion.sentences(both) == (
        "Against base, by the final fitness: good is better on 1, worse on 0 and not told apart on 0 of 1 instances; "
        "bad is better on 0, worse on 1 and not told apart on 0 of 1 instances."
    )
    assert told(base) == ""


def test_the_sentence_and_the_tests_compare_what_the_target_cost():
    """Seen: "large: islands=8 better" by how far the last step overshot."""
    from skerry import compare

    fast = stopping("fast", 1, list(range(10, 30)))
    slow = stopping("slow", 1, list(range(100, 120)))
    slow.runs["best"] -= 5
    tests = compare.rank_tests([RunInstance("", [fast, slow])])
    assert [test.measure for test in tests] == ["evaluations_to_target", "fitness_diversity"] and tests[0].verdict == "worse"
    assert compare.budgets([RunInstance("", [fast, slow])]) == "Runs that stop at the target are compared by what it cost, and not by the final fitness."
    assert "how far the last step went beyond it" in compare.budgets([RunInstance("", [fast, slow])], ["best"])
    islands = compare.rank_tests([RunInstance("", [fast, stopping("8 islands", 8, range(1, 20))])])
    assert [test.measure for test in islands][:2] == ["generations_to_target", "evaluations_to_target"]
