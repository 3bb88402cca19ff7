"""BLEU of every saved state of a model on the dev sentences.

`python -m explainer.training.studies.growing ko-en explainer/data/growth.json --data data` writes
it as JSON, for greedy search.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import torch

from explainer.data.corpus import Pair, read_pairs
from explainer.engine import Translator
from explainer.metrics import CorpusScore, score_corpus
from explainer.model.store import WEIGHTS, history_steps, load_checkpoint, read_card
from explainer.training.export import GREEDY
from explainer.training.prepare import source_first
from explainer.training.recipes import find_recipe

FINISHED: Final = -1


def load_state(folder: Path, step: int) -> Translator:
    """Load the state saved at `step`; FINISHED is the finished model."""
    device = torch.device("cpu")
    checkpoint = load_checkpoint(folder, device, None if step == FINISHED else step)
    return Translator(folder.name, checkpoint, device)


def dev_score(state: Translator, pairs: Sequence[Pair]) -> CorpusScore:
    """Translate the sources greedily and score the output against the targets."""
    sources, references = zip(*pairs, strict=True)
    results = state.translate_batch(sources, GREEDY)
    return score_corpus([result.text for result in results], references, str(state.card["target"]))


def facts_of(folder: Path, pairs: Sequence[Pair], command: str) -> dict[str, Any]:
    """Return a model's entry of growth.json; `pairs` are its dev sentences, source first."""
    card = read_card(folder)
    steps = (*history_steps(card), FINISHED)
    states = {step: load_state(folder, step) for step in steps}
    scores = {step: dev_score(state, pairs) for step, state in states.items()}
    return {
        "weights": card["sha256"][WEIGHTS],
        "command": command,
        "dev": {
            "sentences": scores[FINISHED].sentences,
            "signature": scores[FINISHED].bleu_signature,
            "bleu": {step: round(score.bleu, 2) for step, score in scores.items()},
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("file", type=Path, help="the JSON file to write")
    parser.add_argument("--models", type=Path, default=Path("pretrained"))
    parser.add_argument("--data", type=Path, default=Path("data"))
    args = parser.parse_args()
    recipe = find_recipe(args.model)
    pairs = source_first(recipe, read_pairs(args.data / recipe.folder / "dev.tsv"))
    command = f"python -m explainer.training.studies.growing {recipe.name} {args.file} --data DIR"
    facts = facts_of(args.models / recipe.name, pairs, command)
    text = json.dumps({recipe.name: facts}, ensure_ascii=False, indent=1)
    args.file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
