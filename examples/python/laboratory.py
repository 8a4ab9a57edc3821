"""A run that is asked and told: each request is evaluated here, by whatever means there are. Ended with Ctrl-C, it goes on when it is started
again, and does not ask for what it was told."""
import skerry


def measure(flow, valves):
    """Stands for an experiment: a yield in per cent."""
    return 90 - (flow[0] - 3.2) ** 2 + sum(valves)


space = {"flow": skerry.real(1, 0, 10), "valves": skerry.bits(4)}
settings = {"island": {"population": 12, "offspring": 12}}
with skerry.asking(space, direction="maximise", generations=10, trace="results/laboratory.h5", settings=settings) as run:
    for number, batch in enumerate(run):
        print(f"batch {number}: {len(batch)} measurements")
        for request in batch:
            run.tell(request, measure(**request.values))
print(run.result.fitness, run.result.best)
