"""Dev losses of unigram and bigram baselines and of each saved state of a model.

`python -m explainer.training.studies.baselines ko-en --data data` prints them as JSON.

The baselines predict the target side of dev without the source, from counts in the real training
targets. In nats per target token with EOS, like `dev_loss` in log.csv.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch

from explainer.data.corpus import read_pairs
from explainer.model.store import TOKENIZER, history_steps, load_checkpoint, read_card
from explainer.tokenizer import BOS, Tokenizer
from explainer.training.batches import IdPair, eval_batches
from explainer.training.loss import dev_loss
from explainer.training.prepare import clean_pairs, source_first, to_ids
from explainer.training.recipes import find_recipe

Rows = Sequence[Sequence[int]]


def unigram_loss(train: Rows, dev: Rows, size: int) -> float:
    """Return the mean -log p(w) with add-one smoothing, p(w) = (count + 1) / (all + size)."""
    counts = Counter(token for row in train for token in row)
    total = sum(counts.values()) + size
    tokens = [token for row in dev for token in row]
    return -sum(math.log((counts[token] + 1) / total) for token in tokens) / len(tokens)


def bigram_loss(train: Rows, dev: Rows, size: int) -> float:
    """Return the mean -log p(w | v) with Witten-Bell smoothing (1991).

    p(w | v) = (count(v, w) + kinds(v) p(w)) / (count(v) + kinds(v)), where kinds(v) is the number
    of distinct tokens after v and p(w) the unigram probability; BOS precedes the first token.
    """
    counts = Counter(token for row in train for token in row)
    total = sum(counts.values()) + size
    pairs = Counter(pair for row in train for pair in zip([BOS, *row], row, strict=False))
    before = Counter[int]()
    kinds = Counter[int]()
    for (first, _), count in pairs.items():
        before[first] += count
        kinds[first] += 1
    loss, tokens = 0.0, 0
    for row in dev:
        for first, token in zip([BOS, *row], row, strict=False):
            single = (counts[token] + 1) / total
            if kinds[first]:
                smoothed_count = pairs[first, token] + kinds[first] * single
                single = smoothed_count / (before[first] + kinds[first])
            loss -= math.log(single)
            tokens += 1
    return loss / tokens


def state_losses(folder: Path, dev: Sequence[IdPair]) -> dict[int, float]:
    """Return the dev loss of every saved state of a model, by step. Raises CheckpointError."""
    device, batches = torch.device("cpu"), eval_batches(dev, 2500)
    return {
        step: round(dev_loss(load_checkpoint(folder, device, step).model, batches, device), 4)
        for step in history_steps(read_card(folder))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recipe")
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--models", type=Path, default=Path("pretrained"))
    args = parser.parse_args()
    recipe = find_recipe(args.recipe)
    model = args.models / recipe.name
    tokenizer = Tokenizer.load(model / TOKENIZER)
    read = read_pairs(args.data / recipe.folder / "train.tsv")
    pairs = list(dict.fromkeys(source_first(recipe, clean_pairs(read, recipe.cleaning))))
    held_out = source_first(recipe, read_pairs(args.data / recipe.folder / "dev.tsv"))
    dev_pairs = to_ids(tokenizer, held_out)
    train, dev = ([target for _, target in rows] for rows in (to_ids(tokenizer, pairs), dev_pairs))
    size = tokenizer.vocab_size
    facts = {
        "unigram": round(unigram_loss(train, dev, size), 4),
        "bigram": round(bigram_loss(train, dev, size), 4),
        "train_tokens": sum(map(len, train)),
        "dev_tokens": sum(map(len, dev)),
        "states": state_losses(model, dev_pairs),
    }
    print(json.dumps({recipe.name: facts}, indent=1))


if __name__ == "__main__":
    main()
