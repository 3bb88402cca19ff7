"""`python -m tests.load.counted FILE run app.py ...`: streamlit, and in FILE what it computes.

The file holds the numbers of a Tally, which another process may read at any time.
"""

from __future__ import annotations

import os
import sys

# Before torch is imported, as the server does.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")

import numpy as np
from streamlit.web.cli import main

from tests.computations import SIZE, Tally, watch

if __name__ == "__main__":
    numbers = np.memmap(sys.argv.pop(1), np.int64, "w+", shape=(SIZE,))
    watch(Tally(numbers))
    main(prog_name="streamlit")
