"""The three outputs that the page compares: reference, greedy search, beam search."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from explainer.analysis.forcing import Forced, lcs_length, matching_positions
from explainer.decoding import Hypothesis
from explainer.decoding.options import DecodeOptions
from explainer.frame.reference import Reference, beam_of
from explainer.runs import resources
from explainer.runs.forced import forced_pass, traced_pass
from explainer.runs.registry import model_of
from explainer.runs.resources import Ids
from explainer.tokenizer import EOS, UNK
from explainer.translation import Translation


@dataclass(frozen=True)
class Path:
    """An output scored in one pass; `hypothesis` is the search's own record."""

    ids: Ids
    tokens: tuple[str, ...]
    text: str
    forced: Forced
    hypothesis: Hypothesis | None = None

    @property
    def finished(self) -> bool:
        """Whether the output ends with EOS."""
        return self.ids[-1:] == (EOS,)


@dataclass(frozen=True)
class Paths:
    """All outputs; `hypotheses` are the beam search's under `options`, best first."""

    reference: Path
    greedy: Path
    beam: Path
    hypotheses: tuple[Hypothesis, ...]
    texts: tuple[str, ...]
    options: DecodeOptions


def paths(translation: Translation, reference: Reference) -> Paths:
    """Compute all outputs of the page. Raises Busy."""
    name, source = translation.model, translation.source.ids
    model = model_of(name)
    greedy = resources.search_from(name, source, greedy_options(translation)).hypotheses[0][0]
    hypotheses, options = beam_of(translation)

    def path(hypothesis: Hypothesis) -> Path:
        if hypothesis.ids == translation.predicted:  # its logits are in the trace already
            numbers = traced_pass(translation)
        else:
            numbers = forced_pass(name, source, hypothesis.ids)
        ids = hypothesis.ids
        return Path(ids, model.tokens(ids), model.tokenizer.decode(ids), numbers, hypothesis)

    return Paths(
        reference=Path(
            reference.ids,
            reference.tokens,
            reference.text,
            forced_pass(name, source, reference.ids),
        ),
        greedy=path(greedy),
        beam=path(hypotheses[0]),
        hypotheses=hypotheses,
        texts=tuple(model.tokenizer.decode(h.ids) for h in hypotheses),
        options=options,
    )


def corrected(translation: Translation, paths: Paths, pen: Collection[int]) -> Path:
    """Return what greedy search reads if the reference's tokens replace its own at the steps `pen`.

    Steps count from 0; after `<unk>`, which no search may write, there are none. Raises Busy.
    """
    right, read = paths.reference.ids, paths.greedy.ids
    known = right.index(UNK) if UNK in right else len(right)
    if len(pen) == len(right):
        return paths.reference
    options = greedy_options(translation)
    for step in sorted(pen):
        if step >= min(known, len(read)) or read[step] == right[step]:
            continue
        read = (*read[:step], right[step])
        if read[-1] != EOS:
            found = resources.search_from(translation.model, translation.source.ids, options, read)
            read = found.hypotheses[0][0].ids
    if read in (right, paths.greedy.ids):
        return paths.reference if read == right else paths.greedy
    model = model_of(translation.model)
    numbers = forced_pass(translation.model, translation.source.ids, read)
    return Path(read, model.tokens(read), model.tokenizer.decode(read), numbers)


def greedy_options(translation: Translation) -> DecodeOptions:
    """Return options of greedy search with the sentence bar's minimum length."""
    return DecodeOptions(method="greedy", min_length=translation.options.min_length)


@dataclass(frozen=True)
class Counted:
    """Number of reference tokens, and how many were matched in three ways."""

    tokens: int
    forced: int
    same_place: int
    in_order: int


def count_matches(reference: Ids, hits: int, free: Ids) -> Counted:
    """Count the reference tokens that were matched."""
    return Counted(
        len(reference), hits, matching_positions(reference, free), lcs_length(reference, free)
    )
