"""Count the n-grams of a model's training targets.

`python -m explainer.training.studies.ngrams RECIPE [--data DIR] [--out DIR]`.

Uses the recipe's training pairs, cleaned by its rules, each once, and the model's own tokenizer;
writes the counts beside its weights. Mixture weights are fitted on the dev file.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from explainer.analysis.ngrams import FILE, Counts, count_grams, to_bytes
from explainer.data.corpus import CorpusError, read_pairs
from explainer.model.store import TOKENIZER, CheckpointError, read_card, read_checked
from explainer.model.store import write_atomically as write
from explainer.tokenizer import Tokenizer
from explainer.training.prepare import clean_pairs, source_first, to_ids
from explainer.training.recipe import Recipe
from explainer.training.recipes import find_recipe


def count(recipe: Recipe, data: Path, models: Path) -> Counts:
    """Count the n-grams. Raises CorpusError and CheckpointError for missing or damaged files."""
    folder = models / recipe.name
    tokenizer = Tokenizer(read_checked(folder, TOKENIZER, read_card(folder)))
    files = (data / recipe.folder / f"{name}.tsv" for name in ("train", "dev"))
    train, dev = (read_pairs(file) for file in files)
    once = clean_pairs(train, replace(recipe.cleaning, everyday_repeat=1))
    targets = [
        [target for _, target in to_ids(tokenizer, pairs)]
        for pairs in (source_first(recipe, once), source_first(recipe, dev))
    ]
    return count_grams(targets[0], tokenizer.vocab_size, targets[1])


def main() -> int:
    made = argparse.ArgumentParser(
        prog="python -m explainer.training.studies.ngrams", description=__doc__
    )
    made.add_argument("recipe")
    made.add_argument("--data", type=Path, default=Path("data"), help="folder with the corpora")
    made.add_argument("--out", type=Path, default=Path("pretrained"), help="folder of the models")
    arguments = made.parse_args()
    try:
        recipe = find_recipe(arguments.recipe)
        counts = count(recipe, arguments.data, arguments.out)
    except (CorpusError, CheckpointError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    path = arguments.out / recipe.name / FILE
    write(path, to_bytes(counts))
    sizes = ", ".join(f"{len(table.keys):,}" for table in counts.tables)
    print(f"{path}: {counts.tokens:,} tokens, {sizes} different 1-, 2- and 3-grams")
    print(f"dev perplexity {counts.held_out.round(1).tolist()}, weights\n{counts.weights.round(3)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
