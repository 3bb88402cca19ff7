"""Train on a reader's own pairs: check and split them, and choose a recipe by their number."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.data.columns import is_header
from explainer.data.corpus import HANGUL, Cleaning, CorpusError, Pair, read_lines
from explainer.data.encodings import Encoding
from explainer.engine import MAX_CHARS
from explainer.metrics import is_uncut
from explainer.model import ModelConfig
from explainer.model.store import TOKENIZER, read_card, write_atomically
from explainer.tokenizer import clean_text
from explainer.tokenizer.tokenizer import SPECIALS, Tokenizer, train_tokenizer
from explainer.training.card import CURVE
from explainer.training.prepare import Data, clean_pairs
from explainer.training.recipe import Recipe
from explainer.training.recipes import RECIPES
from explainer.training.state import STATE, ResumeError

OWN: Final = "own"  # given instead of a recipe's name
FOLDER: Final = "pairs"  # the split files, in the run's folder
PARTS: Final = ("train", "dev", "test")
FEWEST: Final = 100  # pairs
SHARE: Final = 20  # one pair in 20 goes to dev and one to test
HELD_OUT: Final = (10, 500)  # fewest and most pairs in each of them
MAX_TOKENS: Final = 8000
CLEANING: Final = Cleaning(max_chars=MAX_CHARS)
# For language detection: scripts, and the commonest words of languages in the Latin script.
SCRIPTS: Final = {
    **dict.fromkeys(("ko", "kor"), HANGUL),
    **dict.fromkeys(("ja", "jpn"), re.compile("[\u3040-\u30ff\u4e00-\u9fff]")),
    **dict.fromkeys(("zh", "zho", "cmn", "yue"), re.compile("[\u4e00-\u9fff]")),
    **dict.fromkeys(("ru", "rus", "uk", "bg"), re.compile("[\u0400-\u04ff]")),
    **dict.fromkeys(("el", "ell"), re.compile("[\u0370-\u03ff]")),
    **dict.fromkeys(("ar", "ara", "fa"), re.compile("[\u0600-\u06ff]")),
    **dict.fromkeys(("he", "heb"), re.compile("[\u0590-\u05ff]")),
    **dict.fromkeys(("th", "tha"), re.compile("[\u0e00-\u0e7f]")),
    **dict.fromkeys(("hi", "hin"), re.compile("[\u0900-\u097f]")),
}
COMMON_WORDS: Final = {
    language: frozenset(words.split())
    for languages, words in (
        ("en eng", "the you is to i a of it that he in and was do are my what not this we have"),
        ("de deu", "ich ist das die der nicht du sie es er ein zu wir und mir was hat eine war"),
        ("fr fra", "je est de la le pas que il ne vous les un une et tu nous à des en ce"),
        ("es spa", "que de no la el es en un una los se lo por con está qué me y las tu"),
    )
    for language in languages.split()
}
NOTES: Final = """
## What it is bad at

