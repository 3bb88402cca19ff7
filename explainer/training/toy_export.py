"""Export a trained toy as a regular model: a Translator for the pages, a folder to download."""

from __future__ import annotations

import io
import tempfile
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor

from explainer import __version__
from explainer.engine import VOCABULARY, Translator
from explainer.metrics import score_corpus
from explainer.model import Transformer
from explainer.model.store import Checkpoint, save_checkpoint, write_atomically
from explainer.training.export import BEAM, GREEDY, score_facts
from explainer.training.toy import Settings, Snapshot
from explainer.training.toy_tasks import Problem

NAME: Final = "toy"
LICENCE: Final = "The weights were trained on rows made up by a rule, or on its maker's own pairs."


def facts_of(settings: Settings, problem: Problem, last: Snapshot, size: int) -> dict[str, Any]:
    """Return the facts for config.json except sizes, checksums and scores."""
    return {
        "name": NAME,
        "source": "rows",
        "target": "rows",
        "parameters": size,
        "recipe": NAME,
        "columns": [0, 1],
        "shown": True,
        "toy": asdict(settings),
        "training": {"steps": last.step, "hardware": "CPU", "torch": torch.__version__},
        "held_out": {
            "rows": len(problem.held_out),
            "loss": round(last.loss, 4),
            "tokens_right": round(last.tokens, 4),
            "rows_right": round(last.rows, 4),
        },
        "licences": LICENCE,
        VOCABULARY: problem.tokenizer.fingerprint,
    }


def transformer_of(settings: Settings, problem: Problem, weights: dict[str, Tensor]) -> Transformer:
    """Build a new model with these weights, for inference."""
    model = Transformer(settings.model(problem.tokenizer.vocab_size))
    model.load_state_dict({name: tensor.float() for name, tensor in weights.items()})
    return model.requires_grad_(False).eval()


def translator(
    settings: Settings, problem: Problem, last: Snapshot, weights: dict[str, Tensor], door: Any
) -> Translator:
    """Wrap the toy in a Translator, as other chapters use. `door` as in `Translator`."""
    model = transformer_of(settings, problem, weights)
    facts = facts_of(settings, problem, last, model.n_parameters())
    checkpoint = Checkpoint(model, problem.tokenizer.model_bytes, facts)
    return Translator(NAME, checkpoint, torch.device("cpu"), door)


def scores_of(toy: Translator, problem: Problem) -> dict[str, Any]:
    """Score the held-out rows with BLEU and chrF, as for every model folder."""
    sources, targets = zip(*problem.held_out, strict=True)
    scores = {}
    for name, options in (("beam", BEAM), ("greedy", GREEDY)):
        written = [result.text for result in toy.translate_batch(sources, options)]
        scores[name] = score_facts(score_corpus(written, targets, "en"), options)
    return scores


def folder_as_zip(
    settings: Settings, problem: Problem, last: Snapshot, weights: dict[str, Tensor], door: Any
) -> bytes:
    """Return a zip of the folder `toy` with weights, tokenizer, config.json and CARD.md."""
    config = settings.model(problem.tokenizer.vocab_size)
    toy = translator(settings, problem, last, weights, door)
    facts = {**toy.card, "test": scores_of(toy, problem)}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / NAME
        save_checkpoint(
            folder, config, weights, problem.tokenizer.model_bytes, facts, torch.float32
        )
        write_atomically(folder / "CARD.md", card(settings, problem, facts).encode())
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(folder.iterdir()):
                archive.write(path, f"{NAME}/{path.name}")
    return file.getvalue()


def card(settings: Settings, problem: Problem, facts: dict[str, Any]) -> str:
    """Write CARD.md; it contains none of the reader's own text."""
    held_out, training = facts["held_out"], facts["training"]
    beam, greedy = facts["test"]["beam"], facts["test"]["greedy"]
    chosen = "\n".join(f"| {name} | {value} |" for name, value in asdict(settings).items())
    return f"""# {NAME}

A toy Transformer, trained in the page "Train one yourself" of Inside a Translator
{__version__}.

| | |
|---|---|
| parameters | {facts["parameters"]:,}, stored in single precision |
| vocabulary | {problem.tokenizer.vocab_size} tokens, 4 of them special |
| training | {training["steps"]:,} steps |
| held-out rows | {held_out["rows"]}, {held_out["rows_right"]:.1%} of them without a fault |
| held-out tokens | {held_out["tokens_right"]:.1%} right, loss {held_out["loss"]} nats |
| held-out rows, chrF of beam 4 and greedy | {beam["chrf"]} and {greedy["chrf"]} |
{chosen}

BLEU says nothing here: it counts groups of four words, and a row of letters is one word.

Put the folder beside the other models to choose it in the app, or name the folder it lies in:

```sh
echo abcdef | EXPLAINER_PRETRAINED=. python -m explainer translate {NAME} --beam 1
```

{facts["licences"]}
"""
