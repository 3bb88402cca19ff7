"""The three outputs the page compares: the reference, greedy search and beam search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from explainer.analysis.forcing import Forced, in_order, same_places
from explainer.data.references import reference_of
from explainer.data.samples import samples
from explainer.decoding import Hypothesis
from explainer.decoding.options import DecodeOptions
from explainer.engine import Translator
from explainer.frame.reference import Reference, beam_of
from explainer.runs import resources
from explainer.runs.computed import by_model, computed
from explainer.runs.forced import forced_pass, traced_pass
from explainer.runs.registry import model_of
from explainer.runs.resources import Ids
from explainer.tokenizer import EOS
from explainer.translation import Translation


@dataclass(frozen=True)
class Path:
    """One output with what a single pass over it says; `hypothesis` is the search's own record."""

    ids: Ids
    pieces: tuple[str, ...]
    text: str
    forced: Forced
    hypothesis: Hypothesis | None = None

    @property
    def finished(self) -> bool:
        return self.ids[-1:] == (EOS,)


@dataclass(frozen=True)
class Paths:
    """`hypotheses` are those of the beam search that `options` describe, best first."""

    reference: Path
    greedy: Path
    beam: Path
    hypotheses: tuple[Hypothesis, ...]
    texts: tuple[str, ...]
    options: DecodeOptions

    @property
    def longest(self) -> int:
        return max(len(path.ids) for path in (self.reference, self.greedy, self.beam))


def paths(translation: Translation, reference: Reference) -> Paths:
    """Everything the page draws. Raises Busy."""
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
        return Path(ids, model.pieces(ids), model.tokenizer.decode(ids), numbers, hypothesis)

    return Paths(
        reference=Path(
            reference.ids,
            reference.pieces,
            reference.text,
            forced_pass(name, source, reference.ids),
        ),
        greedy=path(greedy),
        beam=path(hypotheses[0]),
        hypotheses=hypotheses,
        texts=tuple(model.tokenizer.decode(h.ids) for h in hypotheses),
        options=options,
    )


def greedy_options(translation: Translation) -> DecodeOptions:
    """Greedy search under the minimum length of the sentence bar."""
    return DecodeOptions(method="greedy", min_length=translation.options.min_length)


@dataclass(frozen=True)
class Counted:
    """Pieces of references, and how many of them were met in three ways."""

    pieces: int
    forced: int
    same_place: int
    in_order: int


def count_matches(reference: Ids, hits: int, free: Ids) -> Counted:
    return Counted(len(reference), hits, same_places(reference, free), in_order(reference, free))


@dataclass(frozen=True)
class Example:
    """An example sentence, our reference, what greedy search writes, and the counts."""

    sentence: str
    reference: str
    written: str
    counts: Counted

    @property
    def gap(self) -> float:
        """How much better it looks while it is fed with the reference."""
        return (self.counts.forced - self.counts.in_order) / self.counts.pieces


@by_model(computed(max_entries=16))
def over_examples(model: Translator, source: str, target: str) -> tuple[Example, ...]:
    """Every example sentence with a reference of ours, run in both ways. Raises Busy."""
    pairs = [(s.text, reference_of(s.text, target)) for s in samples(source)]
    pairs = [pair for pair in pairs if pair[1]]
    if not pairs:  # a language nobody wrote examples for
        return ()
    rows = [model.tokenizer.encode(sentence).ids for sentence, _ in pairs]
    options = model.within_limits(DecodeOptions(method="greedy"))
    written = [examples[0].ids for examples in model.search(rows, options).hypotheses]
    examples = []
    for (sentence, ours), ids, free in zip(pairs, rows, written, strict=True):
        wanted = model.tokenizer.encode(ours).ids
        hits = int(forced_pass(model, ids, wanted).hits.sum())
        counts = count_matches(wanted, hits, free)
        examples.append(Example(sentence, ours, model.tokenizer.decode(free), counts))
    return tuple(examples)


def sum_counts(examples: Sequence[Example]) -> Counted:
    counts = [example.counts for example in examples]
    return Counted(*(sum(getattr(c, part.name) for c in counts) for part in fields(Counted)))
