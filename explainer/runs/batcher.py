"""Dynamic batching: sentences that wait for the model at the same moment are searched together.

When a whole class presses Enter, whoever gets in takes along up to MOST of those that wait for the
same model with the same settings: a step of the search for eight sentences costs little more than
for two. Who was taken along finds the answer and leaves at once. A sentence that several ask for is
translated once for all of them.
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
    """A future: one sentence; `answer` counts once `answered` is set."""

    model: Translator
    sentence: str
    options: DecodeOptions
    answer: Translation | BaseException | None = None
    answered: threading.Event = field(default_factory=threading.Event)

    def goes_with(self, other: PendingSentence) -> bool:
        """Beam search takes several sentences; the others are quick, or draw by chance."""
        return (
            self.model is other.model
            and self.options == other.options
            and (self.options.method == "beam" or self.sentence == other.sentence)
        )

    def is_as(self, other: PendingSentence) -> bool:
        return self.sentence == other.sentence and self.goes_with(other)


class Batcher:
    """FIFO queue of pending sentences. Thread-safe."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._waiting: deque[PendingSentence] = deque()
        self._inside: list[PendingSentence] = []  # being translated

    def translate(self, model: Translator, sentence: str, options: DecodeOptions) -> Translation:
        """As `Translator.translate`. Raises InputError, and Busy where the wait is too long."""
        wish = PendingSentence(model, sentence, options)
        with self._lock:
            same = next((one for one in self._inside if one.is_as(wish)), None)
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
        """The wish and others that go with it, of `most` sentences together; none where somebody
        has taken it already.
        """
        with self._lock:
            if wish not in self._waiting:
                return []
            sentences = {wish.sentence}
            taken = [wish]
            for other in [w for w in self._waiting if w is not wish and w.goes_with(wish)]:
                if other.sentence in sentences or len(sentences) < self.most:
                    sentences.add(other.sentence)
                    taken.append(other)
            for each in taken:
                self._waiting.remove(each)
            self._inside += taken
            return taken

    def _give_up(self, wish: PendingSentence) -> bool:
        """Of who was not let in nothing stays behind; False where it was taken along meanwhile."""
        with self._lock:
            if wish not in self._waiting:
                return False
            self._waiting.remove(wish)
            return True

    def _answer(self, wishes: list[PendingSentence]) -> None:
        """Whatever happens, nobody is left waiting."""
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
