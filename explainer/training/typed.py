"""Evaluate a model on casually typed inputs, for its card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explainer.data.typed import Typed, counts, outcomes
from explainer.decoding import DecodeOptions
from explainer.engine import Translator


def typed_facts(
    translator: Translator, inputs: Sequence[Typed], options: DecodeOptions
) -> dict[str, Any]:
    """Count the `inputs` that beam search translates correctly, in all and by kind."""

    def translate(texts: list[str]) -> list[str]:
        return [result.text for result in translator.translate_batch(texts, options)]

    kinds = counts(outcomes(inputs, translate))
    return {
        "right": sum(right for right, _ in kinds.values()),
        "inputs": len(inputs),
        "search": f"beam {options.width}, alpha {options.alpha}",
        "kinds": {kind: list(found) for kind, found in kinds.items()},
    }
