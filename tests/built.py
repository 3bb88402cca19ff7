"""What takes seconds to make and all processes of a test run use: made once, by who asks first."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def common_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that all processes of this run share."""
    folder = tmp_path_factory.getbasetemp()
    # Of several processes each has a folder of its own in the one they share.
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def built_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """Return the folder or file `name`, which `make` writes for the first process that asks.

    Others wait (Linux: a lock of a file ends with its process). What `make` leaves unfinished is
    never used: `name` is there only once it is whole.
    """
    found = common_folder(tmp_path_factory) / name
    with found.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.exists():
            unfinished = found.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            make(unfinished)
            unfinished.rename(found)
    return found
