"""Train and export a small language model of each of five families.

`python -m explainer.training.studies.families --data DIR`
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import sys
from pathlib import Path
from typing import Any, Final

from safetensors.torch import load

from explainer.data.corpus import CorpusError
from explainer.model.lm import FAMILIES, Family
from explainer.model.lm.store import FOLDER
from explainer.model.networks import pack, save_networks
from explainer.model.store import TOKENIZER, CheckpointError, read_card, read_checked
from explainer.model.store import write_atomically as write
from explainer.tokenizer import Tokenizer
from explainer.training.objectives import SPAN_MEAN, SPAN_RATE
from explainer.training.studies.family_card import card
from explainer.training.studies.family_dev import counts_of, measure
from explainer.training.studies.family_runs import (
    BATCH,
    LOG_COLUMNS,
    RATE,
    STEPS,
    Run,
    Text,
    read_text,
)

TOKENIZED_BY: Final = "ko-en"  # the shipped model whose tokenizer is used


def export(runs: list[Run], text: Text, tokenizer: Tokenizer, out: Path) -> dict[str, Any]:
    """Measure the models as exported (half precision) and write the model folder with its card."""
    counts = counts_of(text)
    files: dict[str, bytes] = {}
    networks: dict[str, Any] = {}
    for run in runs:
        files[run.family] = pack(run.model.state_dict())
        run.model.load_state_dict({k: t.float() for k, t in load(files[run.family]).items()})
        networks[run.family] = {
            "config": run.config.to_dict(),
            "parameters": sum(p.numel() for p in run.model.parameters()),
            "steps": run.step,
            "seconds": round(run.seconds),
            "dev": measure(run.family, run.model.eval(), text, counts),
        }
    facts = {
        "kind": "families",
        "vocabulary": len(text.vocabulary),
        "train_sentences": len(text.train),
        "train_tokens": sum(map(len, text.train)),
        "dev_sentences": len(text.dev),
        "recipe": {
            "batch": BATCH,
            "learning_rate": RATE,
            "span_rate": SPAN_RATE,
            "span_mean": SPAN_MEAN,
        },
        "data": "English sides of: StyleKQC, KorSTS (with STS-B), CC BY-SA 4.0; Tatoeba, "
        "CC BY 2.0 FR; MASSIVE, xGQA and NCSOFT context, CC BY 4.0; XPersona, MIT; "
        "X-RiSAWOZ, BSD-3",
        "licence": "CC BY-SA 4.0",
        "prefixes": text.prefixes,
        "networks": networks,
        "tokens": list(text.vocabulary.tokenizer_ids),
    }
    save_networks(out / FOLDER, files, facts, {TOKENIZER: tokenizer.model_bytes})
    write(out / FOLDER / "CARD.md", card(facts).encode())
    log = io.StringIO()
    writer = csv.writer(log, lineterminator="\n")
    writer.writerows([LOG_COLUMNS, *(row for run in runs for row in run.rows)])
    write(out / FOLDER / "log.csv", log.getvalue().encode())
    return facts


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m explainer.training.studies.families", description=__doc__
    )
    made.add_argument("--data", type=Path, default=Path("data"), help="folder with the corpora")
    made.add_argument("--runs", type=Path, default=Path("runs"), help="folder for checkpoints")
    made.add_argument("--out", type=Path, default=Path("pretrained"), help="folder of the models")
    made.add_argument("--steps", type=int, help="steps of each model, instead of the recipe's")
    made.add_argument("--only", nargs="*", choices=FAMILIES, help="train only these")
    return made


def main() -> int:
    arguments = parser().parse_args()
    chosen: list[Family] = arguments.only or list(FAMILIES)
    models = arguments.out / TOKENIZED_BY
    try:
        tokenizer = Tokenizer(read_checked(models, TOKENIZER, read_card(models)))
        text = read_text(arguments.data, tokenizer)
        runs = []
        for family in chosen:
            runs.append(Run(family, text, arguments.runs / FOLDER))
            runs[-1].train(arguments.steps or STEPS[family])
    except (CorpusError, CheckpointError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    facts = export(runs, text, tokenizer, arguments.out)
    for name, entry in facts["networks"].items():
        three = (
            f"{key} {math.exp(entry['dev'][key]):.1f}" for key in ("nats", "unigram", "bigram")
        )
        print(name, "dev perplexity:", *three, entry["dev"].get("detection", ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
