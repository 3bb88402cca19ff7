"""A loaded model that translates, searches and runs under interventions.

No Streamlit. A Translator is read-only after loading and may be shared by threads.

Shape suffixes: B sentences, S source tokens, T decoder steps, V vocabulary, K candidates shown.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import torch
from torch import Tensor

from explainer.analysis.interventions import Intervention
from explainer.decoding import DecodeOptions, DecodeResult, Forced, decode
from explainer.decoding.batches import Numbered, split_batches
from explainer.decoding.close import has_close_call
from explainer.engine.checkpoint import read_checkpoint, tokenizers_of
from explainer.engine.door import OPEN, Door
from explainer.engine.proposals import Proposals, chosen_proposals, proposals
from explainer.engine.recorded import Recorded, to_array
from explainer.engine.rerun import EditedDecoder, trace_encoder, trace_pass
from explainer.model import ModelConfig, Transformer, choose_device, pad
from explainer.model.cache import DecoderWeights
from explainer.model.device import threads_for
from explainer.model.kinds import Config, Network, Weights, stepper, weights_of
from explainer.model.rnn import Recurrent
from explainer.model.store import Checkpoint, load_step
from explainer.tokenizer import BOS, UNK, unmask_addresses
from explainer.translation import (
    Array,
    BatchResult,
    InputError,
    Source,
    Translation,
    read_source,
)

MAX_CHARS, MAX_SOURCE_TOKENS, MAX_STEPS, MAX_WIDTH = 200, 64, 96, 8
TOP = 10
DEFAULT = DecodeOptions()
T = TypeVar("T")


class Translator:
    """A loaded model with its tokenizer; `card` is its config.json.

    Whatever computes takes a place at `door` by itself, and may raise what the door raises.
    With `again`, which loads the same model, a recorded pass holds no weights meanwhile.
    """

    again: Callable[[], Translator] | None = None

    def __init__(
        self, name: str, checkpoint: Checkpoint, device: torch.device, door: Door = OPEN
    ) -> None:
        self.name = name
        self.card: dict[str, Any] = checkpoint.card
        self.sizes: Config = checkpoint.network.config
        self.tokenizer, self.target_tokenizer = tokenizers_of(checkpoint)
        self.device = device
        self.door = door
        self._model: Network = checkpoint.network
        self._decoder: Weights = weights_of(checkpoint.network)

    @classmethod
    def load(
        cls, folder: Path, device: torch.device | None = None, door: Door = OPEN
    ) -> Translator:
        """Load a model. Raises CheckpointError, see `read_checkpoint`."""
        device = device or choose_device()
        return cls(folder.name, read_checkpoint(folder, device), device, door)

    def at_step(self, folder: Path, step: int) -> Translator:
        """Load this model as it was at a stored training step. Raises CheckpointError."""
        state = copy.copy(self)
        state.again = None
        state._model = load_step(self._model, folder, self.card, step)
        state._decoder = weights_of(state._model)
        return state

    @property
    def config(self) -> ModelConfig:
        """The sizes of a Transformer. Raises ValueError for another kind, see `sizes`."""
        return self._of_kind(self.sizes, ModelConfig)

    @property
    def network(self) -> Network:
        """The network of any kind, for analyses. Raises RuntimeError outside the door."""
        self._must_be_inside()
        return self._model

    @property
    def model(self) -> Transformer:
        """The network if it is a Transformer. Raises ValueError otherwise."""
        return self._of_kind(self.network, Transformer)

    @property
    def recurrent(self) -> Recurrent:
        """The network if it is recurrent. Raises ValueError otherwise."""
        return self._of_kind(self.network, Recurrent)

    @property
    def decoder(self) -> DecoderWeights:
        """The cached decoder of a Transformer. Raises RuntimeError outside the door, ValueError."""
        self._must_be_inside()
        return self._of_kind(self._decoder, DecoderWeights)

    def _of_kind(self, part: object, kind: type[T]) -> T:
        if not isinstance(part, kind):
            have, want = type(part).__name__, kind.__name__
            raise ValueError(f"{self.name}: has a {have}, and this needs a {want}")
        return part

    def _must_be_inside(self) -> None:
        if not self.door.is_inside():
            raise RuntimeError("a model is not to be run without a place at its door")

    @property
    def matrix(self) -> Array:
        """The embedding matrix E, (V, D), read-only; the source's if the model has several."""
        return to_array(self._model.matrix[None])

    @property
    def output(self) -> tuple[Array, Array | None]:
        """Matrix (V, D) and bias (V,), if there is one, that make a Transformer's logits."""
        model = self._of_kind(self._model, Transformer)
        bias = None if model.output_bias is None else to_array(model.output_bias[None])
        return to_array(model.output_matrix[None]), bias

    def translate(
        self, text: str, options: DecodeOptions = DEFAULT, trace: bool = True
    ) -> Translation:
        """Translate one sentence. Raises InputError for a sentence it cannot take.

        With `trace` every step of the search is kept and the winner is run once more, all
        positions at once, recording every tensor; without it both stay empty.
        """
        (result,) = self._translate([text], options, trace)
        if isinstance(result, InputError):
            raise result
        return result

    def translate_together(
        self, texts: Sequence[str], options: DecodeOptions = DEFAULT
    ) -> list[Translation | InputError]:
        """Translate several sentences in one beam search, each with the same result as `translate`.

        A sentence whose result rounding in a batch could change is searched again alone.

        Raises ValueError for another method than beam search.
        """
        if options.method != "beam":
            raise ValueError(f"method: {options.method!r} is not searched together")
        return self._translate(texts, options, True)

    def _translate(
        self, texts: Sequence[str], options: DecodeOptions, trace: bool
    ) -> list[Translation | InputError]:
        read = [self._read(text) for text in texts]
        rows = [source.tokens.ids for source in read if isinstance(source, Source)]
        with self.door(), threads_for(len(rows) * options.rows):
            encoded = self._encoded(rows[0]) if trace and len(rows) == 1 else {}
            memory_BSD = encoded.get("memory")
            results = iter(self.search_each(rows, self.within_limits(options), trace, memory_BSD))
            return [
                self._translation(source, next(results), options, trace, encoded)
                if isinstance(source, Source)
                else source
                for source in read
            ]

    def _encoded(self, ids: Sequence[int]) -> dict[str, Tensor]:
        """Run the encoder for the search and for the traced pass after it."""
        with torch.inference_mode():
            return trace_encoder(self._model, torch.tensor([list(ids)], device=self.device))

    def _read(self, text: str) -> Source | InputError:
        try:
            most = min(MAX_SOURCE_TOKENS, self.sizes.max_positions)
            return read_source(self.tokenizer, text, most, MAX_CHARS)
        except InputError as problem:
            return problem

    def _translation(
        self,
        source: Source,
        result: DecodeResult,
        options: DecodeOptions,
        trace: bool,
        encoded: dict[str, Tensor],
    ) -> Translation:
        hypotheses = tuple(result.hypotheses[0])
        predicted = hypotheses[0].ids
        if trace:
            arrays = self.run(source.tokens.ids, (BOS, *predicted[:-1]), encoded=encoded)
            seen = proposals(arrays["logits"], predicted, TOP)
        else:
            arrays, seen = {}, chosen_proposals(hypotheses[0].log_probs)
        return Translation(
            **self.output_fields(predicted, source.text, seen),
            model=self.name,
            original=source.text,
            source=source.tokens,
            changes=source.changes,
            hypotheses=hypotheses,
            hypothesis_texts=tuple(self.output_text(h.ids, source.text) for h in hypotheses),
            steps=result.steps,
            trace=MappingProxyType(arrays),
            device=str(self.device),
            options=options,
            n_vocab=self.sizes.vocab_size,
            unk_share=sum(i == UNK for i in source.tokens.ids) / max(1, len(source.tokens) - 1),
        )

    def output_fields(self, ids: tuple[int, ...], text: str, seen: Proposals) -> dict[str, Any]:
        """Return the fields of a `Translation` of `text` that describe its output `ids`."""
        fed = (BOS, *ids[:-1])
        return {
            "text": self.output_text(ids, text),
            "fed": fed,
            "fed_tokens": self.tokens(fed),
            "predicted": ids,
            "predicted_tokens": self.tokens(ids),
            "predicted_words": self.tokenizer.words(ids),
            "top_ids": seen.ids,
            "top_tokens": tuple(self.tokens(row.tolist()) for row in seen.ids),
            "top_probs": seen.probs,
            "predicted_probs": seen.chosen,
            "predicted_ranks": seen.ranks,
        }

    def translate_batch(
        self,
        texts: Sequence[str],
        options: DecodeOptions = DEFAULT,
        progress: Callable[[int], None] | None = None,
    ) -> list[BatchResult]:
        """Translate many sentences in batches sorted by length; results are in the given order.

        A sentence that cannot be taken gives a BatchResult with its `problem`. `progress` is
        called with how many more are done. The only limit of length is the model's positions.
        """
        results: list[BatchResult] = [BatchResult("")] * len(texts)
        sources: list[Numbered] = []
        for index, text in enumerate(texts):
            try:
                sources.append((index, self.source_with_eos(text)))
            except InputError as problem:
                results[index] = BatchResult("", problem=problem)
        if progress:
            progress(len(texts) - len(sources))
        sources.sort(key=lambda item: (-len(item[1]), item[0]))
        for batch in split_batches(sources, options.rows):
            rows = [ids for _, ids in batch]
            best = self.search(rows, self.within_limits(options)).hypotheses
            for (index, _), hypotheses in zip(batch, best, strict=True):
                text = self.output_text(hypotheses[0].ids, texts[index])
                results[index] = BatchResult(text, tuple(hypotheses))
            if progress:
                progress(len(batch))
        return results

    def output_text(self, ids: Sequence[int], source: str) -> str:
        """Decode output ids to text, with the URLs and addresses of the source restored."""
        text = self.tokenizer.decode(ids)
        return unmask_addresses(text, source) if self.tokenizer.cleans else text

    def source_with_eos(self, text: str) -> tuple[int, ...]:
        return read_source(self.tokenizer, text, self.sizes.max_positions).tokens.ids

    def search_each(
        self,
        rows: Sequence[Sequence[int]],
        options: DecodeOptions,
        keep: bool = True,
        memory_BSD: Tensor | None = None,
    ) -> list[DecodeResult]:
        """Search all rows in one batch, each with the result of a search by itself. `memory_BSD`:
        the encoder's output, if known.

        In a beam search, rows whose result rounding could change are searched again alone; that
        needs `keep`.
        """
        if not rows:
            return []
        try:
            result = self.search(rows, options, keep=keep, memory_BSD=memory_BSD)
        finally:
            if isinstance(self._decoder, DecoderWeights):
                self._decoder.release()
        return [
            self.search([ids], options, keep=keep)
            if len(rows) > 1 and has_close_call(result.steps, i)
            else result.alone(i)
            for i, ids in enumerate(rows)
        ]

    def search(
        self,
        rows: Sequence[Sequence[int]],
        options: DecodeOptions,
        prefix: Sequence[int] = (),
        keep: bool = False,
        seeds: Sequence[int] | None = None,
        memory_BSD: Tensor | None = None,
    ) -> DecodeResult:
        """Decode a batch of id rows of any lengths (EOS included); `seeds` are for sampling.

        Every output begins with the forced tokens of `prefix`; `keep` keeps the steps.
        """
        with self.door(), torch.inference_mode(), threads_for(len(rows) * options.rows):
            step = stepper(self._decoder, pad(rows).to(self.device), memory_BSD)
            return decode(Forced(step, prefix), len(rows), options, keep=keep, seeds=seeds)

    def within_limits(self, options: DecodeOptions) -> DecodeOptions:
        """Limit the decoding steps to the model's number of positions."""
        longest = min(options.max_length, self.sizes.max_positions)
        return replace(options, max_length=longest, min_length=min(options.min_length, longest))

    def run(
        self,
        source_ids: Sequence[int],
        fed_ids: Sequence[int],
        interventions: Sequence[Intervention] = (),
        memory_ids: Sequence[int] | None = None,
        encoded: Mapping[str, Tensor] = MappingProxyType({}),
    ) -> Mapping[str, Array]:
        """Run one teacher-forced pass under interventions; return tensors as in Translation.trace.

        Raises ValueError for interventions in a recurrent network: they name a Transformer's parts.
        `memory_ids` (EOS included): the sentence whose memory the decoder reads instead. `encoded`
        as in `trace_pass`: used for the first time, and not kept for another one.
        """
        source = source_ids if memory_ids is None else memory_ids
        first = dict(encoded)
        src_BS, tgt_BT = (torch.tensor([list(i)], device=self.device) for i in (source, fed_ids))

        again = self.again or (lambda: self)

        def tensors() -> Mapping[str, Tensor]:
            network = again()._model
            with threads_for(1), torch.inference_mode():
                begun = first.copy()
                first.clear()
                return trace_pass(
                    network, src_BS, tgt_BT, interventions, probs=False, encoded=begun
                )

        return Recorded(tensors, self.door)

    def generate(
        self,
        source_ids: Sequence[int],
        interventions: Sequence[Intervention] = (),
        memory_ids: Sequence[int] | None = None,
        max_steps: int = 48,
    ) -> tuple[int, ...]:
        """Run greedy search under interventions; EOS is the last token if it was reached."""
        source = source_ids if memory_ids is None else memory_ids
        if interventions:
            return self.generate_each(source, (interventions,), max_steps)[0]
        # Nothing can change what was computed: keys and values are kept.
        return self.search([source], self._greedy(max_steps)).hypotheses[0][0].ids

    def generate_each(
        self, source_ids: Sequence[int], runs: Sequence[Sequence[Intervention]], max_steps: int
    ) -> list[tuple[int, ...]]:
        """Run greedy search for several sets of interventions, as rows of one batch."""
        with self.door(), torch.inference_mode(), threads_for(len(runs)):
            src_1S = torch.tensor([list(source_ids)], device=self.device)
            step = EditedDecoder(self.model, src_1S, runs)
            searched = decode(step, len(runs), self._greedy(max_steps))
            return [hypotheses[0].ids for hypotheses in searched.hypotheses]

    def _greedy(self, max_steps: int) -> DecodeOptions:
        return self.within_limits(DecodeOptions(method="greedy", max_length=max_steps))

    def weights(self, prefix: str) -> Mapping[str, Array]:
        """Return the parameters of one part, "decoder.0.cross_attn", read-only and not copied.

        A key is what follows the prefix: "q_proj.weight" (out, in), "q_proj.bias" (out), ...
        Raises KeyError where the model has no such part.
        """
        parts = self._model.named_parameters()
        found = {
            n[len(prefix) + 1 :]: to_array(p[None]) for n, p in parts if n.startswith(f"{prefix}.")
        }
        if not found:
            raise KeyError(prefix)
        return MappingProxyType(found)

    def tokens(self, ids: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.tokenizer.token(i) for i in ids)
