"""Imported before all tests and before the program."""

import os
import sys

# An image may forbid to write bytecode. Then each worker, and each process that a test starts,
# would compile the whole program, and the workers all assertions, again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
