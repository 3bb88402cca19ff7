"""The same weights in CTranslate2, float32."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import ctranslate2
from ctranslate2.converters.transformers import BartLoader
from transformers import MarianMTModel

from tests.benchmarks.shape import ALPHA, STEPS, Case, Rows


def save(marian: MarianMTModel, tokens: Sequence[str], folder: Path) -> None:
    """Write a Marian model as a CTranslate2 model folder. Its own loader for Marian takes the last
    token for padding.
    """
    marian.config.normalize_before = marian.config.normalize_embedding = False
    spec = BartLoader().get_model_spec(marian)
    spec.register_source_vocabulary(list(tokens))
    spec.register_target_vocabulary(list(tokens))
    spec.config.decoder_start_token = "<s>"
    spec.config.layer_norm_epsilon = 1e-5  # nn.LayerNorm's
    spec.validate()
    spec.optimize()
    spec.save(str(folder))


class CTranslate2:
    name = "CTranslate2"

    def __init__(self, marian: MarianMTModel, tokens: Sequence[str], threads: int) -> None:
        self.tokens = list(tokens)
        self.ids = {token: index for index, token in enumerate(tokens)}
        with tempfile.TemporaryDirectory() as folder:
            save(marian, tokens, Path(folder))
            self.translator = ctranslate2.Translator(
                folder, device="cpu", compute_type="float32", inter_threads=1, intra_threads=threads
            )

    def search(self, rows: Rows, case: Case) -> Callable[[], list[list[int]]]:
        batch = [[self.tokens[i] for i in row] for row in rows]

        def run() -> list[list[int]]:
            found = self.translator.translate_batch(
                batch,
                beam_size=case.width,
                length_penalty=ALPHA,
                min_decoding_length=STEPS,
                max_decoding_length=STEPS,
                num_hypotheses=1,
            )
            return [[self.ids[token] for token in result.hypotheses[0]] for result in found]

        return run
