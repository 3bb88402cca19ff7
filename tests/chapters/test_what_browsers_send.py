"""What a browser sends may be anything: every reader of it takes its own form and nothing else."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from explainer.chapters.cell import state
from explainer.chapters.cell.state import Crumb
from explainer.chapters.greedy.step import part_in
from explainer.chapters.images.state import read_drawing
from explainer.chapters.lookup.dictionary import is_valid_rest
from explainer.chapters.positions.clocks import read_settled
from explainer.chapters.sentences import lines
from explainer.drawings import cell_in
from explainer.frame.maps import cell_of
from explainer.frame.questions import read_number, read_place, read_shares
from explainer.lessons.parts import Axis, Number

ODD: tuple[object, ...] = (
    *(None, True, -1, -1.5, 99, math.nan, math.inf, "x", "1", "<b>"),
    *([], [0], [True, 0], [0.0, 1], ["0", "0"], [[0], 0], [-1, 0], [0, 9], [0, 1, 2, 3, 4]),
    *({}, {1: 1}, {"x": 0}),
)
THERE = np.array([[True, False], [True, True]])
PARTS: list[Any] = [{"parts": [{"may": True}, {"may": False}]}, {"parts": [{"may": 1}]}]
CRUMBS = [Crumb("col", "", "", ("",) * 8, 0)]
NUMBER = Number(0.5, 0.1, 2, axis=Axis(0, 2))


def settled(sent: Any) -> object:
    return read_settled(sent if isinstance(sent, dict) else {"at": 1, "order": sent}, 4)


def pressed(sent: Any) -> object:
    """The parts of the drawing of a cell that are taken."""
    taken = list[tuple[str, int]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "_obey", lambda what, index: taken.append((what, index)))
        state.dispatch_choice(
            CRUMBS, 4, sent if isinstance(sent, dict) else {"stage": sent, "dim": sent}
        )
    return sorted(taken) or None


def seen(sent: object) -> object:
    """The line that is taken, of those that are seen."""
    taken = list[int | None]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "take_line", taken.append)
        lines.take_seen({1, 2}, {"line": sent})
    return taken or None


# What reads it, what it takes and makes of that, and what is nothing beside what is odd anywhere.
READERS: dict[str, tuple[Callable[[Any], object], list[tuple[object, object]], list[object]]] = {
    "token_chips": (lambda sent: cell_in(sent, [2]), [([0, 1], (0, 1))], [[0, 2], [1, 0]]),
    "maps": (lambda sent: cell_of(sent, THERE), [([1, 1], (1, 1))], [[0, 1]]),
    "greedy": (
        lambda sent: part_in(sent, PARTS),
        [([0, 0], (0, 0)), ([1, 0], (1, 0))],
        [[0, 1], [0, 2], [2, 0]],
    ),
    "cell": (
        pressed,
        [
            ({"stage": 9}, [("stage", 9)]),
            ({"stage": 2, "col": 7}, [("col", 7), ("stage", 2)]),
            ({"stage": 10, "dim": 0}, [("dim", 0)]),
        ],
        [{"dim": -1}, {"dim": True}, {"dim": 1.0}, {"col": 8}, {"row": 1}],
    ),
    "positions": (
        settled,
        [([2, 0, 1, 3], (1, (2, 0, 1))), ({"at": 3, "order": [0, 1, 2, 3]}, (3, (0, 1, 2)))],
        [
            *([0, 1, 3, 2], [0, 1, 3], [0, 1, 1, 3], [0, 1, 2.0, 3], "0123"),
            *({"at": at, "order": [0, 1, 2, 3]} for at in (4, True, None)),
        ],
    ),
    "similarities": (
        lambda sent: is_valid_rest(sent, 1, 3) or None,
        [([1, 2.5, 0], True)],
        [[1.0, 21.0, 0], [1.0, True, 0], "abc"],
    ),
    "sharpness": (lambda sent: is_valid_rest([1, 2], sent, 2) or None, [(0, True)], [11.0]),
    "painted": (
        lambda sent: read_shares(sent, 3),
        [([1.0, 0.5, 0], pytest.approx((2 / 3, 1 / 3, 0)))],
        [[0.0] * 3, [1, True, 0], [2.0, 0, 0], [math.nan, 1, 0], [-1, 1, 1]],
    ),
    "option": (lambda sent: read_place(sent, 4), [(3, 3)], [4, 1.0]),
    "pulled": (lambda sent: read_number(sent, NUMBER), [(1.234, 1.23)], [-0.1, 2.1]),
    "drawing": (read_drawing, [("0011.22", "0011.22")], ["00..", 3]),
    "line": (seen, [(2, [2])], [4, 1.0]),
}


@pytest.mark.parametrize("name", READERS)
def test_what_has_its_form_is_taken_and_nothing_else(name: str) -> None:
    read, good, bad = READERS[name]
    assert [read(sent) for sent, _ in good] == [found for _, found in good]
    assert [sent for sent in (*ODD, *bad) if read(sent) is not None] == []
