"""What a toy can learn: rows of letters copied, reversed or sorted, sums, or a reader's own pairs.

A problem knows its vocabulary, pairs that are held out, and draws the pairs of every batch.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from explainer.tokenizer import Tokenizer, normalise
from explainer.tokenizer.symbols import symbol_tokenizer

Pair = tuple[str, str]
Task = Literal["copy", "reverse", "sort", "add", "own"]
Reason = Literal[
    "empty", "too_many", "no_arrow", "empty_side", "too_long", "too_few", "too_wide", "held_out"
]

TASKS: Final[tuple[Task, ...]] = ("reverse", "copy", "sort", "add", "own")
LETTERS: Final = "abcdefghijkl"
LENGTHS: Final = (3, 8)  # of a row; no letter comes twice
LARGEST: Final = 49  # of the two numbers of a sum
HELD_OUT: Final = 100
ARROW: Final = "=>"
MOST_PAIRS, FEWEST_PAIRS = 200, 4
MOST_TOKENS: Final = 24  # of one side of a pair
MOST_KINDS: Final = 300  # of tokens in a reader's pairs
EVERY_TENTH: Final = 10


class PairsError(ValueError):
    """Pairs that cannot be learned from. `line` counts from 1, 0 where it is none in particular;
    `found` and `limit` belong to the reasons that count.
    """

    def __init__(self, reason: Reason, line: int = 0, found: int = 0, limit: int = 0) -> None:
        super().__init__(f"{reason} (line {line}, found {found}, limit {limit})")
        self.reason, self.line, self.found, self.limit = reason, line, found, limit


class Problem(Protocol):
    """`held_out` pairs are in no batch."""

    @property
    def tokenizer(self) -> Tokenizer: ...

    @property
    def held_out(self) -> tuple[Pair, ...]: ...

    def draw(self, count: int, seed: str) -> list[Pair]:
        """The pairs of a batch, the same for the same seed."""
        ...


def target_of(task: Task, source: str) -> str:
    """What is to be written. Raises ValueError for a task without a rule."""
    if task == "copy":
        return source
    if task == "reverse":
        return source[::-1]
    if task == "sort":
        return "".join(sorted(source))
    if task == "add":
        first, second = source.split("+")
        return str(int(first) + int(second))
    raise ValueError(f"{task}: no rule")


class Rule:
    """Pairs drawn by a rule, as many as one likes."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.tokenizer = symbol_tokenizer("0123456789+" if task == "add" else LETTERS)
        rng, sources = random.Random("held out"), dict[str, None]()
        while len(sources) < HELD_OUT:
            sources[self._source(rng)] = None
        self._kept = frozenset(sources)
        self.held_out = tuple((source, target_of(task, source)) for source in sources)

    def draw(self, count: int, seed: str) -> list[Pair]:
        rng, pairs = random.Random(seed), list[Pair]()
        while len(pairs) < count:
            source = self._source(rng)
            if source not in self._kept:
                pairs.append((source, target_of(self.task, source)))
        return pairs

    def _source(self, rng: random.Random) -> str:
        if self.task == "add":
            return f"{rng.randint(0, LARGEST)}+{rng.randint(0, LARGEST)}"
        return "".join(rng.sample(LETTERS, rng.randint(*LENGTHS)))


@dataclass(frozen=True)
class Own:
    """A reader's pairs, without repetitions: `pairs` to learn from, and `held_out`. `repeated`
    says how many lines stood there already.
    """

    tokenizer: Tokenizer
    pairs: tuple[Pair, ...]
    held_out: tuple[Pair, ...]
    repeated: int

    def draw(self, count: int, seed: str) -> list[Pair]:
        return random.Random(seed).choices(self.pairs, k=count)


def own_pairs(written: str, words: bool) -> Own:
    """Reads one pair a line, "source => target", by words or by characters.

    One pair in ten is held out, of those whose every token stands on the same side of another pair
    too: what was never read cannot be known. Raises PairsError.
    """
    read = _read(written, words)
    pairs = list(dict.fromkeys(read))
    if len(pairs) < FEWEST_PAIRS:
        raise PairsError("too_few", 0, len(pairs), FEWEST_PAIRS)
    symbols = sorted({token for pair in pairs for side in pair for token in _cut(side, words)})
    if len(symbols) > MOST_KINDS:
        raise PairsError("too_wide", 0, len(symbols), MOST_KINDS)
    held_out = _held_out(pairs, words)
    if not held_out:
        raise PairsError("held_out")
    kept = tuple(pair for pair in pairs if pair not in held_out)
    tokenizer = symbol_tokenizer(symbols, words)
    return Own(tokenizer, kept, tuple(held_out), len(read) - len(pairs))


def _read(written: str, words: bool) -> list[Pair]:
    """Raises PairsError."""
    lines = [(at, line) for at, line in enumerate(written.splitlines(), 1) if line.strip()]
    if not lines:
        raise PairsError("empty")
    if len(lines) > MOST_PAIRS:
        raise PairsError("too_many", 0, len(lines), MOST_PAIRS)
    pairs = []
    for at, line in lines:
        source, arrow, target = line.partition(ARROW)
        if not arrow:
            raise PairsError("no_arrow", at)
        pair = (normalise(source)[0], normalise(target)[0])
        if not all(pair):
            raise PairsError("empty_side", at)
        longest = max(len(_cut(side, words)) for side in pair)
        if longest > MOST_TOKENS:
            raise PairsError("too_long", at, longest, MOST_TOKENS)
        pairs.append(pair)
    return pairs


def _cut(side: str, words: bool) -> Sequence[str]:
    return side.split() if words else side


def _held_out(pairs: Sequence[Pair], words: bool) -> list[Pair]:
    """A tenth of the pairs, at least one, where there is one that can be."""
    tokens = {pair: _tokens(pair, words) for pair in pairs}
    left = Counter(token for row in tokens.values() for token in row)
    sources = Counter(source for source, _ in pairs)
    order, taken = list(pairs), list[Pair]()
    random.Random("held out").shuffle(order)
    for pair in order:
        if len(taken) >= max(1, len(pairs) // EVERY_TENTH):
            break
        if sources[pair[0]] == 1 and all(left[token] > 1 for token in tokens[pair]):
            left.subtract(tokens[pair])
            taken.append(pair)
    return taken


def _tokens(pair: Pair, words: bool) -> set[tuple[int, str]]:
    """The tokens of a pair with the side they stand on."""
    return {(at, token) for at, side in enumerate(pair) for token in _cut(side, words)}
