"""Dynamic batching: translate sentences that wait for the model at the same moment in one search.

Whoever is admitted takes along up to MOST waiting sentences of the same model and settings: a step
for eight costs little more than for two. Equal sentences are translated once.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from explainer.decoding.options import DecodeOptions
from explainer.runs.gate import Busy, permit

if TYPE_CHECKING:
    from explainer.engine import InputError, Translation, Translator

MOST: Final = 8


@dataclass(eq=False)
class PendingSentence:
    """A future: one sentence waiting for its translation; `answer` is valid once `answered`."""

    model: Translator
    sentence: str
    options: DecodeOptions
    answer: Translation | BaseException | None = None
    answered: threading.Event = field(default_factory=threading.Event)

    def can_batch_with(self, other: PendingSentence) -> bool:
        """Return whether both can share one search: same model and settings, and beam search."""
        return (
            self.model is other.model
            and self.options == other.options
            and (self.options.method == "beam" or self.sentence == other.sentence)
        )

    def is_same_request(self, other: PendingSentence) -> bool:
        return self.sentence == other.sentence and self.can_batch_with(other)


class Batcher:
    """Thread-safe FIFO queue of pending sentences that batches compatible ones."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._waiting: deque[PendingSentence] = deque()
        self._inside: list[PendingSentence] = []  # being translated

    def translate(self, model: Translator, sentence: str, options: DecodeOptions) -> Translation:
        """Translate as `Translator.translate`. Raises InputError, and Busy after a long wait."""
        wish = PendingSentence(model, sentence, options)
        with self._lock:
            same = next((one for one in self._inside if one.is_same_request(wish)), None)
            if same is None:
                self._waiting.append(wish)
        if same is None:
            self._translate(wish)
        else:
            wish = same
        wish.answered.wait()  # where somebody else has taken it along
        if isinstance(wish.answer, BaseException):
            raise wish.answer
        assert wish.answer is not None
        return wish.answer

    def _translate(self, wish: PendingSentence) -> None:
        try:
            with permit():
                self._answer(self._take(wish))
        except Busy:
            if self._give_up(wish):
                raise

    def _take(self, wish: PendingSentence) -> list[PendingSentence]:
        """Take the request and up to `most` - 1 compatible ones; empty if another thread did."""
        with self._lock:
            if wish not in self._waiting:
                return []
            sentences = {wish.sentence}
            taken = [wish]
            for other in [w for w in self._waiting if w is not wish and w.can_batch_with(wish)]:
                if other.sentence in sentences or len(sentences) < self.most:
                    sentences.add(other.sentence)
                    taken.append(other)
            for each in taken:
                self._waiting.remove(each)
            self._inside += taken
            return taken

    def _give_up(self, wish: PendingSentence) -> bool:
        """Remove a request that was not admitted; return False if another thread took it."""
        with self._lock:
            if wish not in self._waiting:
                return False
            self._waiting.remove(wish)
            return True

    def _answer(self, wishes: list[PendingSentence]) -> None:
        """Translate the requests and always set every answer, also on errors."""
        if not wishes:
            return
        try:
            answers = _translations(wishes[0], tuple(dict.fromkeys(w.sentence for w in wishes)))
            for wish in wishes:
                wish.answer = answers[wish.sentence]
        except BaseException as error:
            for wish in wishes:
                wish.answer = error
            raise
        finally:
            with self._lock:
                self._inside = [wish for wish in self._inside if wish not in wishes]
            for wish in wishes:
                wish.answered.set()


def _translations(
    first: PendingSentence, sentences: tuple[str, ...]
) -> dict[str, Translation | InputError]:
    if first.options.method != "beam":
        return {first.sentence: first.model.translate(first.sentence, first.options)}
    answers = first.model.translate_together(sentences, first.options)
    return dict(zip(sentences, answers, strict=True))


TOGETHER: Final = Batcher()
