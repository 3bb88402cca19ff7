"""Many visitors at once whose results had to make room: all behind the gate, nobody stuck."""

import gc
import random
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from weakref import ref

import numpy as np
import pytest

from explainer import installed
from explainer.data.digits import digits, write_strokes
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.engine.door import OPEN
from explainer.engine.memo import MEMO, Memo
from explainer.runs import gate, pictures, registry, resources
from explainer.runs.computed import by_model, computed
from explainer.runs.gate import Gate
from explainer.runs.resources import Request
from explainer.tokenizer import BOS
from tests.apptest import use_models
from tests.computations import Tally, watch
from tests.conftest import SENTENCES
from tests.runs.waiting import LONG, until

SHORT = DecodeOptions(width=2, n_best=2, max_length=12)


class Turnstile:
    """A gate as the door of a model: each thread is nobody in particular."""

    def __init__(self, seconds: float = LONG) -> None:
        self.gate, self.seconds = Gate(permits=2), seconds

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self.gate.hold(None, self.seconds):
            yield

    def is_inside(self) -> bool:
        return self.gate.is_inside()


@pytest.fixture
def tally(tiny_model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tally]:
    """The tiny model, room for one large value, and a count of what is computed."""
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(tiny_model_folder.parent))
    monkeypatch.setattr(gate, "visitor", lambda: threading.current_thread().name)
    monkeypatch.setattr(gate, "WAIT_SECONDS", LONG)
    monkeypatch.setattr(gate, "BURST", 1e9)  # visitors without pauses
    monkeypatch.setattr(MEMO, "room", 0)
    MEMO.clear()
    found = Tally()
    watch(found, monkeypatch.setattr)
    yield found
    MEMO.clear()


def test_a_model_of_the_app_is_not_to_be_had_outside_the_gate(tally: Tally) -> None:
    model = registry.translator("tiny", "")
    for name in ("model", "decoder"):
        with pytest.raises(RuntimeError, match="door"):
            getattr(model, name)
        with gate.permit():
            getattr(model, name)
    model.translate(SENTENCES[0], SHORT)
    model.search([(5, 6, 3)], SHORT)
    model.generate((5, 6, 3))
    assert tally.outside == 0 and tally.inside == 3  # a translation encodes once


def test_a_translation_is_not_asked_for_inside(tally: Tally) -> None:
    with gate.permit(), pytest.raises(RuntimeError, match="inside the gate"):
        resources.translate(Request("tiny", SENTENCES[0], SHORT))


def test_nobody_is_stuck_where_everybody_wants_what_had_to_go() -> None:
    door, memo = Turnstile(), Memo(0)

    def value(number: int) -> int:
        def make() -> int:
            return number + 1 if number < 3 else value(number - 3) + 3

        return memo.get((value, number), make, size=lambda _: 1, door=door)

    def visit(number: int) -> None:
        chance = random.Random(number)
        for _ in range(100):
            one, other = chance.randrange(6), chance.randrange(6)
            if chance.random() < 0.5:
                assert value(one) == one + 1
            else:
                with door():
                    assert (value(one), value(other)) == (one + 1, other + 1)

    with ThreadPoolExecutor(16) as pool:
        for future in [pool.submit(visit, number) for number in range(16)]:
            future.result(LONG)
    assert door.gate.counts() == (0, 0)


def test_who_waits_for_what_another_makes_takes_no_place_and_is_not_busy() -> None:
    door, memo = Turnstile(seconds=0.001), Memo(0)
    entered, go = threading.Event(), threading.Event()
    calls: list[int] = []

    def slow() -> int:
        calls.append(1)
        entered.set()
        assert go.wait(LONG)
        return 7

    def ask() -> int:
        return memo.get((slow,), slow, door=door)

    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(ask)
        assert entered.wait(LONG)
        others = [pool.submit(ask) for _ in range(8)]
        (running,) = memo._running.values()
        until(lambda: len(running._condition._waiters) == 8)  # type: ignore[attr-defined]
        with door():
            assert door.gate.counts() == (2, 0), "the maker and this thread"
        go.set()
        assert [future.result(LONG) for future in (first, *others)] == [7] * 9
    assert calls == [1]


def test_an_argument_left_out_is_the_same_as_its_default(tally: Tally) -> None:
    made: list[tuple[int, int]] = []

    @by_model(computed(max_entries=8))
    def noted(model: Translator, first: int, second: int = 2, _unseen: int = 3) -> str:
        assert gate.permit.is_inside()
        made.append((first, second))
        return model.name

    assert {noted("tiny", 1), noted("tiny", 1, 2), noted("tiny", second=2, first=1)} == {"tiny"}
    assert noted("tiny", 1, 2, 4) == noted("tiny", 1, _unseen=5) == "tiny"
    assert made == [(1, 2)]
    assert noted("tiny", 1, 1) == noted("tiny", 2, 1)
    assert made == [(1, 2), (1, 1), (2, 1)]
    with pytest.raises(KeyError):
        noted("no model", 1)


def test_a_model_that_is_replaced_meanwhile_is_another_one(
    tiny_model_folder, models_folder, tmp_path, monkeypatch
):
    """Between the key and the computation: what is kept under a version is made by that one."""
    shutil.copytree(tiny_model_folder, tmp_path / "one")
    use_models(tmp_path, monkeypatch)

    @by_model(computed(max_entries=8, door=OPEN))
    def language(model: Translator) -> str:
        return str(model.card["source"])

    @by_model(computed(max_entries=8))
    def languages(model: Translator) -> tuple[str, str]:
        return str(model.card["source"]), language(model)

    registry.model_of("one")
    version_of = installed.version_of

    def replaced(name: str) -> str:
        found = version_of(name)
        shutil.copytree(models_folder / "en-toy", tmp_path / "one", dirs_exist_ok=True)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(registry, "version_of", replaced)
        assert languages("one") == ("ko", "ko")
    assert languages("one") == ("en", "en")


def sizes() -> list[int]:
    return [entry.size for entry in MEMO._entries.values()]


def test_a_model_that_makes_room_frees_its_weights_and_its_passes_are_made_again(
    tally: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "LOADED", 1)
    source = registry.model_of("tiny").source_with_eos(SENTENCES[0][0])
    held = resources.experiment("tiny", source, (BOS,))  # as a page does
    before = held["logits"].copy()
    weights = ref(registry.model_of("tiny")._model)
    registry.translator("tiny", "of another version")
    gc.collect()
    assert weights() is None
    MEMO.clear()
    assert np.array_equal(held["logits"], before)


def test_what_networks_make_of_pictures_leaves_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor who draws a hundred digits must not fill the memory of the server."""
    monkeypatch.setattr(MEMO, "room", 2**20)
    monkeypatch.setattr(gate, "BURST", 1e9)
    drawing = write_strokes(digits()["3"])
    for shuffle in range(20):
        pictures.forward_pass("vit", drawing, shuffle)
    assert max(sizes()) > 400_000
    assert sum(sizes()) <= 2**20
