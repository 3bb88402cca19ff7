"""Our own decoding, by the doors that the command line and the app use."""

from __future__ import annotations

from collections.abc import Callable

import torch

from explainer.engine import Translation, Translator
from explainer.model.store import Checkpoint
from tests.benchmarks.shape import Case, Rows

Outputs = list[list[int]]


class Ours:
    name = "ours"

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.translator = Translator("benchmark", checkpoint, torch.device("cpu"))

    def search(self, rows: Rows, case: Case) -> Callable[[], Outputs]:
        """Ids in, best ids out, encoder included, nothing recorded."""
        options = case.options()

        def run() -> Outputs:
            found = self.translator.search(rows, options)
            return [list(hypotheses[0].ids) for hypotheses in found.hypotheses]

        return run

    def translate(self, text: str, case: Case, trace: bool) -> Callable[[], Translation]:
        """Text in, Translation out, as a page asks for it; with `trace` every tensor is kept."""
        options = case.options()
        return lambda: self.translator.translate(text, options, trace=trace)
