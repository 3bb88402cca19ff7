"""Count a class's answers during a lesson: anonymous, in memory only, lost when the server stops.

A teacher opens a poll by the code in the class's link, to which a short address leads, too. Each
session has one answer per question, its last. Each server process counts by itself.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

LASTS: Final = 3 * 3600.0  # seconds after the teacher last looked
MOST_POLLS, MOST_QUESTIONS, MOST_SESSIONS = 50, 40, 300
LONGEST: Final = 60  # characters of an answer
PATH: Final = "class"  # in the address, before the code
CODE: Final = re.compile(r"[0-9a-f]{6}", re.ASCII)


@dataclass(frozen=True)
class Vote:
    """An `answer` as displayed, and whether it is right for the numbers on that screen."""

    answer: str
    is_right: bool


@dataclass
class _Poll:
    looked: float
    link: str = ""  # the class's, as seen from its short address
    votes: dict[str, dict[str, Vote]] = field(default_factory=dict)  # question, session


class Polls:
    """Thread-safe store of all open polls; `clock` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._polls: dict[str, _Poll] = {}

    def counts(self, code: str) -> dict[str, Counter[Vote]]:
        """Open a poll, or keep it open; return how many gave each answer, by question."""
        now = self._clock()
        with self._lock:
            for old in [c for c, poll in self._polls.items() if now - poll.looked > LASTS]:
                del self._polls[old]
            if code not in self._polls and len(self._polls) >= MOST_POLLS:
                del self._polls[min(self._polls, key=lambda c: self._polls[c].looked)]
            poll = self._polls.setdefault(code, _Poll(now))
            poll.looked = now
            return {question: Counter(votes.values()) for question, votes in poll.votes.items()}

    def lead(self, code: str, link: str) -> None:
        """Let the short address of an open poll lead to this link."""
        with self._lock:
            if poll := self._polls.get(code):
                poll.link = link

    def link_of(self, code: str) -> str:
        """Return where the short address leads; "" for a poll that is not open."""
        with self._lock:
            poll = self._polls.get(code)
            return poll.link if poll else ""

    def vote(self, code: str, session: str, question: str, vote: Vote) -> None:
        """Record a session's answer; ignored if no teacher has opened the poll or it is full."""
        vote = Vote(vote.answer[:LONGEST], vote.is_right)
        with self._lock:
            poll = self._polls.get(code)
            if poll is None or (question not in poll.votes and len(poll.votes) >= MOST_QUESTIONS):
                return
            votes = poll.votes.setdefault(question, {})
            if session in votes or len(votes) < MOST_SESSIONS:
                votes[session] = vote


POLLS: Final = Polls()


def new_code() -> str:
    return secrets.token_hex(3)


def is_code(written: str) -> bool:
    return bool(CODE.fullmatch(written))
