"""Counts what a model computes with and without a place at the gate, and how much at once.

Every computation encodes a sentence once, so runs of the encoder are counted. Put round the
program from outside: the app itself does not count.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from explainer.decoding import decode
from explainer.engine import translator
from explainer.model import Transformer
from explainer.runs.gate import Gate


class Tally:
    """`inside` and `outside` of the gate, and the `most` threads that computed at once."""

    def __init__(self) -> None:
        self.inside = self.outside = self.most = 0
        self._lock = threading.Lock()
        self._now = 0
        self._mine = threading.local()

    def _add(self, name: str, count: int) -> int:
        """Of this thread."""
        found: int = getattr(self._mine, name, 0) + count
        setattr(self._mine, name, found)
        return found

    def place(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        """`Gate.place`, noting that this thread has a place."""

        @wraps(plain)
        @contextmanager
        def noted(*args: Any, **named: Any) -> Iterator[None]:
            with plain(*args, **named):
                self._add("places", 1)
                try:
                    yield
                finally:
                    self._add("places", -1)

        return noted

    def span(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        """A function in which this thread computes."""

        @wraps(plain)
        def noted(*args: Any, **named: Any) -> Any:
            if self._add("depth", 1) == 1:
                with self._lock:
                    self._now += 1
                    self.most = max(self.most, self._now)
            try:
                return plain(*args, **named)
            finally:
                if self._add("depth", -1) == 0:
                    with self._lock:
                        self._now -= 1

        return noted

    def counted(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        """The encoder."""
        spanned = self.span(plain)

        @wraps(plain)
        def noted(*args: Any, **named: Any) -> Any:
            with self._lock:
                inside = self._add("places", 0) > 0
                self.inside += inside
                self.outside += not inside
            return spanned(*args, **named)

        return noted


def watch(tally: Tally, put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Count from now on; `put` is a MonkeyPatch's setattr where it is to end."""
    put(Gate, "hold", tally.place(Gate.hold))
    put(Transformer, "encode", tally.counted(Transformer.encode))
    put(Transformer, "forward", tally.span(Transformer.forward))
    put(translator, "decode", tally.span(decode))
