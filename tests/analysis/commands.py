"""Calls commands of the analysis within this process, and reads what they print and draw."""

import csv
import io
import xml.etree.ElementTree as ElementTree

from skerry.command import main


def output_of(capsys, *arguments):
    """Returns what a command prints; it succeeds and complains of nothing."""
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def records_of(capsys, *arguments):
    """Returns the rows that a command prints with --format csv, as dictionaries."""
    return list(csv.DictReader(io.StringIO(output_of(capsys, *arguments, "--format", "csv"))))


def refused(capsys, status, *arguments):
    """Returns the one sentence with which a command refuses its work; it prints nothing else."""
    assert main([str(argument) for argument in arguments]) == status
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("analysis: ") and err.count("\n") == 1, out + err
    return err


def plot(capsys, *arguments):
    """Returns the status of `plot` and what it complains of."""
    status = main(["plot", *map(str, arguments)])
    return status, capsys.readouterr().err


def texts(path):
    """Returns the texts of an SVG."""
    return ["".join(text.itertext()) for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
