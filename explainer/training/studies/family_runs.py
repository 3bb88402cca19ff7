"""Train the language models of five families: data, examples of each objective, resumable runs.

All models learn from the same English sentences, the complete ones of both corpora, for a fixed
number of steps; only the objective differs.
"""

from __future__ import annotations

import io
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import torch
import torch.nn.functional as F
from torch import Tensor

from explainer.data.corpus import read_pairs
from explainer.model import pad
from explainer.model.lm import (
    BOS,
    EOS,
    PAD,
    UNK,
    Electra,
    Family,
    LanguageModel,
    Lm,
    LmConfig,
    Vocabulary,
    make_model,
)
from explainer.model.store import CheckpointError, write_atomically
from explainer.tokenizer import Tokenizer, clean_text
from explainer.training import objectives
from explainer.training.batches import Batch, endless_batches
from explainer.training.loop import autocast
from explainer.training.loss import ProjectedCrossEntropy, real_vectors

Ids = list[int]
Example = tuple[Ids, Ids, Ids]  # encoder (or only) input, decoder input, targets

CORPORA: Final = (("ko-en", 1), ("en-de", 0))  # folder, and which side is English
LONGEST: Final = 40  # tokens in a sentence, without EOS
FILL, ORDER = "fill:", "order:"  # T5's prefixes, plain words
ORDER_SHARE: Final = 0.3  # of T5's examples
DETECT: Final = 50.0  # weight of the discriminator's loss (arXiv:2003.10555, 2)
BATCH: Final = 2048  # tokens
RATE: Final = 2e-3  # Adam's peak learning rate
WARMUP: Final = 200  # steps; then linear decay to 0
STEPS: Final[dict[Family, int]] = {
    "bert": 5000,
    "gpt": 4000,
    "bart": 3000,
    "t5": 8000,
    "electra": 6000,
}
SEED: Final = 1
LOG_EVERY: Final = 100
LOG_COLUMNS: Final = ("model", "step", "seconds", "train_loss")
SAVE_EVERY: Final = 100


@dataclass(frozen=True)
class Text:
    """Sentences as ids of `vocabulary`, without BOS and EOS; `prefixes` are T5's."""

    vocabulary: Vocabulary
    train: list[Ids]
    dev: list[Ids]
    prefixes: dict[str, Ids]


def english(data: Path, part: str) -> list[str]:
    """Return the distinct sentences of a part of the corpora with a capital and a final mark."""
    sides = [
        clean_text(pair[side])
        for folder, side in CORPORA
        for pair in read_pairs(data / folder / f"{part}.tsv")
    ]
    return [s for s in dict.fromkeys(sides) if s[:1].isupper() and s.endswith((".", "?", "!"))]


def read_text(data: Path, tokenizer: Tokenizer) -> Text:
    """Read the data; training excludes all dev and test sentences. Raises CorpusError."""
    dev = english(data, "dev")
    held_out = {*dev, *english(data, "test")}
    train = [
        ids[:-1]
        for ids in tokenizer.encode_ids([s for s in english(data, "train") if s not in held_out])
    ]
    train = [ids for ids in train if 2 <= len(ids) <= LONGEST and UNK not in ids]
    prefixes = {name: tokenizer.encode_ids([name])[0][:-1] for name in (FILL, ORDER)}
    counts = Counter(index for ids in [*train, *prefixes.values()] for index in ids)
    vocabulary = Vocabulary([index for index, _ in counts.most_common()])
    rows = [vocabulary.model_ids(ids[:-1]) for ids in tokenizer.encode_ids(dev)]
    return Text(
        vocabulary,
        [vocabulary.model_ids(ids) for ids in train],
        [ids for ids in rows if 2 <= len(ids) <= LONGEST and UNK not in ids],
        {name: vocabulary.model_ids(ids) for name, ids in prefixes.items()},
    )


def tokens_at(original: Ids, places: Sequence[int]) -> Ids:
    """Return targets: the tokens at `places`, PAD (ignored) elsewhere and for BOS and EOS."""
    wanted = [PAD] * (len(original) + 2)
    for position in places:
        wanted[position + 1] = original[position]
    return wanted


def example(family: Family, ids: Ids, rng: Random, text: Text) -> Example:
    """Make a training example of a family's objective from one sentence."""
    if family in ("bert", "electra"):
        masked = objectives.masked_lm(ids, rng, len(text.vocabulary))
        return [BOS, *masked.fed, EOS], [], tokens_at(ids, masked.places)
    if family == "gpt":
        fed, wanted = objectives.causal_lm(ids)
        return fed, [], wanted
    if family == "bart":
        noise = rng.choice(tuple(objectives.NOISES.values()))
        source, target = noise(ids, rng), list(ids)
    elif rng.random() < ORDER_SHARE:
        source = [*text.prefixes[ORDER], *objectives.permutation(ids, rng)]
        target = list(ids)
    else:
        source, target = objectives.span_corruption(ids, rng)
        source = [*text.prefixes[FILL], *source]
    return [*source, EOS], [BOS, *target], [*target, EOS]


def batch_of(examples: Sequence[Example]) -> Batch:
    """Pad examples to a batch."""
    return Batch(*(pad(list(rows)) for rows in zip(*examples, strict=True)))