All that its pairs do not show. The two tables below tell what it learned by heart from what it had
to make up.
"""
RESERVED: Final = {*RECIPES, OWN, "families", "images"}


@dataclass(frozen=True)
class Own:
    """Options of a training on own pairs.

    `file` has a sentence, a tab and its translation on each line; `encoding` is needed only if it
    cannot be detected. `name` is the folder of the new model. With `swap` the second column is the
    source. Raises ValueError for a name that is not a plain folder name or is taken by a model of
    the project, and for a language that is not a code of two or three letters.
    """

    file: Path
    name: str
    source: str
    target: str
    swap: bool = False
    encoding: Encoding | None = None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][\w-]{0,39}", self.name, re.ASCII):
            raise ValueError(
                f"--name {self.name!r}: letters, digits, - and _ only, at most 40 of them"
            )
        if self.name in RESERVED:
            raise ValueError(
                f"--name {self.name!r}: this is the name of one of the project's models"
            )
        for option, code in (("source", self.source), ("target", self.target)):
            if not re.fullmatch(r"[a-z]{2,3}", code):
                raise ValueError(f"--{option} {code!r}: not a language code such as ko, en or de")


def read_own(path: Path, encoding: Encoding | None = None) -> tuple[list[Pair], list[str]]:
    """Read all pairs of a file, uncleaned, and notes on what was skipped.

    Skips blank lines, a header line and further columns: manythings.org/anki has the attribution in
    a third one. Raises CorpusError, which names the line.
    """
    pairs: list[Pair] = []
    notes: list[str] = []
    third = 0
    for number, line in enumerate(read_lines(path, encoding), start=1):
        if not line.strip():
            continue
        sides = line.split("\t")
        where = f"{path}, line {number}"
        if len(sides) < 2:
            raise CorpusError(f"{where}: 1 column; a line is a sentence, one tab, its translation")
        if not all(side.strip() for side in sides[:2]):
            raise CorpusError(f"{where}: one of the two sentences is empty")
        if not pairs and not notes and is_header(sides[:2]):
            notes.append(f"{where}: column names, not a pair")
            continue
        third += any(side.strip() for side in sides[2:])
        pairs.append((sides[0], sides[1]))
    if third:
        notes.append(f"{path}: only the first two columns are used; {third:,} lines have more")
    return pairs, notes


def split_pairs(path: Path, pairs: Sequence[Pair], seed: int = 1) -> dict[str, list[Pair]]:
    """Split the pairs into PARTS at random, deterministically.

    No side of a held-out pair occurs in another pair, so scores are on unseen sentences. Raises
    CorpusError for too few pairs.
    """
    kept = clean_pairs(pairs, CLEANING)
    if len(kept) < FEWEST:
        raise CorpusError(
            f"{path}: {len(kept)} different pairs, and a training needs at least {FEWEST}"
            f" ({reasons(pairs, len(kept))})"
        )
    least, most = HELD_OUT
    size = max(least, min(most, len(kept) // SHARE))
    times = Counter(side for pair in kept for side in set(pair))
    alone = [pair for pair in kept if all(times[side] == 1 for side in pair)]
    if len(alone) < 2 * size:
        raise CorpusError(
            f"{path}: {len(alone)} pairs share no sentence with another one; {2 * size} of these"
            " are needed, for dev and test"
        )
    held_out = random.Random(seed).sample(alone, 2 * size)
    dev, test = held_out[:size], held_out[size:]
    gone = set(held_out)
    return {"train": [pair for pair in kept if pair not in gone], "dev": dev, "test": test}


def reasons(pairs: Sequence[Pair], usable: int) -> str:
    """Explain why fewer pairs are usable than the file has lines."""
    tidied = [(clean_text(first), clean_text(second)) for first, second in pairs]
    same = sum(first == second for first, second in tidied)
    long = sum(max(map(len, pair)) > CLEANING.max_chars for pair in tidied if len(set(pair)) > 1)
    doubled = len(pairs) - same - long - usable
    counts = {
        "the same on both sides": same,
        f"longer than {CLEANING.max_chars} characters": long,
        "doubled": doubled,
    }
    parts = [f"{count:,} {reason}" for reason, count in counts.items() if count]
    return ", ".join([f"{len(pairs):,} read", *parts])


def check_order(own: Own, pairs: Sequence[Pair]) -> None:
    """Raise CorpusError if the columns seem to be swapped.

    Languages are detected by script, those in the Latin script by their commonest words.
    """
    columns = [" ".join(side) for side in zip(*pairs, strict=True)]
    first, second = columns[::-1] if own.swap else columns
    right = language_share(first, own.source) + language_share(second, own.target)
    wrong = language_share(second, own.source) + language_share(first, own.target)
    if wrong > max(0.1, 2 * right):
        advice = "leave --swap out" if own.swap else "add --swap"
        raise CorpusError(
            f"{own.file}: {own.source} stands in the column of {own.target}; {advice}, or turn"
            " --source and --target round"
        )


def language_share(text: str, language: str) -> float:
    """Return the share of a text that looks like a language, 0..1; 0 for an unknown language."""
    if script := SCRIPTS.get(language):
        letters = sum(char.isalpha() for char in text)
        return len(script.findall(text)) / max(1, letters)
    words = re.findall(r"\w+", text.lower())
    return sum(word in COMMON_WORDS.get(language, ()) for word in words) / max(1, len(words))


def fit_tokenizer(path: Path, pairs: Sequence[Pair]) -> Tokenizer:
    """Train a tokenizer with a token for every character and about one per repeated word.

    SentencePiece's space mark counts as a character, as it precedes every text. The vocabulary is
    small because few pairs cannot teach many rare tokens (Sennrich and Zhang, arXiv:1905.11901).
    Raises CorpusError if SentencePiece finds no such vocabulary.
    """
    texts = [side for pair in pairs for side in pair]
    characters = len(SPECIALS) + len({char for text in texts for char in text} | {" "})
    words = Counter(word for text in texts for word in text.split())
    more = sum(count > 1 for count in words.values())
    while True:
        try:
            return train_tokenizer(texts, max(characters, min(MAX_TOKENS, characters + more)))
        except RuntimeError as error:
            if not more:
                raise CorpusError(f"{path}: too little text for a vocabulary") from error
            more //= 2


def settings_for(pairs: int, vocab_size: int) -> tuple[ModelConfig, dict[str, Any]]:
    """Choose model sizes and recipe settings by the number of training pairs.

    With few pairs all there is to see is memorisation, so such a run continues to its end although
    the dev loss has long been rising; larger ones stop early.
    """
    if pairs < 3000:
        sizes = ModelConfig(vocab_size, 128, 4, 256, 2, 2, dropout=0.2)
        return sizes, {
            "batch_tokens": 800,
            "warmup": 200,
            "decay": 200,
            "max_steps": 1000,
            "eval_every": 50,
            "average": 1,
            "patience": 1000,
        }
    if pairs < 30_000:
        sizes = ModelConfig(vocab_size, 128, 8, 512, dropout=0.2)
        return sizes, {"warmup": 500, "max_steps": 4000, "eval_every": 100}
    sizes = ModelConfig(vocab_size, 192, 8, 768, dropout=0.15)
    return sizes, {"lr_factor": 0.7, "warmup": 1000, "max_steps": 10_000}


def recipe_of(own: Own, pairs: int, vocab_size: int) -> Recipe:
    """Return the recipe for this number of pairs."""
    sizes, settings = settings_for(pairs, vocab_size)
    return Recipe(
        name=own.name,
        folder=FOLDER,
        source=own.source,
        target=own.target,
        model=sizes,
        licences=f"Pairs of `{own.file.name}`, which whoever trained the model brought along; what"
        " may be done with the weights depends on them.",
        swap=own.swap,
        cleaning=CLEANING,
        card_notes=NOTES,
        own_pairs=own.file.name,
        **settings,
    )


def as_text(pairs: Sequence[Pair]) -> bytes:
    """Format pairs as the lines of a corpus file."""
    return "".join(f"{first}\t{second}\n" for first, second in pairs).encode()


def split_own(own: Own) -> dict[str, list[Pair]]:
    """Read, check and split own pairs. Raises CorpusError."""
    split = split_pairs(own.file, read_own(own.file, own.encoding)[0])
    check_order(own, split["train"])
    return split


def begin_own(own: Own, run: Path, models: Path) -> Recipe:
    """Write the split pairs and their tokenizer to the run's folder and return the recipe.

    Raises CorpusError for unusable pairs, ValueError if a model of that name exists.
    """
    folder = models / own.name
    if folder.exists():
        raise ValueError(f"{folder}: already exists; choose another --name or move it away")
    split = split_own(own)
    tokenizer = fit_tokenizer(own.file, split["train"])
    for part in PARTS:
        write_atomically(run / FOLDER / f"{part}.tsv", as_text(split[part]))
    write_atomically(run / TOKENIZER, tokenizer.model_bytes)
    return recipe_of(own, len(split["train"]), tokenizer.vocab_size)


def continue_own(own: Own, run: Path) -> Recipe:
    """Return the recipe of a run to resume. Raises ResumeError if the pairs have changed."""
    split = split_own(own)
    try:
        begun = [(run / FOLDER / f"{part}.tsv").read_bytes() for part in PARTS]
        tokenizer = Tokenizer.load(run / TOKENIZER)
    except FileNotFoundError as error:
        raise ResumeError(f"{run / STATE}: nothing to resume") from error
    if begun != [as_text(split[part]) for part in PARTS]:
        raise ResumeError(f"{own.file}: is not what the run began with")
    return recipe_of(own, len(split["train"]), tokenizer.vocab_size)


def outline(own: Own, recipe: Recipe, data: Data) -> str:
    """Describe the data and the model before the first step."""
    pairs, notes = read_own(own.file, own.encoding)
    read, used = len(pairs), len(data.train) + len(data.dev) + len(data.test)
    left_out = ""
    if read > used:
        left_out = f" of {read:,} (the others are doubled, too long, or the same on both sides)"
    text = "".join(f"{note}\n" for note in notes)
    if is_uncut((target for _, target in data.test), own.target):
        text += f"BLEU: 13a cannot cut {own.target}, which has no spaces between words; see chrF\n"
    return text + (
        f"{own.file}: {used:,} pairs{left_out}\n"
        f"split at random: {len(data.train):,} to learn from, {len(data.dev):,} to watch (dev),"
        f" {len(data.test):,} to score (test)\n"
        f"model: {recipe.model.vocab_size:,} tokens, d_model {recipe.model.d_model};"
        f" {recipe.max_steps:,} steps at most"
    )


def summary(folder: Path) -> str:
    """Summarise a finished model's results and where to find it."""
    counts = read_card(folder)["word_for_word"]
    (seen, all_seen), (unseen, all_unseen) = counts["seen"], counts["unseen"]
    curve = folder / CURVE
    return (
        f"translated word for word: {seen:,} of {all_seen:,} sentences it learned from,"
        f" {unseen:,} of {all_unseen:,} it never saw\n"
        f"learning curve: {curve.with_suffix('.png')}, {curve.with_suffix('.html')}\n"
        f"an app with the models in {folder.parent} offers {folder.name} at the next click,"
        " without a restart"
    )
