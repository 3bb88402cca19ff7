"""Fair clocks: candidates take turns, so that a slow minute of the machine meets all of them."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """`rounds` times every candidate in turn: a pause, a call that does not count, `calls` calls.

    The pause lets the threads of the candidate before fall asleep: OpenMP keeps them spinning for
    up to 0.2 s after the last parallel loop, on the cores that the next one needs.
    """

    rounds: int = 5
    calls: int = 3
    pause: float = 0.3


@dataclass(frozen=True)
class Times:
    """Seconds of the calls that counted."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        if len(self.seconds) < 2:
            return self.median, self.median
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return low, high


def take_turns(candidates: Mapping[str, Callable[[], object]], plan: Plan) -> dict[str, Times]:
    """Seconds of each candidate, by its name."""
    found: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(plan.rounds):
        for name, run in candidates.items():
            time.sleep(plan.pause)
            run()
            for _ in range(plan.calls):
                started = time.perf_counter()
                run()
                found[name].append(time.perf_counter() - started)
    return {name: Times(tuple(seconds)) for name, seconds in found.items()}


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Columns of equal width, the first to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = []
    for row in (head, tuple("-" * width for width in widths), *rows):
        first = row[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *rest)))
    return "\n".join(lines)


def goal(value: float, limit: float) -> str:
    return f"{'met' if value <= limit else 'MISSED'} (at most {limit:g})"
