"""Back-translation: pairs whose source side a model wrote (Sennrich et al., arXiv:1511.06709)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tqdm import tqdm

from explainer.data.corpus import CorpusError, Pair, read_pairs, tidy
from explainer.decoding import DecodeOptions
from explainer.engine import BatchResult, Translator
from explainer.model.store import write_atomically
from explainer.training.recipes import Recipe, Synthetic

FILE = "synthetic.tsv"
GREEDY = DecodeOptions(method="greedy", n_best=1)
BLOCK = 2048


def bare(text: str) -> str:
    """Letters and digits in lower case: what two nearly equal sentences share."""
    return "".join(char for char in text.casefold() if char.isalnum())


def target_texts(wanted: Synthetic, data: Path, held_out: Iterable[Pair]) -> list[str]:
    """Distinct sentences short enough, without any that the dev or the test file has."""
    hidden = {bare(target) for _, target in held_out}
    pairs = read_pairs(data / wanted.folder / "train.tsv")
    texts = dict.fromkeys(tidy(pair[wanted.column]) for pair in pairs)
    return [
        text
        for text in texts
        if text and len(text.split()) <= wanted.max_words and bare(text) not in hidden
    ]


def finished(result: BatchResult) -> bool:
    """Whether the model came to an end; what runs on and on is no sentence."""
    return result.hypotheses[0].finished


def back_translate(model: Path, texts: list[str]) -> list[Pair]:
    """(what the model wrote, sentence) for every sentence it could translate."""
    translator = Translator.load(model)
    pairs: list[Pair] = []
    with tqdm(total=len(texts), unit="sentence", desc="back-translation", mininterval=1) as bar:
        for start in range(0, len(texts), BLOCK):
            block = texts[start : start + BLOCK]
            found = translator.translate_batch(block, GREEDY, progress=bar.update)
            pairs += [
                (result.text, text)
                for result, text in zip(found, block, strict=True)
                if result.text and finished(result)
            ]
    return pairs


def synthetic_pairs(
    recipe: Recipe, data: Path, run: Path, models: Path, held_out: Iterable[Pair]
) -> list[Pair]:
    """Made once and kept in the run's folder, source first; [] for a recipe without.

    Raises CorpusError when the model that writes them has not been trained.
    """
    wanted = recipe.synthetic
    if wanted is None:
        return []
    path = run / FILE
    if not path.exists():
        model = models / wanted.model
        if not model.is_dir():
            raise CorpusError(f"{model}: recipe {recipe.name!r} needs this model trained first")
        pairs = back_translate(model, target_texts(wanted, data, held_out))
        lines = (f"{source}\t{target}\n" for source, target in pairs)
        write_atomically(path, "".join(lines).encode())
    return read_pairs(path)
