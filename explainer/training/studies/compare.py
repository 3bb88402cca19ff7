"""Compare six architectures on the same test set.

`python -m explainer.training.studies.compare --data DIR`.

Writes explainer/data/recurrent.json: scores with bootstrap intervals, BLEU by source length, and
translation times on one thread. It contains no text of the corpus. `--only` measures these models
again and keeps the other results.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch

from explainer.batch.bootstrap import SAMPLES, SEED
from explainer.batch.summary import counts_of, score_of
from explainer.data.corpus import Pair, read_pairs
from explainer.data.recurrent import FILE, Bucket
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.model.store import WEIGHTS, write_atomically
from explainer.training.export import BEAM, GREEDY
from explainer.training.prepare import source_first
from explainer.training.recipe import Recipe
from explainer.training.recipes import KO_EN_RECURRENT, KO_EN_TRANSFORMER_SMALL

COMPARED: Final[tuple[Recipe, ...]] = (*KO_EN_RECURRENT, KO_EN_TRANSFORMER_SMALL)
STARTS: Final = (1, 6, 8, 10, 13, 17)  # start of each bucket, in source tokens with EOS


def translations(
    translator: Translator, sources: Sequence[str], options: DecodeOptions
) -> list[str]:
    """Translate all sentences."""
    return [result.text for result in translator.translate_batch(sources, options)]


def score_texts(name: Any, outputs: Sequence[str], references: Sequence[str], language: str) -> Any:
    """Score outputs with a bootstrap interval."""
    score = score_of(counts_of(name, outputs, references, language), SAMPLES, SEED)
    assert score is not None
    return score


def buckets(
    lengths: Sequence[int], outputs: Sequence[str], references: Sequence[str], language: str
) -> list[Bucket]:
    """Score each non-empty bucket of source lengths with BLEU."""
    made = []
    ends = [start - 1 for start in STARTS[1:]]
    for low, high in zip(STARTS, [*ends, None], strict=True):
        rows = [i for i, n in enumerate(lengths) if low <= n <= (high or n)]
        if rows:
            score = score_texts(
                "bleu", [outputs[i] for i in rows], [references[i] for i in rows], language
            )
            numbers = (round(n, 2) for n in (score.value, score.low, score.high))
            made.append(Bucket(low, high, len(rows), *numbers))
    return made


def facts_of(recipe: Recipe, folder: Path, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Measure one model: the fields of `explainer.data.recurrent.Measured`."""
    translator = Translator.load(folder, torch.device("cpu"))
    card, (sources, references) = translator.card, zip(*pairs, strict=True)
    began, cpu = time.monotonic(), time.process_time()
    beam = translations(translator, sources, BEAM)
    seconds, cpu_seconds = time.monotonic() - began, time.process_time() - cpu
    greedy = translations(translator, sources, GREEDY)
    lengths = [len(ids) for ids in translator.tokenizer.encode_ids(list(sources))]
    facts: dict[str, Any] = {
        "weights": card["sha256"][WEIGHTS],
        "parameters": card["parameters"],
        "target_tokens": card["training"]["target_tokens"],
        "hours": card["training"]["hours"],
        "perplexity": card["dev"]["perplexity"],
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu_seconds, 1),
        "sentences": len(pairs),
    }
    for key, metric, outputs in (
        ("bleu", "bleu", beam),
        ("greedy", "bleu", greedy),
        ("chrf", "chrf", beam),
    ):
        score = score_texts(metric, outputs, references, recipe.target)
        facts |= {
            key: round(score.value, 2),
            f"{key}_low": round(score.low, 2),
            f"{key}_high": round(score.high, 2),
        }
    made = buckets(lengths, beam, references, recipe.target)
    return {**facts, "buckets": [asdict(bucket) for bucket in made]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--models", type=Path, default=Path("pretrained"))
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--only", nargs="*", default=[r.name for r in COMPARED], metavar="MODEL")
    args = parser.parse_args()
    torch.set_num_threads(1)
    results = json.loads(args.out.read_text("utf-8"))["models"] if args.out.exists() else {}
    for recipe in (recipe for recipe in COMPARED if recipe.name in args.only):
        test = source_first(recipe, read_pairs(args.data / recipe.folder / "test.tsv"))
        results[recipe.name] = facts_of(recipe, args.models / recipe.name, test)
        print(recipe.name, results[recipe.name]["bleu"], flush=True)
    ordered = {recipe.name: results[recipe.name] for recipe in COMPARED if recipe.name in results}
    text = json.dumps({"samples": SAMPLES, "seed": SEED, "models": ordered}, indent=1)
    write_atomically(args.out, f"{text}\n".encode())


if __name__ == "__main__":
    main()
