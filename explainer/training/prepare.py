"""Prepare training data: read, clean, fit or load the tokenizer, encode, drop long pairs."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
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
from explainer.training.counterparts import Counterparts, counterparts
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
NEW_TIMES = 3  # repeats of a pair with a token new to the vocabulary
WITHOUT_SLOTS = 4  # templates without slots are repeated this many times less often


@dataclass(frozen=True)
class Data:
    """All data of a run; `counts` goes into the card.

    The last `synthetic` pairs of `train` have a machine- translated source. `test` is text, source
    first, to score the finished model. `files` are all files read, with their SHA-256. `texts` are
    the sentences of `train`, for recipes that resample them; `sample` are at most SEEN real pairs
    as text, for recipes whose card counts memorised sentences. `counterparts` are word
    translations, for recipes with typed sources.
    """

    tokenizer: Tokenizer
    train: list[IdPair]
    dev: list[IdPair]
    test: list[Pair]
    files: dict[Path, str]
    counts: dict[str, int]
    synthetic: int = 0
    texts: Sequence[Pair] = ()
    sample: Sequence[Pair] = ()
    counterparts: Counterparts = field(default_factory=dict)

    @property
    def real(self) -> list[IdPair]:
        """The training pairs without the synthetic ones."""
        return self.train[: len(self.train) - self.synthetic]


def to_ids(tokenizer: Tokenizer, pairs: list[Pair]) -> list[IdPair]:
    """Clean and encode pairs."""
    sources = tokenizer.encode_ids([clean_text(source) for source, _ in pairs])
    targets = tokenizer.encode_ids([clean_text(target) for _, target in pairs])
    return list(zip(sources, targets, strict=True))


def resample_pair(data: Data, index: int, recipe: Recipe, seed: str) -> IdPair:
    """Resample a training pair as the recipe says, deterministically in `seed`.

    Sides with `sampling` above 0 are segmented again; the share `vary` of the real pairs gets other
    numbers, days, months and names, and a few of those lose their full stop; the share `typed` is
    rewritten as casually typed. A synthetic source keeps its BOS mark.
    """
    number, random = zlib.crc32(seed.encode()), Random(seed)
    texts = data.texts[index]
    marked = data.train[index][0][0] == BOS
    if not marked:
        texts = vary_pair(texts, recipe, random, data.counterparts)
    tokenizer = data.tokenizer
    texts = (tokenizer.clean(texts[0])[0], texts[1])
    source, target = (
        tokenizer.sample_ids(text, alpha, number) if alpha else tokenizer.encode_ids([text])[0]
        for text, alpha in zip(texts, recipe.sampling, strict=True)
    )
    return ([BOS, *source] if marked and source[0] != BOS else source), target


def vary_pair(texts: Pair, recipe: Recipe, random: Random, counterparts: Counterparts) -> Pair:
    """Vary a cleaned pair, source first: other numbers and names, or a casually typed source."""
    before = texts
    if has_slots(texts[0]):
        texts = fill(texts, (recipe.source, recipe.target), random)
    elif random.random() < recipe.vary:
        texts = change_values(texts, recipe, random)
    if random.random() < recipe.typed:
        texts = as_typed(texts, random, counterparts)
    return texts if texts is before else (clean_text(texts[0]), clean_text(texts[1]))


def change_values(texts: Pair, recipe: Recipe, random: Random) -> Pair:
    """Change the numbers, days, months or names of a pair, source first."""
    if "ko" not in (recipe.source, recipe.target):
        return with_another_name(texts, (recipe.source, recipe.target), random)
    korean_first = source_first(recipe, [texts])[0]
    return source_first(recipe, [unmark(vary(korean_first, random), random)])[0]


def template_pairs(recipe: Recipe) -> list[Pair]:
    """Return the project's templates, source first, repeated as the recipe says."""
    if not recipe.templates:
        return []
    pairs = source_first(recipe, list(templates(frozenset((recipe.source, recipe.target)))))
    fewer = max(1, recipe.templates // WITHOUT_SLOTS)
    return [
        pair for pair in pairs for _ in range(recipe.templates if has_slots(pair[0]) else fewer)
    ]


def clean_pairs(pairs: Iterable[Pair], rules: Cleaning) -> list[Pair]:
    """Clean pairs as the app cleans input, and keep those that pass the rules."""
    return clean(((clean_text(first), clean_text(second)) for first, second in pairs), rules)


def phrasebook_pairs(recipe: Recipe, held_out: Iterable[Pair]) -> list[Pair]:
    """Return the project's own pairs, source first, repeated as the recipe says.

    Excludes pairs that share a side with `held_out`, the dev and test pairs.
    """
    if not recipe.phrasebook:
        return []
    pairs = source_first(recipe, list(phrasebook()))
    hidden = {bare(side) for pair in held_out for side in pair}
    kept = [pair for pair in pairs if not hidden & {bare(side) for side in pair}]
    return kept * recipe.phrasebook


def source_first(recipe: Recipe, pairs: list[Pair]) -> list[Pair]:
    """Order the columns of a file's pairs source first."""
    return [(b, a) for a, b in pairs] if recipe.swap else pairs


def fit_tokenizer(
    recipe: Recipe, data: Path, run: Path, models: Path, pairs: list[Pair]
) -> Tokenizer:
    """Fit a tokenizer, or load the one in the run's folder, so that a resumed run has the same ids.

    A recipe with `start` or `tokenizer` takes that model's tokenizer.
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
    """Extend the vocabulary by all characters of a keyboard and of these cleaned pairs."""
    texts = [side for pair in pairs for side in pair]
    uses = Counter(index for ids in tokenizer.encode_ids(texts) for index in ids)
    return with_characters(tokenizer, wanted_characters(texts), uses)


def with_new_tokens(
    pairs: list[Pair], recipe: Recipe, tokenizer: Tokenizer, models: Path
) -> list[Pair]:
    """Return the pairs to repeat in training: those with a token that the start model lacks.

    [] unless the recipe extends the start model's `alphabet`.
    """
    if not (recipe.alphabet and recipe.start):
        return []
    old = Tokenizer.load(finished_model(recipe, models, recipe.start) / TOKENIZER)
    new = {tokenizer.token(index) for index in new_ids(old, tokenizer)}
    return [pair for pair in pairs if not new.isdisjoint("".join(pair))]


def prepare(recipe: Recipe, data: Path, run: Path, models: Path) -> Data:
    """Prepare all data of a run.

    Pairs are cleaned in the file's column order. Synthetic sources begin with BOS, a tag that
    tells them from real ones (Caswell et al., arXiv:1906.06442). Raises CorpusError for missing or
    malformed files, CheckpointError for a damaged start model.
    """
    train_file, dev_file, test_file = (
        data / recipe.folder / f"{name}.tsv" for name in ("train", "dev", "test")
    )
    raw = read_pairs(train_file)
    pairs = source_first(recipe, clean_pairs(raw, recipe.cleaning))
    dev_pairs, test_pairs = (
        source_first(recipe, read_pairs(file)) for file in (dev_file, test_file)
    )
    held_out = [*dev_pairs, *test_pairs]
    distinct = list(dict.fromkeys(pairs))
    own = phrasebook_pairs(recipe, held_out)
    all_real = [*distinct, *dict.fromkeys(own)]
    tokenizer = fit_tokenizer(recipe, data, run, models, all_real if recipe.alphabet else distinct)
    pairs += own + with_new_tokens(all_real, recipe, tokenizer, models) * (NEW_TIMES - 1)
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
    known = counterparts(distinct) if recipe.typed else {}
    return Data(tokenizer, train, dev, test_pairs, files, counts, made, texts, seen, known)
