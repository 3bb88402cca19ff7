"""Recreate `measured.json`: `python -m explainer.chapters.complexity.measure`, a few minutes.

Times are CPU seconds of one thread, which other load on the machine affects less.
"""

from __future__ import annotations

import json
import platform
import re
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from explainer.analysis.layer_costs import KERNEL, LAYERS, PARTS, WINDOW, Shape, count_with_torch
from explainer.analysis.layer_times import measure, measure_passes
from explainer.chapters.complexity.stored import FILE, LENGTHS, WIDTHS
from explainer.engine import Translator
from explainer.installed import models_folder

MODEL = "ko-en"
PAIRS = ((10, 10), (64, 96))  # tokens of the source and of the target


def machine() -> dict[str, Any]:
    """Describe the machine and versions on which the times depend."""
    info = Path("/proc/cpuinfo")
    names = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    processors = (line.partition(":")[2].strip() for line in names if line.startswith("model name"))
    return {
        "processor": next(processors, platform.processor() or platform.machine()),
        "torch": version("torch").partition("+")[0],
        "threads": 1,
        "clock": "CPU time of the thread",
        "date": datetime.now(UTC).date().isoformat(),
    }


def round_digits(seconds: float) -> float:
    return float(f"{seconds:.3g}")


def _on_one_line(numbers: re.Match[str]) -> str:
    return " ".join(numbers[0].split())


def counts() -> dict[str, dict[str, dict[str, list[int]]]]:
    """Count multiply-adds by part, layer and width, for each of LENGTHS."""
    return {
        part: {
            layer: {
                str(d): [count_with_torch(layer, Shape(n, d), part) for n in LENGTHS]
                for d in WIDTHS
            }
            for layer in LAYERS
        }
        for part in PARTS
    }


def main() -> None:
    layers: dict[str, dict[str, list[float]]] = {}
    for d in WIDTHS:
        for name, times in measure(d, LENGTHS).items():
            layers.setdefault(name, {})[str(d)] = [round_digits(one) for one in times]
        print(f"d = {d}", file=sys.stderr)
    engine = Translator.load(models_folder() / MODEL)
    passes = []
    for source, target in PAIRS:
        ids = [4 + i % 1000 for i in range(max(source, target))]
        seconds = measure_passes(engine.decoder, ids[:source], ids[:target], repeats=9)
        passes.append(
            {
                "source": source,
                "target": target,
                "transformer": [round_digits(one) for one in seconds.transformer],
                "gru": [round_digits(one) for one in seconds.gru],
                "parameters": list(seconds.parameters),
            }
        )
    facts = {**machine(), "kernel": KERNEL, "window": WINDOW, "model": MODEL}
    stored = {"machine": facts, "lengths": LENGTHS, "layers": layers, "passes": passes}
    stored["counts"] = counts()
    text = re.sub(r"\[[^][{}]*\]", _on_one_line, json.dumps(stored, indent=1))
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
