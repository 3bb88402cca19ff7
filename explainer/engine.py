"""Text in, translation out: the one door between the model and everything that shows it.

No Streamlit. A Translator is read-only after loading and may be shared by threads.

Shape suffixes: B sentences, S source pieces, T decoder steps, V vocabulary, K candidates shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from torch import Tensor

from explainer.analysis.interventions import Intervention
from explainer.analysis.rerun import EditedDecoder, Recorded, to_arrays, traced
from explainer.decoding import DecodeOptions, DecodeResult, Forced, decode
from explainer.metrics.sentence import score_sentence
from explainer.model import Transformer, choose_device, pad
from explainer.model.cache import DecoderWeights, decoder_for
from explainer.model.device import threads_for
from explainer.model.store import Checkpoint, load_checkpoint
from explainer.tokenizer import BOS, EOS, UNK, Pieces, Tokenizer, normalise
from explainer.translation import Array, AttentionKind, BatchResult, InputError, Translation

__all__ = [
    "AttentionKind", "BatchResult", "InputError", "Translation", "Translator", "score_sentence"
]  # fmt: skip

MAX_CHARS, MAX_RAW = 200, 10_000  # cleaned, and as it comes: a million would be dear to clean
MAX_SOURCE_PIECES, MAX_STEPS, MAX_WIDTH = 64, 96, 8
TOP = 10
BATCH_PIECES = 2048
DEFAULT = DecodeOptions()


class Stopwatch:
    """Seconds by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - started


def check_text(text: str, most: int = MAX_CHARS) -> None:
    """Raises InputError for an empty or too long (already normalised) sentence."""
    if not text:
        raise InputError("empty")
    if len(text) > most:
        raise InputError("too_long_text", len(text), MAX_CHARS)


def check_pieces(pieces: Pieces, limit: int) -> None:
    """Raises InputError for too many pieces, or when none says anything to the model."""
    if len(pieces) > limit:
        raise InputError("too_long_pieces", len(pieces), limit)
    known = (i for i, p in zip(pieces.ids, pieces.pieces, strict=True) if p != "▁")
    if all(i in (UNK, EOS) for i in known):
        raise InputError("no_known_pieces")