def wanted_vectors(model: Lm, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the states (M, D) and target ids (M,) of the positions with a target."""
    if isinstance(model, LanguageModel | Electra):
        look = model.vectors if isinstance(model, LanguageModel) else model.propose
        real_BS = batch.wanted_BT != PAD
        return look(batch.src_BS)[real_BS], batch.wanted_BT[real_BS]
    return real_vectors(model, batch)


def detect(model: Electra, batch: Batch, vectors_MD: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Sample the generator and run the discriminator: ids (B, S), logits (M,), replaced (M,).

    M are all positions without padding. No gradient flows through the sampling.
    """
    places_BS = batch.wanted_BT != PAD
    with torch.no_grad():
        drawn_M = model.project(vectors_MD).softmax(dim=-1).multinomial(1).squeeze(1)
        fed_BS = batch.src_BS.masked_scatter(places_BS, drawn_M)
        original_BS = torch.where(places_BS, batch.wanted_BT, batch.src_BS)
    real_BS = batch.src_BS != PAD
    return fed_BS, model(fed_BS)[real_BS], (fed_BS != original_BS)[real_BS]


def loss_of(model: Lm, batch: Batch) -> Tensor:
    """Return the loss in nats per target token; ELECTRA's adds the weighted discriminator loss."""
    x_MD, wanted_M = wanted_vectors(model, batch)
    loss: Tensor = ProjectedCrossEntropy.apply(x_MD, model.matrix, wanted_M, 0.0)
    if isinstance(model, Electra):
        _, logits, replaced = detect(model, batch, x_MD)
        loss = loss + DETECT * F.binary_cross_entropy_with_logits(logits, replaced.float())
    return loss


def rate(step: int, last: int) -> float:
    """Learning rate: linear warm-up to RATE, linear decay to 0; `step` is from 1."""
    return RATE * min(step / WARMUP, (last - step + 1) / max(1, last - WARMUP))


def start_from(model: Electra, bert: Run) -> None:
    """Initialise embeddings and discriminator from BERT, the generator from its first layers.

    From scratch the discriminator learns nothing for a long time (arXiv:2003.10555, 3.2).
    Raises CheckpointError if BERT has not been trained.
    """
    if not bert.step:
        raise CheckpointError(f"{bert.path}: no such file, ELECTRA starts from BERT")
    weights = bert.model.state_dict()
    stack = {name.removeprefix("stack."): t for name, t in weights.items() if name != "matrix"}
    with torch.no_grad():
        model.matrix.copy_(weights["matrix"])
    model.discriminator.load_state_dict(stack)
    model.generator.load_state_dict({name: stack[name] for name in model.generator.state_dict()})


class Run:
    """A resumable training run of one family, saved to `folder`."""

    def __init__(self, family: Family, text: Text, folder: Path) -> None:
        self.family, self.text = family, text
        self.path = folder / f"{family}.pt"
        torch.manual_seed(SEED)
        self.config = LmConfig(family, len(text.vocabulary))
        self.model = make_model(self.config)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=RATE, betas=(0.9, 0.98))
        if isinstance(self.model, Electra) and not self.path.exists():
            start_from(self.model, Run("bert", text, folder))
        self.step, self.seconds = 0, 0.0
        self.rows: list[tuple[str, int, int, float]] = []
        if self.path.exists():
            state = torch.load(self.path, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.seconds = state["step"], state["seconds"]
            self.rows = [tuple(row) for row in state["rows"]]

    def train(self, last: int) -> None:
        """Train up to step `last`, saving on the way."""
        pairs = [(ids, ids) for ids in self.text.train]
        batches = endless_batches(pairs, BATCH, SEED, skip=self.step)
        begun, before, total, tokens = time.process_time(), self.seconds, 0.0, 0
        self.model.train()
        while self.step < last:
            self.step += 1
            _, indices = next(batches)
            loss = self._step(indices, last)
            total, tokens = total + loss, tokens + sum(len(self.text.train[i]) for i in indices)
            self.seconds = before + time.process_time() - begun
            if self.step % LOG_EVERY == 0 or self.step == last:
                row = (self.family, self.step, round(self.seconds), round(total / LOG_EVERY, 4))
                self.rows.append(row)
                print(*row, f"{tokens / (time.process_time() - begun):.0f} tokens/s", flush=True)
                total = 0.0
            if self.step % SAVE_EVERY == 0 or self.step == last:
                self._save()
        self.model.eval()

    def _step(self, indices: Sequence[int], last: int) -> float:
        """Train one step; its random numbers depend on the step only, so a run can be resumed."""
        rng = Random(f"{SEED}-{self.family}-{self.step}")
        torch.manual_seed(rng.getrandbits(32))
        rows = [example(self.family, self.text.train[i], rng, self.text) for i in indices]
        for group in self.optimizer.param_groups:
            group["lr"] = rate(self.step, last)
        with autocast(torch.device("cpu")):
            loss = loss_of(self.model, batch_of(rows))
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return float(loss.detach())

    def _save(self) -> None:
        buffer = io.BytesIO()
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
            "rows": self.rows,
        }
        torch.save(state, buffer)
        write_atomically(self.path, buffer.getvalue())
