"""The sum of squares, minimised on islands: `python3 sphere.py`, or `mpirun -n 4 python3 sphere.py` for an island on each rank."""
import skerry


def sphere(x):
    return sum(value * value for value in x)


result = skerry.evolve(sphere, {"x": skerry.real(10, -5.12, 5.12)}, generations=200)
print(result.fitness, result.best["x"])
print(result.trace)
