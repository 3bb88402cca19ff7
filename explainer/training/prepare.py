"""From a data folder to ids: read, clean, fit or load the tokenizer, drop what is too long."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from explainer.data.corpus import Cleaning, CorpusError, Pair, clean, read_pairs
from explainer.data.phrasebook import PHRASEBOOK, phrasebook
from explainer.data.slots import unmark, vary
from explainer.model.store import TOKENIZER, read_card, read_checked, sha256, write_atomically
from explainer.tokenizer import BOS, Tokenizer, clean_text
from explainer.tokenizer.alphabet import new_ids, wanted_characters, with_characters
from explainer.tokenizer.tokenizer import train_tokenizer
from explainer.training.as_typed import as_typed
from explainer.training.batches import IdPair
from explainer.training.recipe import Recipe
from explainer.training.synthetic import FILE, bare, finished_model, synthetic_pairs
from explainer.training.templates import (
    fill,
    has_slots,
    template_files,
    templates,
    with_another_name,
)

SEEN = 500
NEW_TIMES = 3  # of a pair with a token that the vocabulary has just got
WITHOUT_SLOTS = 4  # a template that is the same each time stands so many times less


@dataclass(frozen=True)
class Data:
    """Everything a run learns from; `counts` goes into the card.

    The last `synthetic` pairs of `train` have a source that a model wrote. `test` is text, source
    first, for the scores of the finished model. `files` are all that were read, with their SHA-256.
    `texts` are the sentences behind `train`, for a recipe that draws them anew; `seen` are at most
    SEEN of its real pairs as text, for one whose card counts what it knows by heart.
    """

    tokenizer: Tokenizer
    train: list[IdPair]
    dev: list[IdPair]
    test: list[Pair]
    files: dict[Path, str]
    counts: dict[str, int]
    synthetic: int = 0
    texts: Sequence[Pair] = ()
    seen: Sequence[Pair] = ()

    @property
    def real(self) -> list[IdPair]:
        return self.train[: len(self.train) - self.synthetic]


def to_ids(tokenizer: Tokenizer, pairs: list[Pair]) -> list[IdPair]:
    sources = tokenizer.encode_ids([clean_text(source) for source, _ in pairs])
    targets = tokenizer.encode_ids([clean_text(target) for _, target in pairs])
    return list(zip(sources, targets, strict=True))


def resample_pair(data: Data, index: int, recipe: Recipe, seed: str) -> IdPair:
    """A training pair as the recipe has it drawn anew, the same for the same `seed`.

    Sides with `sampling` above 0 are cut anew; the share `vary` of the real pairs has other
    numbers, days, months and names, and a few of those no full stop; the share `typed` is written
    as people type. A synthetic source keeps its mark.
    """
    number, random = zlib.crc32(seed.encode()), Random(seed)
    texts = data.texts[index]
    marked = data.train[index][0][0] == BOS
    if not marked:
        texts = drawn_anew(texts, recipe, random)
    cut = data.tokenizer
    source, target = (
        cut.sample_ids(text, alpha, number) if alpha else cut.encode_ids([text])[0]
        for text, alpha in zip(texts, recipe.sampling, strict=True)
    )
    return ([BOS, *source] if marked and source[0] != BOS else source), target


def drawn_anew(texts: Pair, recipe: Recipe, random: Random) -> Pair:
    """A cleaned pair, source first, with other numbers and names or typed in another way."""
    before = texts
    if has_slots(texts[0]):
        texts = fill(texts, (recipe.source, recipe.target), random)
    elif random.random() < recipe.vary:
        texts = varied(texts, recipe, random)
    if random.random() < recipe.typed:
        texts = as_typed(texts, random)
    return texts if texts is before else (clean_text(texts[0]), clean_text(texts[1]))


def varied(texts: Pair, recipe: Recipe, random: Random) -> Pair:
    """A pair, source first, with other numbers, days, months or names."""
    if "ko" not in (recipe.source, recipe.target):
        return with_another_name(texts, (recipe.source, recipe.target), random)
    korean_first = in_order(recipe, [texts])[0]
    return in_order(recipe, [unmark(vary(korean_first, random), random)])[0]


def template_pairs(recipe: Recipe) -> list[Pair]:
    """The project's own pairs with slots, source first, so often as the recipe has them."""
    if not recipe.templates:
        return []
    pairs = in_order(recipe, list(templates(frozenset((recipe.source, recipe.target)))))
    fewer = max(1, recipe.templates // WITHOUT_SLOTS)
    return [
        pair for pair in pairs for _ in range(recipe.templates if has_slots(pair[0]) else fewer)
    ]


def clean_pairs(pairs: Iterable[Pair], rules: Cleaning) -> list[Pair]:
    """Pairs of a file, cleaned as what is typed is cleaned, that pass the rules."""
    return clean(((clean_text(first), clean_text(second)) for first, second in pairs), rules)


def phrasebook_pairs(recipe: Recipe, held_out: Iterable[Pair]) -> list[Pair]:
    """The project's own pairs, source first, so often as the recipe has them.

    None has a side of the dev or the test file, which are `held_out`.
    """
    if not recipe.phrasebook:
        return []
    pairs = in_order(recipe, list(phrasebook()))
    hidden = {bare(side) for pair in held_out for side in pair}
    kept = [pair for pair in pairs if not hidden & {bare(side) for side in pair}]
    return kept * recipe.phrasebook


def in_order(recipe: Recipe, pairs: list[Pair]) -> list[Pair]:
    """Pairs of a file, source first."""
    return [(b, a) for a, b in pairs] if recipe.swap else pairs


def fit_tokenizer(
    recipe: Recipe, data: Path, run: Path, models: Path, pairs: list[Pair]
) -> Tokenizer:
    """Fitted once and kept in the run's folder, so that a resumed run has the same ids.

    A run that goes on from another model has that model's tokenizer, as one has that asks for them.
    """
    path = run / TOKENIZER
    if not path.exists() and (other := recipe.start or recipe.tokenizer):
        start = finished_model(recipe, models, other)
        stored = read_checked(start, TOKENIZER, read_card(start))
        if recipe.alphabet:
            stored = with_alphabet(Tokenizer(stored), pairs).model_bytes
        write_atomically(path, stored)
    if not path.exists():
        sentences = (side for pair in pairs for side in pair)
        try:
            fitted = train_tokenizer(sentences, recipe.model.vocab_size)
        except RuntimeError as error:
            raise CorpusError(
                f"{data / recipe.folder}: too little text for {recipe.model.vocab_size} tokens"
            ) from error
        write_atomically(path, fitted.model_bytes)
    try:
        return Tokenizer.load(path)
    except ValueError as error:
        raise CorpusError(f"{path}: {error}") from error


def with_alphabet(tokenizer: Tokenizer, pairs: list[Pair]) -> Tokenizer:
    """The vocabulary with every character of a keyboard and of these cleaned pairs."""
    texts = [side for pair in pairs for side in pair]
    uses = Counter(index for ids in tokenizer.encode_ids(texts) for index in ids)
    return with_characters(tokenizer, wanted_characters(texts), uses)


def with_new_tokens(
    pairs: list[Pair], recipe: Recipe, tokenizer: Tokenizer, models: Path
) -> list[Pair]:
    """Those that hold a token which the model that the run starts from did not have."""
    if not (recipe.alphabet and recipe.start):
        return []
    old = Tokenizer.load(finished_model(recipe, models, recipe.start) / TOKENIZER)
    new = {tokenizer.token(index) for index in new_ids(old, tokenizer)}
    return [pair for pair in pairs if not new.isdisjoint("".join(pair))]


def prepare(recipe: Recipe, data: Path, run: Path, models: Path) -> Data:
    """Raises CorpusError for missing or malformed files, CheckpointError for a damaged start.

    Cleaning sees the pairs as they stand in the file. Synthetic sources begin with BOS, which no
    real source has, so the model knows them apart (Caswell et al., arXiv:1906.06442).
    """
    train_file, dev_file, test_file = (
        data / recipe.folder / f"{name}.tsv" for name in ("train", "dev", "test")
    )
    raw = read_pairs(train_file)
    pairs = in_order(recipe, clean_pairs(raw, recipe.cleaning))
    dev_pairs, test_pairs = (in_order(recipe, read_pairs(file)) for file in (dev_file, test_file))
    held_out = [*dev_pairs, *test_pairs]
    distinct = list(dict.fromkeys(pairs))
    own = phrasebook_pairs(recipe, held_out)
    known = [*distinct, *dict.fromkeys(own)]
    tokenizer = fit_tokenizer(recipe, data, run, models, known if recipe.alphabet else distinct)
    pairs += own + with_new_tokens(known, recipe, tokenizer, models) * (NEW_TIMES - 1)
    with_slots = template_pairs(recipe)
    pairs += with_slots
    written = synthetic_pairs(recipe, data, run, models, held_out)
    marked = [([BOS, *source], target) for source, target in to_ids(tokenizer, written)]
    languages, random = (recipe.source, recipe.target), Random(recipe.seed)
    filled = [fill(pair, languages, random) if has_slots(pair[0]) else pair for pair in pairs]
    together = zip([*to_ids(tokenizer, filled), *marked], [*pairs, *written], strict=True)
    kept = [(ids, text) for ids, text in together if max(map(len, ids)) <= recipe.max_tokens]
    train = [ids for ids, _ in kept]
    made = sum(source[0] == BOS for source, _ in train)
    if made == len(train):
        raise CorpusError(f"{train_file}: no pair is left after cleaning")
    dev = to_ids(tokenizer, dev_pairs)
    if (longest := max(len(side) for pair in dev for side in pair)) > recipe.model.max_positions:
        raise CorpusError(f"{dev_file}: {longest} tokens, at most {recipe.model.max_positions}")
    read = [train_file, dev_file, test_file, run / TOKENIZER]
    read += [run / FILE] if recipe.synthetic else []
    read += [PHRASEBOOK] if recipe.phrasebook else []
    read += template_files(recipe.source, recipe.target) if recipe.templates else []
    files = {file: sha256(file.read_bytes()) for file in read}
    counts = {
        "train_pairs_read": len(raw),
        "train_pairs_kept": len(distinct),
        "train_pairs_with_repeats": len(train) - made,
        "train_pairs_phrasebook": len(set(own)),
        "train_pairs_templates": len(set(with_slots)),
        "train_pairs_synthetic": made,
        "train_target_tokens_per_epoch": sum(len(target) for _, target in train),
    }
    texts = (
        [text for _, text in kept] if any(recipe.sampling) or recipe.vary or recipe.typed else []
    )
    seen = distinct[:SEEN] if recipe.own_pairs else []
    return Data(tokenizer, train, dev, test_pairs, files, counts, made, texts, seen)
