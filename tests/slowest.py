"""Prints the ten slowest tests of a run of CTest: tests/slowest.py RESULTS, the file of ctest --output-junit."""

import sys
import xml.etree.ElementTree

tests = xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase")
slowest = sorted(((float(test.get("time", 0)), test.get("name", "")) for test in tests), reverse=True)[:10]
print("The slowest tests, in seconds:")
for seconds, name in slowest:
    print(f"{seconds:8.1f}  {name}")
