"""From a data folder to ids: read, clean, fit or load the tokenizer, drop what is too long."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explainer.data.corpus import CorpusError, Pair, clean, read_pairs, tidy
from explainer.model.store import TOKENIZER, write_atomically
from explainer.tokenizer import Tokenizer
from explainer.tokenizer.tokenizer import train_tokenizer
from explainer.training.batches import IdPair
from explainer.training.recipes import Recipe


@dataclass(frozen=True)
class Data:
    """Everything a run learns from; `counts` goes into the card."""

    tokenizer: Tokenizer
    train: list[IdPair]
    dev: list[IdPair]
    counts: dict[str, int]


def read_side(recipe: Recipe, data: Path, name: str) -> list[Pair]:
    """Pairs of one file, source first."""
    pairs = read_pairs(data / recipe.folder / f"{name}.tsv")
    return [(b, a) for a, b in pairs] if recipe.swap else pairs


def to_ids(tokenizer: Tokenizer, pairs: list[Pair]) -> list[IdPair]:
    sources = tokenizer.encode_ids([tidy(source) for source, _ in pairs])
    targets = tokenizer.encode_ids([tidy(target) for _, target in pairs])
    return list(zip(sources, targets, strict=True))


def prepare(recipe: Recipe, data: Path, run: Path) -> Data:
    """Raises CorpusError for missing or malformed files.

    The tokenizer is fitted on the cleaned training pairs once and kept in the run's folder, so a
    resumed run has the same ids.
    """
    raw = read_side(recipe, data, "train")
    pairs = clean(raw, recipe.cleaning)
    dev_pairs = read_side(recipe, data, "dev")
    distinct = list(dict.fromkeys(pairs))
    path = run / TOKENIZER
    if not path.exists():
        sentences = (side for pair in distinct for side in pair)
        try:
            fitted = train_tokenizer(sentences, recipe.model.vocab_size)
        except RuntimeError as error:
            raise CorpusError(
                f"{data / recipe.folder}: too little text for {recipe.model.vocab_size} pieces"
            ) from error
        write_atomically(path, fitted.model_bytes)
    tokenizer = Tokenizer.load(path)
    longest = recipe.max_pieces
    train = [p for p in to_ids(tokenizer, pairs) if max(map(len, p)) <= longest]
    dev = to_ids(tokenizer, dev_pairs)
    counts = {
        "train_pairs_read": len(raw),
        "train_pairs_kept": len(distinct),
        "train_pairs_with_repeats": len(train),
        "train_target_tokens_per_epoch": sum(len(target) for _, target in train),
    }
    return Data(tokenizer, train, dev, counts)
