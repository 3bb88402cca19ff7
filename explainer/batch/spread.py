"""Distribute the parts of a file among worker processes or machines with Ray Data.

Ray is optional: `pip install -r tests/batch/requirements.txt` adds it. One process writes the
output; every worker loads the model once and reads its own parts of the input, so folder, models
and input must have the same paths on all machines. RAY_ADDRESS names a running cluster; without it
Ray starts on this machine. Results do not depend on the number of workers, and a stopped run can be
resumed with any other number, or without Ray.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.batch.parts import Part, parts_from, reorder, translate_part
from explainer.batch.rows import Row
from explainer.batch.source import Source
from explainer.batch.writing import from_jsonl, to_jsonl
from explainer.decoding import DecodeOptions
from explainer.engine import Translator


class SpreadError(ValueError):
    """ray[data] is not installed, or a worker failed."""


@dataclass(frozen=True)
class Task:
    """What every worker needs: model folder, source and search options."""

    model: Path
    source: Source
    options: DecodeOptions


class Worker:
    """Ray actor that holds the model and translates a part to rows as JSON lines."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.translator = Translator.load(task.model)

    def __call__(self, item: dict[str, Any]) -> dict[str, Any]:
        part = Part(int(item["index"]), int(item["skip"]))
        blocks = translate_part(self.translator, self.task.source, part, self.task.options)
        rows = [row for block in blocks for row in block]
        return {"first": rows[0].number, "rows": to_jsonl(rows)}


def with_ray(task: Task, done: int, workers: int) -> Iterator[tuple[Row, ...]]:
    """Yield all rows after the first `done` in order, translated by `workers` processes.

    Raises SpreadError.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        import ray
    except ImportError as error:
        raise SpreadError(
            "--workers needs ray[data]: pip install -r tests/batch/requirements.txt"
        ) from error
    items = [{"index": p.index, "skip": p.skip} for p in parts_from(done, task.source.rows)]
    if not items:
        return
    ray.init(
        address=os.environ.get("RAY_ADDRESS"),
        ignore_reinit_error=True,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="error",
    )
    ray.data.DataContext.get_current().enable_progress_bars = False  # we have our own
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # errors are raised anyway
    # One part per block, so that each result is delivered and saved as soon as it is ready.
    data = ray.data.from_items(items, override_num_blocks=len(items)).map(
        Worker,
        fn_constructor_args=(task,),
        num_cpus=1,
        compute=ray.data.ActorPoolStrategy(size=min(workers, len(items))),
    )
    blocks = ((int(item["first"]), rows_of(item["rows"])) for item in data.iter_rows())
    try:
        yield from reorder(blocks, done + 1)
    except ray.exceptions.RayError as error:
        raise SpreadError(f"a worker failed: {str(error).strip().splitlines()[-1]}") from error
    finally:
        ray.shutdown()


def rows_of(lines: bytes) -> tuple[Row, ...]:
    """Parse the JSON lines that a worker returns."""
    return tuple(from_jsonl(line) for line in lines.splitlines())