class Translator:
    """A loaded model with its tokenizer; `card` is its config.json."""

    def __init__(self, name: str, checkpoint: Checkpoint, device: torch.device) -> None:
        self.name = name
        self.card: dict[str, Any] = checkpoint.card
        self.model: Transformer = checkpoint.model
        self.config = checkpoint.model.config
        self.decoder = DecoderWeights(checkpoint.model)
        self.tokenizer = Tokenizer(checkpoint.tokenizer)
        self.device = device

    @classmethod
    def load(cls, folder: Path, device: torch.device | None = None) -> Translator:
        """Raises CheckpointError naming the file that is missing, damaged or does not fit."""
        device = device or choose_device()
        return cls(folder.name, load_checkpoint(folder, device), device)

    @property
    def matrix(self) -> Array:
        """The one matrix E of both embeddings and the output, (V, D), read-only."""
        return to_arrays({"matrix": self.model.matrix[None]})["matrix"]

    def translate(
        self, text: str, options: DecodeOptions = DEFAULT, trace: bool = True
    ) -> Translation:
        """Translate one sentence. Raises InputError for a sentence it cannot take.

        With `trace` every step of the search is kept and the winner is run once more, all
        positions at once, recording every tensor; without it both stay empty.
        """
        watch = Stopwatch()
        with watch.measure("tokenize"):
            check_text(text, MAX_RAW)
            clean, changes = normalise(text)
            check_text(clean)
            source = self.tokenizer.encode(clean)
            check_pieces(source, min(MAX_SOURCE_PIECES, self.config.max_positions))
        src_BS = torch.tensor([source.ids], device=self.device)
        with torch.inference_mode(), threads_for(rows_of(options)):
            with watch.measure("encode"):
                stepper = decoder_for(self.decoder, src_BS)
            with watch.measure("decode"):
                found = decode(stepper, 1, self.within_limits(options), keep=trace)
        predicted = found.hypotheses[0][0].ids
        fed = (BOS, *predicted[:-1])
        with watch.measure("trace"):
            arrays: Mapping[str, Array] = self.record(src_BS, fed) if trace else {}
            shown = self.shown(arrays, predicted) if trace else self.shown_without(found)
        hypotheses = tuple(found.hypotheses[0])
        return Translation(
            model=self.name,
            original=text,
            source=source,
            changes=changes,
            text=self.tokenizer.decode(predicted),
            fed=fed,
            fed_pieces=self.pieces(fed),
            predicted=predicted,
            predicted_pieces=self.pieces(predicted),
            predicted_words=self.tokenizer.words(predicted),
            hypotheses=hypotheses,
            hypothesis_texts=tuple(self.tokenizer.decode(h.ids) for h in hypotheses),
            steps=found.steps,
            trace=MappingProxyType(arrays),
            seconds=MappingProxyType(watch.seconds),
            device=str(self.device),
            options=options,
            n_vocab=self.config.vocab_size,
            unk_share=sum(i == UNK for i in source.ids) / max(1, len(source) - 1),
            **shown,
        )

    def translate_batch(
        self,
        texts: Sequence[str],
        options: DecodeOptions = DEFAULT,
        progress: Callable[[int], None] | None = None,
    ) -> list[BatchResult]:
        """Translate many sentences, in their order; sorted by length and batched inside.

        A sentence that cannot be taken gives a BatchResult with its `problem`. `progress` is
        called with how many more are done. The only limit of length is the model's positions.
        """
        results: list[BatchResult] = [BatchResult("")] * len(texts)
        sources: list[tuple[int, tuple[int, ...]]] = []
        for index, text in enumerate(texts):
            try:
                sources.append((index, self.batch_source(text)))
            except InputError as problem:
                results[index] = BatchResult("", problem=problem)
        if progress:
            progress(len(texts) - len(sources))
        sources.sort(key=lambda item: (-len(item[1]), item[0]))
        for batch in cut(sources, rows_of(options)):
            rows = [ids for _, ids in batch]
            found = self.search(rows, self.within_limits(options))
            for (index, _), hypotheses in zip(batch, found.hypotheses, strict=True):
                text = self.tokenizer.decode(hypotheses[0].ids)
                results[index] = BatchResult(text, tuple(hypotheses))
            if progress:
                progress(len(batch))
        return results

    def batch_source(self, text: str) -> tuple[int, ...]:
        clean, _ = normalise(text)
        if not clean:
            raise InputError("empty")
        source = self.tokenizer.encode(clean)
        check_pieces(source, self.config.max_positions)
        return source.ids

    def search(
        self, rows: Sequence[Sequence[int]], options: DecodeOptions, prefix: Sequence[int] = (),
        keep: bool = False, seeds: Sequence[int] | None = None,
    ) -> DecodeResult:  # fmt: skip
        """Decode a batch of id rows of any lengths (EOS included), when sampling with `seeds`.

        Every output begins with the forced pieces of `prefix`; `keep` keeps the steps.
        """
        with torch.inference_mode(), threads_for(len(rows) * rows_of(options)):
            stepper = decoder_for(self.decoder, pad(rows).to(self.device))
            return decode(Forced(stepper, prefix), len(rows), options, keep=keep, seeds=seeds)

    def within_limits(self, options: DecodeOptions) -> DecodeOptions:
        """The decoder has no more steps than the model has positions."""
        longest = min(options.max_length, self.config.max_positions)
        return replace(options, max_length=longest, min_length=min(options.min_length, longest))

    def record(self, src_BS: Tensor, fed: Sequence[int]) -> Mapping[str, Array]:
        """Teacher-force the fed pieces and keep every tensor of that pass."""
        with threads_for(1):
            tensors = traced(self.model, src_BS, torch.tensor([list(fed)], device=self.device))
        return Recorded(tensors)

    def run(
        self,
        source_ids: Sequence[int],
        fed_ids: Sequence[int],
        interventions: Sequence[Intervention] = (),
        memory_ids: Sequence[int] | None = None,
    ) -> Mapping[str, Array]:
        """One teacher-forced pass under interventions, every tensor as in Translation.trace.

        `memory_ids` (EOS included): the sentence whose memory the decoder reads instead.
        """
        source = source_ids if memory_ids is None else memory_ids
        src_BS, tgt_BT = (torch.tensor([list(i)], device=self.device) for i in (source, fed_ids))
        with threads_for(1):
            return Recorded(traced(self.model, src_BS, tgt_BT, interventions))

    def generate(
        self,
        source_ids: Sequence[int],
        interventions: Sequence[Intervention] = (),
        memory_ids: Sequence[int] | None = None,
        max_steps: int = 48,
    ) -> tuple[int, ...]:
        """Greedy search under interventions; EOS is the last piece when it was reached."""
        source = source_ids if memory_ids is None else memory_ids
        options = self.within_limits(DecodeOptions(method="greedy", max_length=max_steps))
        with torch.inference_mode(), threads_for(1):
            src_BS = torch.tensor([list(source)], device=self.device)
            if not interventions:  # nothing can change what was computed: keys and values are kept
                return decode(decoder_for(self.decoder, src_BS), 1, options).hypotheses[0][0].ids
            step = EditedDecoder(self.model, src_BS, interventions)
            return decode(step, 1, options).hypotheses[0][0].ids

    def weights(self, prefix: str) -> Mapping[str, Array]:
        """The parameters of one part, "decoder.0.cross_attn", read-only and without a copy.

        A key is what follows the prefix: "q_proj.weight" (out, in), "q_proj.bias" (out), ...
        Raises KeyError where the model has no such part.
        """
        parts = {n: p for n, p in self.model.named_parameters() if n.startswith(f"{prefix}.")}
        if not parts:
            raise KeyError(prefix)
        return MappingProxyType(
            to_arrays({n.removeprefix(f"{prefix}."): p[None] for n, p in parts.items()})
        )

    def pieces(self, ids: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.tokenizer.piece(i) for i in ids)

    def shown(self, arrays: Mapping[str, Array], predicted: Sequence[int]) -> dict[str, Any]:
        """The ten most probable pieces of each step and the chosen one's probability and rank."""
        probs_TV = arrays["probs"]
        top_TK = torch.from_numpy(probs_TV.copy()).topk(min(TOP, probs_TV.shape[1])).indices.numpy()
        chosen_T = probs_TV[np.arange(len(predicted)), list(predicted)]
        ranks_T = 1 + (probs_TV > chosen_T[:, None]).sum(axis=1)
        return {
            "top_ids": top_TK,
            "top_pieces": tuple(self.pieces(row.tolist()) for row in top_TK),
            "top_probs": np.take_along_axis(probs_TV, top_TK, axis=1),
            "predicted_probs": chosen_T,
            "predicted_ranks": tuple(int(rank) for rank in ranks_T),
        }

    def shown_without(self, found: DecodeResult) -> dict[str, Any]:
        """Without a trace only the search's own probabilities are known."""
        log_probs = found.hypotheses[0][0].log_probs
        return {
            "top_ids": np.empty((len(log_probs), 0), dtype=np.int64),
            "top_pieces": ((),) * len(log_probs),
            "top_probs": np.empty((len(log_probs), 0), dtype=np.float32),
            "predicted_probs": np.exp(np.array(log_probs, dtype=np.float32)),
            "predicted_ranks": (),
        }


def rows_of(options: DecodeOptions) -> int:
    """Rows a sentence takes in the batch."""
    return options.width if options.method == "beam" else 1


def cut(
    sources: list[tuple[int, tuple[int, ...]]], width: int
) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
    """Batches (longest first) of about BATCH_PIECES source pieces times beam rows."""
    start = 0
    while start < len(sources):
        size = max(1, BATCH_PIECES // (len(sources[start][1]) * width))
        yield sources[start : start + size]
        start += size
