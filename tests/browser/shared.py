"""Servers that all processes of a test run use together: each is started once, by whoever asks
first, and stopped when nobody uses it any more (Linux: locks of files end with their process).
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.app.serving import PATIENCE, ROOT, answers, free_port
from tests.runs.waiting import until

APP = ROOT / "app.py"


class Servers:
    """The servers this process uses, with their files in a folder that all processes know."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: dict[Path, str] = {}
        self._started: list[tuple[Path, subprocess.Popen[bytes]]] = []
        self._uses = ExitStack()

    def address(self, script: Path, ready: str) -> str:
        """Of the server that runs `script`; `ready` is a path that answers once it can serve."""
        if script not in self._found:
            with self._locked(script):
                # Held until the end: who started it waits for this lock.
                use = self._uses.enter_context(self._place(script, "used").open("w"))
                fcntl.flock(use, fcntl.LOCK_SH)
                told = self._place(script, "address")
                if not told.exists():
                    told.write_text(self._start(script, ready))
                self._found[script] = told.read_text()
        return self._found[script]

    def stop(self) -> None:
        """Give back what is used, then end what was started here when the others are done too."""
        self._uses.close()
        for script, process in self._started:
            with self._locked(script), self._place(script, "used").open("w") as use:
                fcntl.flock(use, fcntl.LOCK_EX)
                self._place(script, "address").unlink(missing_ok=True)
                process.terminate()
                process.wait()

    def _start(self, script: Path, ready: str) -> str:
        port = free_port()
        command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
        with self._place(script, "log").open("wb") as log:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env={**os.environ, "EXPLAINER_PRETRAINED": ""},
            )
        self._started.append((script, process))
        address = f"http://localhost:{port}"
        until(lambda: answers(address + ready) or process.poll() is not None, PATIENCE, every=0.1)
        assert process.poll() is None, self._place(script, "log").read_text("utf-8")
        return address

    def _place(self, script: Path, kind: str) -> Path:
        return self._folder / f"{script.stem}.{kind}"

    @contextmanager
    def _locked(self, script: Path) -> Iterator[None]:
        with self._place(script, "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
