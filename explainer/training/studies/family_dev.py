"""Evaluate the language models on the dev sentences, against unigram and bigram baselines.

Models and baselines predict the same tokens. Each sentence is corrupted once, seeded by its index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray

from explainer.analysis.ngrams import Counts, count_grams, probabilities
from explainer.model.lm import BOS, EOS, PAD, Electra, Family, Lm
from explainer.training.batches import Batch
from explainer.training.objectives import NOISES, causal_lm, cut_out, spans
from explainer.training.studies.family_runs import (
    FILL,
    Example,
    Ids,
    Text,
    batch_of,
    detect,
    example,
    wanted_vectors,
)

Floats = NDArray[np.float64]
GROUP: Final = 50  # sentences per batch
BASELINES: Final = {"unigram": 1, "bigram": 2}  # interpolated, weights fitted on dev


@dataclass(frozen=True)
class Question:
    """A corrupted dev sentence and the positions to predict (EOS is the last)."""

    ids: Ids
    read: Example
    places: list[int]


def questions(family: Family, text: Text) -> list[Question]:
    """Corrupt every dev sentence as in the family's training.

    BART's four kinds of noise alternate; T5 fills spans, and its sentinels are not scored.
    """
    return [_question(family, number, ids, text) for number, ids in enumerate(text.dev)]


def _question(family: Family, number: int, ids: Ids, text: Text) -> Question:
    rng = Random(f"dev-{number}")
    if family == "bart":
        noise = tuple(NOISES.values())[number % len(NOISES)]
        return Question(ids, ([*noise(ids, rng), EOS], *causal_lm(ids)), [*range(len(ids) + 1)])
    if family == "t5":
        taken = spans(len(ids), rng)
        source, target = cut_out(ids, taken)
        fed, _ = causal_lm(target)
        wanted = [PAD]  # in place of the first sentinel
        for start, end in taken:
            wanted += [*ids[start:end], PAD]
        read = ([*text.prefixes[FILL], *source, EOS], fed, [*wanted, PAD])
        return Question(ids, read, [place for start, end in taken for place in range(start, end)])
    read = example(family, ids, rng, text)
    before = 0 if family == "gpt" else 1  # the others have BOS in front
    places = [i - before for i, index in enumerate(read[2]) if index != PAD]
    return Question(ids, read, places)


def baselines(corrupted: Sequence[Question], counts: Counts) -> dict[str, Floats]:
    """Return p of every token to predict under each baseline, in order."""
    return {
        name: np.concatenate(
            [probabilities(counts, [*q.ids, EOS], n, "interpolated")[q.places] for q in corrupted]
        )
        for name, n in BASELINES.items()
    }


@torch.inference_mode()
def measure(family: Family, model: Lm, text: Text, counts: Counts) -> dict[str, Any]:
    """Return the nats per predicted token of model and baselines, and ELECTRA's detection AUC."""
    asked = questions(family, text)
    reads = [question.read for question in asked]
    batches = [batch_of(reads[start : start + GROUP]) for start in range(0, len(reads), GROUP)]
    nats = np.concatenate([_nats(model, batch) for batch in batches])
    measures: dict[str, Any] = {"tokens": len(nats), "nats": float(nats.mean())}
    for name, p in baselines(asked, counts).items():
        if len(p) != len(nats):
            raise ValueError(f"{len(p)} tokens for the counts, {len(nats)} for the model")
        measures[name] = float(-np.log(p).mean())
    if isinstance(model, Electra):
        measures["detection"] = detection(model, batches, counts)
    return measures


def _nats(model: Lm, batch: Batch) -> Floats:
    x_MD, wanted_M = wanted_vectors(model, batch)
    losses = F.cross_entropy(model.project(x_MD).double(), wanted_M, reduction="none")
    return np.asarray(losses.numpy(), dtype=np.float64)


def detection(model: Electra, batches: Sequence[Batch], counts: Counts) -> dict[str, float]:
    """Return the area under the ROC curve for detecting replaced tokens.

    Baselines score a token by its improbability. BOS and EOS, never replaced, are not counted.
    """
    torch.manual_seed(0)
    scores: dict[str, list[Floats]] = {"model": [], **{name: [] for name in BASELINES}}
    labels: list[NDArray[np.bool_]] = []
    for batch in batches:
        x_MD, _ = wanted_vectors(model, batch)
        fed_BS, logits_M, replaced_M = detect(model, batch, x_MD)
        inner_BS = (batch.src_BS != BOS) & (batch.src_BS != EOS) & (batch.src_BS != PAD)
        inner_M = inner_BS[batch.src_BS != PAD]
        scores["model"].append(logits_M[inner_M].double().numpy())
        labels.append(replaced_M[inner_M].numpy())
        for row, inner in zip(fed_BS, inner_BS, strict=True):
            ids = row[inner].tolist()
            for name, n in BASELINES.items():
                scores[name].append(-np.log(probabilities(counts, ids, n, "interpolated")))
    truth = np.concatenate(labels)
    areas = {name: area(np.concatenate(parts), truth) for name, parts in scores.items()}
    return {**areas, "replaced": float(truth.mean())}


def area(scores: Floats, truth: NDArray[np.bool_]) -> float:
    """Return the AUC: the probability that a positive scores above a negative; ties count half."""
    _, inverse, times = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[inverse]  # mean rank of equal scores, from 1
    positive = int(truth.sum())
    negative = len(truth) - positive
    return float((ranks[truth].sum() - positive * (positive + 1) / 2) / (positive * negative))


def counts_of(text: Text) -> Counts:
    """Count n-grams of the training sentences.

    Mixture weights are fitted on the evaluation sentences themselves, which favours the baselines.
    """
    train, dev = ([[*ids, EOS] for ids in rows] for rows in (text.train, text.dev))
    return count_grams(train, len(text.vocabulary), dev)
