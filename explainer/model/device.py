"""Where the model runs: the one place that decides."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from types import ModuleType

import torch

VARIABLE = "EXPLAINER_DEVICE"
FEW_ROWS = 8
COMPILER = "torch._dynamo"

_stand_in = ModuleType(COMPILER)
vars(_stand_in).update(graph_break=lambda: None, disable=lambda function, *_, **__: function)
_inside: set[object] = set()  # one for each run without the compiler
_lock = Lock()


def choose_device() -> torch.device:
    """CUDA when there is one, else the CPU; `EXPLAINER_DEVICE` overrides ("cpu", "cuda:1").

    Raises ValueError when the variable names a device this machine does not have, or one that holds
    no numbers ("meta").
    """
    wanted = os.environ.get(VARIABLE, "").strip()
    if not wanted:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(wanted)
        torch.zeros(1, device=device).item()
    except (RuntimeError, AssertionError, ImportError) as error:
        raise ValueError(f"{VARIABLE}={wanted!r} is not a device of this machine") from error
    return device


@contextmanager
def threads_for(rows: int) -> Iterator[None]:
    """One CPU thread while only a few rows are decoded: waking a second costs more than it does.

    The number is the process's own, so a search running beside may see it too; that changes its
    speed and nothing else, and the number it was before always comes back.
    """
    before = torch.get_num_threads()
    if rows > FEW_ROWS or before == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def without_compiler() -> Iterator[None]:
    """For the steps of an optimizer in a server: PyTorch's compiler is not imported for them.

    An optimizer tells the compiler that its step is not to be compiled, and imports it for that:
    79 MB of the server's memory, and seconds while its lines are watched. Nothing is compiled here,
    so who is told may do nothing. Threads may be inside at the same time.
    """
    run = object()
    with _lock:
        stands_in = sys.modules.setdefault(COMPILER, _stand_in) is _stand_in
        if stands_in:
            vars(torch)["_dynamo"] = _stand_in
            _inside.add(run)
    try:
        yield
    finally:
        with _lock:
            _inside.discard(run)
            if stands_in and not _inside:
                del sys.modules[COMPILER], vars(torch)["_dynamo"]
