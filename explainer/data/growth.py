"""What the kept states of a model write for our example sentences; growth.json holds it.

Made by `python -m explainer.training.growing`, see there.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def written(model: str, weights: str, step: int) -> dict[str, str]:
    """Example sentence to what the state after `step` steps (-1: the finished model) writes.

    {} for a model whose finished weights have another SHA-256, of which `weights` is the beginning.
    """
    found = _content().get(model, {})
    if not weights or not str(found.get("weights", "")).startswith(weights):
        return {}
    translations: dict[str, str] = found["states"].get(str(step), {})
    return translations
