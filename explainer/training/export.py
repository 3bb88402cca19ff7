"""Export a finished run to a model folder: average the weights, score them, write the card."""

from __future__ import annotations

import math
import platform
import shutil
from pathlib import Path
from typing import Any

import torch

from explainer.data.corpus import Pair
from explainer.data.everyday import everyday
from explainer.data.samples import samples
from explainer.data.typed import typed_for
from explainer.decoding import DecodeOptions
from explainer.engine import VOCABULARY, Translator
from explainer.metrics import CorpusScore, score_corpus
from explainer.model.kinds import make_network
from explainer.model.store import HISTORY, Checkpoint, save_checkpoint, write_atomically
from explainer.training.batches import eval_batches
from explainer.training.card import CURVE, write_card
from explainer.training.curve import curve_page, curve_png, curve_svg
from explainer.training.loss import dev_loss
from explainer.training.prepare import Data
from explainer.training.recipe import Recipe
from explainer.training.state import (
    LOG,
    Progress,
    average_snapshots,
    mixed_with_start,
    read_weight_file,
    weight_files,
)
from explainer.training.typed import typed_facts

BEAM = DecodeOptions(method="beam", width=4, n_best=1)
GREEDY = DecodeOptions(method="greedy", n_best=1)
SHOWN = 10  # example pairs of a reader's own data on the card
Examples = dict[str, list[tuple[str, str]]]


def example_translations(folder: Path, language: str) -> list[tuple[str, str]]:
    """Translate the project's sample sentences with the exported model."""
    sentences = [sample.text for sample in samples(language)]
    results = Translator.load(folder).translate_batch(sentences, BEAM)
    return [(text, result.text) for text, result in zip(sentences, results, strict=True)]


def everyday_score(folder: Path) -> tuple[CorpusScore, list[tuple[str, str]]]:
    """Translate the everyday sentences with the exported model and score the translations."""
    korean, english, other = zip(*everyday(), strict=True)
    results = Translator.load(folder).translate_batch(korean, BEAM)
    translations = [result.text for result in results]
    score = score_corpus(translations, english, "en", more=[other])
    return score, list(zip(korean, translations, strict=True))


def write_examples(folder: Path, recipe: Recipe, facts: dict[str, Any]) -> Examples:
    """Translate this project's sentences with the exported model; add scores to `facts`."""
    examples = {"Sentences and its translations": example_translations(folder, recipe.source)}
    if (recipe.source, recipe.target) == ("ko", "en"):
        score, translated = everyday_score(folder)
        facts["everyday"] = score_facts(score, BEAM)
        examples["Everyday sentences"] = translated
    inputs = typed_for(f"{recipe.source}-{recipe.target}")
    if recipe.shown and inputs:
        facts["typed"] = typed_facts(Translator.load(folder), inputs, BEAM)
    return examples


def count_memorised(translator: Translator, data: Data, facts: dict[str, Any]) -> Examples:
    """Count verbatim translations of training and test pairs, for `facts`; return examples of both.

    Shows what a model of own pairs has memorised.
    """
    examples, counts = {}, {}
    for name, pairs in (("seen", data.sample), ("unseen", data.test)):
        results = translator.translate_batch([source for source, _ in pairs], BEAM)
        right = sum(
            result.text == target for result, (_, target) in zip(results, pairs, strict=True)
        )
        counts[name] = [right, len(pairs)]
        heading = "Sentences it learned from" if name == "seen" else "Sentences it never saw"
        first = zip(pairs[:SHOWN], results, strict=False)
        examples[heading] = [(source, result.text) for (source, _), result in first]
    facts["word_for_word"] = counts
    return examples


def test_score(
    translator: Translator, recipe: Recipe, pairs: list[Pair], options: DecodeOptions
) -> CorpusScore:
    """Translate the test pairs and score the translations."""
    results = translator.translate_batch([source for source, _ in pairs], options)
    references = [target for _, target in pairs]
    return score_corpus([result.text for result in results], references, recipe.target)


def score_facts(score: CorpusScore, options: DecodeOptions) -> dict[str, Any]:
    """Return scores, signatures and search settings for config.json."""
    search = f"beam {options.width}, alpha {options.alpha}"
    return {
        "bleu": round(score.bleu, 2),
        "bleu_signature": score.bleu_signature,
        "chrf": round(score.chrf, 2),
        "chrf_signature": score.chrf_signature,
        "sentences": score.sentences,
        "search": search if options.method == "beam" else options.method,
    }


def export(
    recipe: Recipe,
    data: Data,
    progress: Progress,
    run: Path,
    out: Path,
    device: torch.device,
) -> Path:
    """Write `out`/NAME with weights, tokenizer, config.json, log.csv and CARD.md."""
    weights, steps = average_snapshots(run, progress, recipe.average)
    if recipe.start is not None and recipe.start_share:
        weights = mixed_with_start(weights, out / recipe.start, recipe.start_share)
    model = make_network(recipe.model).to(device)
    model.load_state_dict(weights)
    loss = dev_loss(model, eval_batches(data.dev, recipe.batch_tokens), device)
    facts: dict[str, Any] = {
        "name": recipe.name,
        "source": recipe.source,
        "target": recipe.target,
        "parameters": model.n_parameters(),
        "recipe": recipe.name,
        "columns": [1, 0] if recipe.swap else [0, 1],
        "shown": recipe.shown,
        "training": {
            "steps": progress.step,
            "target_tokens": progress.tokens,
            "hours": round(progress.seconds / 3600, 2),
            "hardware": hardware(device),
            "torch": torch.__version__,
            "averaged_steps": steps,
            **data.counts,
        },
        "dev": {"loss": round(loss, 4), "perplexity": round(math.exp(loss), 2)},
        "licences": recipe.licences,
        VOCABULARY: data.tokenizer.fingerprint,
    }
    folder = out / recipe.name
    keep_history(run, progress, folder)
    save_checkpoint(folder, recipe.model, weights, data.tokenizer.model_bytes, facts)
    exported = Translator.load(folder)  # weights in half precision
    facts["test"] = {
        name: score_facts(test_score(exported, recipe, data.test, options), options)
        for name, options in (("beam", BEAM), ("greedy", GREEDY))
    }
    exact = Translator(
        folder.name, Checkpoint(model.eval(), exported.tokenizer.model_bytes, {}), device
    )
    facts["test"]["float32"] = round(test_score(exact, recipe, data.test, BEAM).bleu, 2)
    examples = (
        count_memorised(exported, data, facts)
        if data.sample
        else write_examples(folder, recipe, facts)
    )
    save_checkpoint(folder, recipe.model, weights, data.tokenizer.model_bytes, facts)
    write_atomically(folder / LOG, (run / LOG).read_bytes())
    write_atomically(folder / CURVE, curve_svg(progress.rows).encode())
    write_atomically((folder / CURVE).with_suffix(".png"), curve_png(progress.rows))
    page = curve_page(recipe.name, progress.rows)
    write_atomically((folder / CURVE).with_suffix(".html"), page.encode())
    write_card(folder, recipe, facts, examples)
    return folder


def keep_history(run: Path, progress: Progress, folder: Path) -> None:
    """Copy the run's history of weights to the model folder, replacing any other."""
    shutil.rmtree(folder / HISTORY, ignore_errors=True)
    for name in weight_files(progress, f"{HISTORY}/"):
        write_atomically(folder / name, read_weight_file(run, progress, name))


def hardware(device: torch.device) -> str:
    """Describe the device on which the model was trained."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"CPU ({platform.machine()}, {torch.get_num_threads()} threads)"
