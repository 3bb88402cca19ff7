"""What a class answers is counted, without names, and within bounds."""

from collections import Counter

from explainer.runs.polls import (
    LASTS,
    LONGEST,
    MOST_POLLS,
    MOST_QUESTIONS,
    MOST_SESSIONS,
    Polls,
    Vote,
    is_code,
    new_code,
)

CAT, DOG = Vote("cat", True), Vote("dog", False)


def test_each_session_has_its_last_answer() -> None:
    polls = Polls()
    polls.vote("a", "one", "next", CAT)  # nobody has opened it
    assert polls.counts("a") == {}
    for session, vote in (("one", DOG), ("two", DOG), ("one", CAT), ("three", DOG)):
        polls.vote("a", session, "next", vote)
    polls.vote("a", "one", "other", DOG)
    polls.vote("b", "one", "next", DOG)
    assert polls.counts("a") == {"next": Counter({DOG: 2, CAT: 1}), "other": Counter({DOG: 1})}
    assert polls.counts("b") == {}


def test_it_lasts_as_long_as_a_teacher_looks() -> None:
    seconds = [0.0]
    polls = Polls(lambda: seconds[0])
    polls.counts("a")
    polls.vote("a", "one", "next", CAT)
    seconds[0] = LASTS
    assert polls.counts("a")["next"] == Counter({CAT: 1})
    seconds[0] = 2 * LASTS + 1
    assert polls.counts("a") == {}


def test_nobody_fills_the_memory() -> None:
    polls = Polls()
    polls.counts("a")
    for number in range(MOST_QUESTIONS + 5):
        polls.vote("a", "one", f"question {number}", Vote("x" * 9999, False))
    for number in range(MOST_SESSIONS + 5):
        polls.vote("a", f"session {number}", "question 0", CAT)
    found = polls.counts("a")
    assert len(found) == MOST_QUESTIONS and found["question 0"].total() == MOST_SESSIONS
    assert found["question 1"] == Counter({Vote("x" * LONGEST, False): 1})
    for number in range(MOST_POLLS + 1):
        polls.counts(f"poll {number}")
    assert polls.counts("a") == {}  # the one that was looked at longest ago


def test_codes_are_codes() -> None:
    assert is_code(new_code()) and new_code() != new_code()
    assert not any(map(is_code, ("", "0123456", "0123456789", "GGGGGGGG", "١٢٣٤٥٦٧٨")))
