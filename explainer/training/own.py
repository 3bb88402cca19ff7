"""A reader's own pairs: checked, split, and a recipe that suits how many there are."""

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

OWN: Final = "own"  # in the place of a recipe's name
FOLDER: Final = "pairs"  # of the split files in the run's folder
PARTS: Final = ("train", "dev", "test")
FEWEST: Final = 100  # pairs
SHARE: Final = 20  # one pair in so many is dev, and as many are test
HELD_OUT: Final = (10, 500)  # of each, at least and at most
MAX_TOKENS: Final = 8000
CLEANING: Final = Cleaning(max_chars=MAX_CHARS)
# Letters of languages that write with their own, and the commonest words of some that share theirs.
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
    """What the reader says: `file` has a sentence, a tab and its translation on each line, in an
    `encoding` that is told where the bytes do not.

    `name` is the folder of the new model. With `swap` the second column is the source. Raises
    ValueError for a name that is no plain folder's or that a model of the project bears, and for
    a language that is no code of two or three letters.
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
            raise ValueError(f"--name {self.name!r}: the project's own models are called so")
        for option, code in (("source", self.source), ("target", self.target)):
            if not re.fullmatch(r"[a-z]{2,3}", code):
                raise ValueError(f"--{option} {code!r}: not a language code such as ko, en or de")


def read_own(path: Path, encoding: Encoding | None = None) -> tuple[list[Pair], list[str]]:
    """All pairs of a file as they stand, and what was left out of it.

    Lines with nothing on them are passed over, as are a first line of names and further columns:
    manythings.org/anki has who wrote the sentence in a third one. Raises CorpusError that names the
    line.
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
            notes.append(f"{where}: names of columns, no pair")
            continue
        third += any(side.strip() for side in sides[2:])
        pairs.append((sides[0], sides[1]))
    if third:
        notes.append(f"{path}: only the first two columns are used; {third:,} lines have more")
    return pairs, notes


def split_pairs(path: Path, pairs: Sequence[Pair], seed: int = 1) -> dict[str, list[Pair]]:
    """The pairs of each of PARTS, drawn at random and always the same for the same pairs.

    No side of a held-out pair stands in another pair, so the scores are of unseen sentences.
    Raises CorpusError for too few pairs.
    """
    kept = clean_pairs(pairs, CLEANING)
    if len(kept) < FEWEST:
        raise CorpusError(
            f"{path}: {len(kept)} different pairs, and a training needs {FEWEST} at least"
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


def reasons(pairs: Sequence[Pair], kept: int) -> str:
    """Why there are fewer pairs than lines."""
    tidied = [(clean_text(first), clean_text(second)) for first, second in pairs]
    same = sum(first == second for first, second in tidied)
    long = sum(max(map(len, pair)) > CLEANING.max_chars for pair in tidied if len(set(pair)) > 1)
    doubled = len(pairs) - same - long - kept
    counts = {
        "the same on both sides": same,
        f"longer than {CLEANING.max_chars} characters": long,
        "doubled": doubled,
    }
    said = [f"{count:,} {reason}" for reason, count in counts.items() if count]
    return ", ".join([f"{len(pairs):,} read", *said])


def check_order(own: Own, pairs: Sequence[Pair]) -> None:
    """Raises CorpusError where each column is rather in the other's language.

    Told by letters; for languages with the same letters by their commonest words.
    """
    columns = [" ".join(side) for side in zip(*pairs, strict=True)]
    first, second = columns[::-1] if own.swap else columns
    right = sum(likeness(*one) for one in ((first, own.source), (second, own.target)))
    wrong = sum(likeness(*one) for one in ((second, own.source), (first, own.target)))
    if wrong > max(0.1, 2 * right):
        advice = "leave --swap out" if own.swap else "add --swap"
        raise CorpusError(
            f"{own.file}: {own.source} stands in the column of {own.target}; {advice}, or turn"
            " --source and --target round"
        )


def likeness(text: str, language: str) -> float:
    """The share of a text that looks like a language, 0..1; 0 for one that is not known here."""
    if script := SCRIPTS.get(language):
        letters = sum(char.isalpha() for char in text)
        return len(script.findall(text)) / max(1, letters)
    words = re.findall(r"\w+", text.lower())
    return sum(word in COMMON_WORDS.get(language, ()) for word in words) / max(1, len(words))


def fit_tokenizer(path: Path, pairs: Sequence[Pair]) -> Tokenizer:
    """A token for every character, and about one for each word that occurs twice.

    SentencePiece sets a mark before every text and in the place of every space: it is a character,
    also where no text has a space. Little text cannot teach what many rare tokens mean (Sennrich
    and Zhang, arXiv:1905.11901). Raises CorpusError where SentencePiece finds no such vocabulary.
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


def suited(pairs: int, vocab_size: int) -> tuple[ModelConfig, dict[str, Any]]:
    """Sizes of the model and settings of the recipe for so many training pairs.

    Of few pairs there is nothing to be seen but how they are learned by heart, so such a run goes
    on to its end while the dev loss has long been rising; the others stop there.
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
    sizes, settings = suited(pairs, vocab_size)
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
    return "".join(f"{first}\t{second}\n" for first, second in pairs).encode()


def split_own(own: Own) -> dict[str, list[Pair]]:
    """Raises CorpusError."""
    split = split_pairs(own.file, read_own(own.file, own.encoding)[0])
    check_order(own, split["train"])
    return split


def begin_own(own: Own, run: Path, models: Path) -> Recipe:
    """Split the pairs into files of the run's folder and fit their tokenizer there.

    Raises CorpusError for pairs that will not do, ValueError where a model has the name.
    """
    folder = models / own.name
    if folder.exists():
        raise ValueError(f"{folder}: is there already; choose another --name or move it away")
    split = split_own(own)
    tokenizer = fit_tokenizer(own.file, split["train"])
    for part in PARTS:
        write_atomically(run / FOLDER / f"{part}.tsv", as_text(split[part]))
    write_atomically(run / TOKENIZER, tokenizer.model_bytes)
    return recipe_of(own, len(split["train"]), tokenizer.vocab_size)


def continue_own(own: Own, run: Path) -> Recipe:
    """The recipe of a run that was begun. Raises ResumeError where the pairs are not its own."""
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
    """What a reader should know before the first step."""
    pairs, notes = read_own(own.file, own.encoding)
    read, used = len(pairs), len(data.train) + len(data.dev) + len(data.test)
    left_out = ""
    if read > used:
        left_out = f" of {read:,} (the others are doubled, too long, or the same on both sides)"
    told = "".join(f"{note}\n" for note in notes)
    if is_uncut((target for _, target in data.test), own.target):
        told += f"BLEU: 13a cannot cut {own.target}, which has no spaces between words; see chrF\n"
    return told + (
        f"{own.file}: {used:,} pairs{left_out}\n"
        f"split at random: {len(data.train):,} to learn from, {len(data.dev):,} to watch (dev),"
        f" {len(data.test):,} to score (test)\n"
        f"model: {recipe.model.vocab_size:,} tokens, d_model {recipe.model.d_model};"
        f" {recipe.max_steps:,} steps at most"
    )


def summary(folder: Path) -> str:
    """What a finished model is worth, and where to look at it."""
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
