"""Rewrite the cards of finished models: `python -m explainer.training.cards ko-en`.

Scores that need only the model folder are measured again: the project's sentences and casually
typed inputs. Other figures are taken from config.json, texts from the recipe.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from explainer.data.corpus import CorpusError
from explainer.model.store import CONFIG, CheckpointError, read_card, write_atomically
from explainer.training.card import write_card
from explainer.training.export import write_examples
from explainer.training.recipe import Recipe
from explainer.training.recipes import find_recipe

STORED = ("format", "architecture", "model", "sha256")  # written by the store, after the facts


def rewrite_card(folder: Path, recipe: Recipe) -> None:
    """Rewrite config.json and CARD.md of a finished model. Raises CheckpointError."""
    card = read_card(folder)
    stored = {key: card.pop(key) for key in STORED if key in card}
    examples = write_examples(folder, recipe, card)
    text = json.dumps({**card, **stored}, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / CONFIG, text.encode())
    write_card(folder, recipe, card, examples)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m explainer.training.cards")
    parser.add_argument("recipes", nargs="+", metavar="RECIPE", help="names of finished models")
    parser.add_argument("--out", type=Path, default=Path("pretrained"), metavar="DIR")
    args = parser.parse_args()
    try:
        for recipe in [find_recipe(name) for name in args.recipes]:
            rewrite_card(args.out / recipe.name, recipe)
            print(args.out / recipe.name)
    except (CheckpointError, CorpusError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
