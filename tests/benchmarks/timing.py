"""Fair clocks: candidates take turns, so that a slow minute of the machine meets all of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray


@dataclass(frozen=True)
class Plan:
    """`rounds` times every candidate in turn: a pause, a call that does not count, `calls` calls.

    The pause lets the threads of the candidate before fall asleep: OpenMP keeps them spinning for
    up to 0.2 s after the last parallel loop, on the cores that the next one needs.
    """

    rounds: int = 5
    calls: int = 3
    pause: float = 0.3


Times = dict[str, NDArray[np.float64]]  # ms of each call that counted, by the candidate's name


def take_turns(candidates: Mapping[str, Callable[[], object]], plan: Plan) -> Times:
    found: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(plan.rounds):
        for name, run in candidates.items():
            time.sleep(plan.pause)
            run()
            for _ in range(plan.calls):
                started = time.perf_counter()
                run()
                found[name].append(1e3 * (time.perf_counter() - started))
    return {name: np.array(ms) for name, ms in found.items()}


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    return pd.DataFrame(rows, columns=[*head]).to_string(index=False)


def goal(value: float, limit: float) -> str:
    return f"{'met' if value <= limit else 'MISSED'} (at most {limit:g})"
