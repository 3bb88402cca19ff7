"""The programs that measure a server start it as its users do, not as the tests do."""

import subprocess
import sys

from tests.conftest import ROOT

LOADED = """
import os, sys
import tests.benchmarks.__main__, tests.benchmarks.click, tests.docs.pictures, tests.load.__main__
print(*[name for name in sys.modules if name.endswith("conftest")], "MKL_NUM_THREADS" in os.environ)
"""


def test_what_measures_takes_nothing_from_the_tests_settings() -> None:
    environment = {"PATH": ""}  # not that of the tests, which already has them
    command = [sys.executable, "-c", LOADED]
    told = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["False"]
