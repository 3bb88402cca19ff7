"""Semaphore with a bounded FIFO queue before the model, and a token bucket for each visitor.

PERMITS computations run at once. WAITING more wait for WAIT_SECONDS at most, first come first
served. One visitor (one tab) has one computation at a time: Streamlit starts a new run of the page
while the old one is still inside the model, so the new one waits for it, and of two that wait only
the newest stays. Who asks too often gives way to the others, but only while there are others.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeVar

import streamlit as st

from explainer import streamlit_internals
from explainer.installed import without_folder
from explainer.model.store import CheckpointError

if TYPE_CHECKING:
    from explainer.text import Text

LOG = logging.getLogger(__name__)
T = TypeVar("T")

# Inference runs on one thread each: two permits keep two cores busy, more would only wait longer.
PERMITS: Final = 2
WAITING: Final = 100  # a whole class at once; more would be told "busy" after the wait anyway
WAIT_SECONDS = 5.0
TRIES: Final = 6  # of who asks patiently
# One opening of a page asks up to a dozen times; a person then clicks every few seconds.
BURST: Final = 40.0
PER_SECOND: Final = 4.0
REMEMBERED: Final = 1000  # visitors whose asking is counted


class Busy(RuntimeError):
    """No permit for the model: queue full, too long a wait, or replaced by a newer run."""


class Allowance:
    """Rate limit, a token bucket for each visitor: BURST at first, PER_SECOND more up to BURST."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, visitor: str) -> bool:
        """Take a token from the visitor's bucket; return whether there was one."""
        now = self._clock()
        tokens, since = self._left.pop(visitor, (BURST, now))
        tokens = min(BURST, tokens + (now - since) * PER_SECOND)
        self._left[visitor] = (max(0.0, tokens - 1), now)
        if len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]  # who asked longest ago
        return tokens >= 1


@dataclass(eq=False)
class Ticket:
    """An entry of the queue; `answered` is set when its state is no longer "waiting"."""

    visitor: str | None
    state: Literal["waiting", "inside", "replaced"] = "waiting"
    answered: threading.Event = field(default_factory=threading.Event)

    def answer(self, state: Literal["inside", "replaced"]) -> None:
        self.state = state
        self.answered.set()


class Gate:
    """Thread-safe counting semaphore with a bounded FIFO queue.

    A visitor of None (the warm-up, a test) is nobody in particular: any number of those may wait.
    """

    def __init__(
        self,
        permits: int = PERMITS,
        waiting: int = WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.permits = permits
        self.waiting = waiting
        self._lock = threading.Lock()
        self._queue: deque[Ticket] = deque()
        self._inside: list[Ticket] = []
        self._stuck = False  # someone waited in vain, and nobody has left since
        self._allowance = Allowance(clock)
        self._mine = threading.local()

    @contextmanager
    def hold(self, visitor: str | None, seconds: float) -> Iterator[None]:
        """Hold a permit for the block, waiting up to `seconds`; re-entrant. Raises Busy.

        Asked for again inside the block by the same thread it is the same place.
        """
        if self.is_inside():
            yield
            return
        ticket = self._ask(visitor)
        try:
            ticket.answered.wait(seconds)
            self._enter(ticket)
            self._mine.inside = True
            yield
        finally:
            self._mine.inside = False
            self._leave(ticket)

    def is_inside(self) -> bool:
        """Return whether this thread holds a permit."""
        return getattr(self._mine, "inside", False)

    def counts(self) -> tuple[int, int]:
        """Return how many hold a permit and how many wait."""
        with self._lock:
            return len(self._inside), len(self._queue)

    def _ask(self, visitor: str | None) -> Ticket:
        ticket = Ticket(visitor)
        with self._lock:
            self._replace(visitor)
            affords = visitor is None or self._allowance.take(visitor)
            self._queue.append(ticket)
            self._admit()
            refused = self._stuck or not affords or len(self._queue) > self.waiting
            if ticket.state == "waiting" and refused:
                self._queue.remove(ticket)
                raise Busy
        return ticket

    def _replace(self, visitor: str | None) -> None:
        """Drop the visitor's older waiting tickets: nobody will see the result of their run."""
        older = [ticket for ticket in self._queue if visitor is not None]
        for ticket in older:
            if ticket.visitor == visitor:
                self._queue.remove(ticket)
                ticket.answer("replaced")

    def _admit(self) -> None:
        """Admit waiting tickets in order, except of visitors who already hold a permit."""
        for ticket in tuple(self._queue):
            if len(self._inside) >= self.permits:
                return
            inside = {other.visitor for other in self._inside} - {None}
            if ticket.visitor not in inside:
                self._queue.remove(ticket)
                self._inside.append(ticket)
                ticket.answer("inside")

    def _enter(self, ticket: Ticket) -> None:
        with self._lock:
            if ticket.state == "inside":
                return
            if ticket.state == "waiting" and len(self._inside) >= self.permits:
                self._stuck = True
        raise Busy

    def _leave(self, ticket: Ticket) -> None:
        with self._lock:
            if ticket in self._queue:
                self._queue.remove(ticket)
            if ticket in self._inside:
                self._inside.remove(ticket)
                self._stuck = False
            self._admit()


GATE: Final = Gate()


def visitor() -> str | None:
    """Return the session id of this script run; None outside of one."""
    return streamlit_internals.session_id()


class Permit:
    """The gate as a semaphore (`Door`), shared by every loaded model."""

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Hold a permit for this visitor. Raises Busy after WAIT_SECONDS at most."""
        with GATE.hold(visitor(), WAIT_SECONDS):
            yield

    def is_inside(self) -> bool:
        return GATE.is_inside()


permit: Final = Permit()


def retry_when_busy(ask: Callable[[], T]) -> T:
    """Call `ask` up to TRIES times while it raises Busy, for downloads. May raise Busy."""
    for _ in range(TRIES - 1):
        with suppress(Busy):
            return ask()
    return ask()


@contextmanager
def unless_busy(text: Text, place: str) -> Iterator[None]:
    """Run a drawing block; on Busy draw the busy message instead of the rest, on a missing or
    damaged model file an error.

    Any number of a trace may have to be computed again, so whatever reads one stands in here.
    """
    try:
        yield
    except Busy:
        say_busy(text, place)
    except CheckpointError as error:
        reason = without_folder(error)
        _log_once(reason)
        st.error(text("shell.broken_file"))
        st.code(reason, language=None, wrap_lines=True)


@cache
def _log_once(reason: str) -> None:
    """Log an error once per reason: every visitor of the page meets the same file."""
    LOG.error("a page lacks a file: %s", reason)


def say_busy(text: Text, place: str) -> None:
    """Draw the busy message with a retry button; what was typed and chosen stays.

    `place` tells several of these apart that one page may show.
    """
    st.warning(text("shell.busy"), icon=":material/hourglass_top:")
    st.button(text("shell.again"), key=f"again_{place}", icon=":material/refresh:")
