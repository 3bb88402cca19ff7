"""The server that all processes of a test run use together: whoever asks first starts it, and stops
it when nobody uses it any more (Linux: locks of files end with their process).
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.serving import launch


@contextmanager
def shared_server(folder: Path) -> Iterator[str]:
    """Its address; its files lie in a folder that all processes know."""
    told, mine = folder / "app.address", None
    with (folder / "app.used").open("w") as use:
        with _locked(folder):
            fcntl.flock(use, fcntl.LOCK_SH)  # held until the end: who started it waits for this
            if not told.exists():
                mine = launch(folder / "app.log", EXPLAINER_PRETRAINED="")
                mine.wait()
                told.write_text(mine.url)
        yield told.read_text()
    if mine is not None:
        with _locked(folder), (folder / "app.used").open("w") as use:
            fcntl.flock(use, fcntl.LOCK_EX)
            told.unlink()
            mine.kill()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "app.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
