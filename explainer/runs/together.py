"""Dynamic batching: sentences that wait for the model at the same moment are searched together.

When a whole class presses Enter, whoever gets in takes along up to MOST of those that wait for the
same model with the same settings: a step of the search for eight sentences costs little more than
for two. Who was taken along finds the answer and leaves at once.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from explainer.decoding.options import DecodeOptions
from explainer.runs.gate import Busy, permit

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator

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
        return self.model is other.model and self.options == other.options


class Together:
    """FIFO queue of pending sentences. Thread-safe."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._waiting: deque[PendingSentence] = deque()

    def translate(self, model: Translator, sentence: str, options: DecodeOptions) -> Translation:
        """As `Translator.translate`. Raises InputError, and Busy where the wait is too long."""
        if options.method != "beam":  # the others are quick, or draw by chance
            return model.translate(sentence, options)
        wish = PendingSentence(model, sentence, options)
        with self._lock:
            self._waiting.append(wish)
        try:
            with permit():
                self._answer(self._take(wish))
        except Busy:
            if self._give_up(wish):
                raise
        wish.answered.wait()  # where somebody else has taken it along
        if isinstance(wish.answer, BaseException):
            raise wish.answer
        assert wish.answer is not None
        return wish.answer

    def _take(self, wish: PendingSentence) -> list[PendingSentence]:
        """The wish and others that go with it; none where somebody has taken it already."""
        with self._lock:
            if wish not in self._waiting:
                return []
            others = [w for w in self._waiting if w is not wish and w.goes_with(wish)]
            taken = [wish, *others[: self.most - 1]]
            for each in taken:
                self._waiting.remove(each)
            return taken

    def _give_up(self, wish: PendingSentence) -> bool:
        """Of who was not let in nothing stays behind; False where it was taken along meanwhile."""
        with self._lock:
            if wish not in self._waiting:
                return False
            self._waiting.remove(wish)
            return True

    @staticmethod
    def _answer(wishes: list[PendingSentence]) -> None:
        """Whatever happens, nobody is left waiting."""
        if not wishes:
            return
        try:
            first = wishes[0]
            answers = first.model.translate_together(
                [wish.sentence for wish in wishes], first.options
            )
            for wish, answer in zip(wishes, answers, strict=True):
                wish.answer = answer
        except BaseException as error:
            for wish in wishes:
                wish.answer = error
            raise
        finally:
            for wish in wishes:
                wish.answered.set()


TOGETHER: Final = Together()
