"""A worker whose function gets whole batches: how far a decaying curve lies from measured points."""
import math

from skerry.worker import serve

TIMES = range(20)
MEASURED = [3.5 * math.exp(-0.25 * time) + 0.5 for time in TIMES]


def misfit(amplitude, rate, offset):
    curves = zip(amplitude, rate, offset)  # of each genome, lists of one number
    return [sum((a * math.exp(-k * time) + b - point) ** 2 for time, point in zip(TIMES, MEASURED)) for (a,), (k,), (b,) in curves]


serve(misfit, batch=True)
