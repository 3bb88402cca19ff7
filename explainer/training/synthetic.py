"""Synthetic pairs by back-translation (Sennrich et al., arXiv:1511.06709)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tqdm import tqdm

from explainer.data.corpus import CorpusError, Pair, read_pairs
from explainer.decoding import DecodeOptions
from explainer.engine import BatchResult, Translator
from explainer.model import choose_device
from explainer.model.store import load_checkpoint, write_atomically
from explainer.tokenizer import Tokenizer, clean_text
from explainer.training.batches import group, make_batch
from explainer.training.loss import sentence_losses
from explainer.training.recipe import Recipe, Synthetic

FILE = "synthetic.tsv"
GREEDY = DecodeOptions(method="greedy", n_best=1)
BLOCK = 2048
JUDGED_TOKENS = 5000  # per batch


def bare(text: str) -> str:
    """Reduce a text to lower-case letters and digits, to compare nearly equal sentences."""
    return "".join(char for char in text.casefold() if char.isalnum())


def texts_to_translate(wanted: Synthetic, data: Path, held_out: Iterable[Pair]) -> list[str]:
    """Return the distinct short sentences to translate, except those in the dev or test file.

    `held_out` are pairs, source first.
    """
    hidden = {bare(target) for _, target in held_out}
    pairs = read_pairs(data / wanted.folder / "train.tsv")
    texts = dict.fromkeys(clean_text(pair[wanted.column]) for pair in pairs)
    return [
        text
        for text in texts
        if text and len(text.split()) <= wanted.max_words and bare(text) not in hidden
    ]


def is_finished(result: BatchResult) -> bool:
    """Return whether the output ended with EOS rather than at the length limit."""
    return result.hypotheses[0].finished


def translate_texts(model: Path, texts: list[str]) -> list[Pair]:
    """Translate all sentences; return (translation, sentence) for each one that succeeded."""
    translator = Translator.load(model)
    pairs: list[Pair] = []
    with tqdm(total=len(texts), unit="sentence", desc="writing", mininterval=1) as bar:
        for start in range(0, len(texts), BLOCK):
            block = texts[start : start + BLOCK]
            results = translator.translate_batch(block, GREEDY, progress=bar.update)
            pairs += [
                (result.text, text)
                for result, text in zip(results, block, strict=True)
                if result.text and is_finished(result)
            ]
    return pairs


def most_probable_pairs(model: Path, pairs: list[Pair], keep: float) -> list[Pair]:
    """Keep the share `keep` of the pairs whose target `model` finds most probable, in order.

    A round-trip check: if the source does not lead back to the target, it lost something.
    """
    device = choose_device()
    checkpoint = load_checkpoint(model, device)
    tokenizer = Tokenizer(checkpoint.tokenizer)
    sides = (tokenizer.encode_ids([pair[side] for pair in pairs]) for side in (0, 1))
    ids = list(zip(*sides, strict=True))
    order = sorted(range(len(ids)), key=lambda i: (len(ids[i][1]), len(ids[i][0])))
    losses = [0.0] * len(ids)
    for indices in tqdm(group(ids, order, JUDGED_TOKENS), unit="batch", desc="judging"):
        batch = make_batch([ids[i] for i in indices]).to(device)
        batch_losses = sentence_losses(checkpoint.model, batch).tolist()
        for index, loss in zip(indices, batch_losses, strict=True):
            losses[index] = loss
    best = sorted(range(len(ids)), key=losses.__getitem__)[: round(keep * len(ids))]
    return [pairs[index] for index in sorted(best)]


def finished_model(recipe: Recipe, models: Path, name: str) -> Path:
    """Return the folder of a finished model. Raises CorpusError if it has not been trained."""
    if not (models / name).is_dir():
        raise CorpusError(f"{models / name}: recipe {recipe.name!r} needs this model trained first")
    return models / name


def synthetic_pairs(
    recipe: Recipe, data: Path, run: Path, models: Path, held_out: Iterable[Pair]
) -> list[Pair]:
    """Generate the synthetic pairs, source first, or load them from the run's folder.

    [] for a recipe without any. Raises CorpusError if a model it needs has not been trained.
    """
    wanted = recipe.synthetic
    if wanted is None:
        return []
    path = run / FILE
    if not path.exists():
        model = finished_model(recipe, models, wanted.model)
        judge = finished_model(recipe, models, wanted.judge) if wanted.judge else None
        pairs = translate_texts(model, texts_to_translate(wanted, data, held_out))
        if judge is not None:
            pairs = most_probable_pairs(judge, pairs, wanted.keep)
        lines = (f"{source}\t{target}\n" for source, target in pairs)
        write_atomically(path, "".join(lines).encode())
    return read_pairs(path)
