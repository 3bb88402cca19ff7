"""Choice of the torch device and number of threads; every model goes through here."""

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
_inside: set[object] = set()  # a token for each `without_compiler` block being executed
_lock = Lock()


def choose_device() -> torch.device:
    """Return CUDA if available, else the CPU; `EXPLAINER_DEVICE` overrides ("cpu", "cuda:1").

    Raises ValueError if the variable names a device that this machine does not have or that stores
    no data ("meta").
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
    """Use one CPU thread while few rows are decoded: waking a second costs more than it saves.

    The setting is process-wide, so a concurrent search may see it too; that affects only its
    speed, and the previous number is always restored.
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
    """Run optimizer steps without importing PyTorch's compiler (torch._dynamo).

    An optimizer imports the compiler just to tell it not to compile the step: 79 MB of server
    memory, and seconds while a debugger traces its lines. Nothing is compiled here, so a stub takes
    its place. Several threads may be inside at the same time.
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
