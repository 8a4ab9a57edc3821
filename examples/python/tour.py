"""A tour of cities: a permutation, numpy arrays, and a function that takes the cities from around it."""
import numpy as np

import skerry

places = np.random.default_rng(1).random((30, 2))


def length(order):
    path = places[order]
    return float(np.hypot(*(path - np.roll(path, 1, axis=0)).T).sum())


nearest = [0]  # a tour to start from, which goes to the nearest city that is left
while len(nearest) < len(places):
    left = [city for city in range(len(places)) if city not in nearest]
    nearest.append(min(left, key=lambda city: np.hypot(*(places[city] - places[nearest[-1]]))))

result = skerry.evolve(length, {"order": skerry.permutation(len(places))}, islands=2, generations=100, arrays=True, start=[{"order": nearest}])
print(f"{length(np.array(nearest)):.3f} became {result.fitness:.3f} in {result.evaluations:,} evaluations")
