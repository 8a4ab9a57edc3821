"""A worker in Python: the sum of squares, to be minimised."""
from skerry.worker import serve


def sphere(x):
    return sum(value * value for value in x)


serve(sphere)
