"""A page as one file, for a reader who takes it along.

It is made as on the command line by a process of its own: what runs pages without a browser there
would stand in the way of the visitors of this one. One is made at a time, in a place at the model
(`runs.gate`), so that others have the rest of them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from explainer.runs.gate import GATE, Busy

NEEDED: Final = ("latex2mathml", "markdown_it", "mdit_py_plugins", "vl_convert")
MOST: Final = 8  # pages that are made or wait: the last one comes after a minute or two
WAIT: Final = 60.0  # seconds for a place at the model
SECONDS: Final = 180  # which no page takes
ROOT: Final = Path(__file__).parents[2]
Asked = tuple[str, str]  # an address of the app, and where the app is ("": not to be told)

_turn: Final = asyncio.Lock()
_made: Final[dict[Asked, asyncio.Task[bytes]]] = {}  # as long as somebody waits for it


@cache
def is_possible() -> bool:
    """Whether what it needs besides the app is installed (explainer/site/requirements.txt)."""
    return all(map(find_spec, NEEDED))


async def page_file(asked: Asked) -> bytes:
    """Build the file, once for all concurrent requests. Raises Busy, and RuntimeError if
    impossible.
    """
    if asked not in _made:
        if len(_made) >= MOST:
            raise Busy
        _made[asked] = asyncio.create_task(_in_turn(asked))
        _made[asked].add_done_callback(lambda _: _made.pop(asked))
    return await asyncio.shield(_made[asked])


async def _in_turn(asked: Asked) -> bytes:
    async with _turn:
        return await asyncio.to_thread(_make, *asked)


def _make(address: str, app: str) -> bytes:
    with GATE.hold(None, WAIT), TemporaryDirectory() as folder:
        out = Path(folder, "page.html")
        command = [sys.executable, "-m", "explainer", "page", address, str(out), "--app", app]
        paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        env = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(command, env=env, capture_output=True, timeout=SECONDS, check=False)
        if done.returncode:  # what it says may have the reader's sentence in it
            raise RuntimeError(f"no file of the page {address.partition('?')[0]!r}")
        return out.read_bytes()
