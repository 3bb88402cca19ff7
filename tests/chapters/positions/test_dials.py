"""The clocks: angles, turns and similarities against the formula and the model's own buffer."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.interventions import Intervention
from explainer.chapters.positions.clocks import held, words
from explainer.chapters.positions.dials import (
    Choice,
    dial_pairs,
    dials_payload,
    moving_pairs,
)
from explainer.chapters.positions.dials.mount import read_settled
from explainer.decoding.options import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.model.embedding import sinusoidal_positions
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter, sent
from tests.conftest import SENTENCES

SENTENCE = SENTENCES[0]
CHAPTER = Chapter("positions", SENTENCE, DecodeOptions(method="greedy"))
WIDTH, LENGTH = 192, 64  # of the shipped models, and the longest sentence
OFF = (Intervention("positions", stack="encoder"),)


def formula(length: int = LENGTH, width: int = WIDTH) -> np.ndarray:
    """The paper's, written out once more: angles pos / 10000^(2i/d), (L, F)."""
    positions = np.arange(length, dtype=np.float64)
    return np.stack([positions / 10000 ** (2 * i / width) for i in range(width // 2)], axis=1)


def own() -> np.ndarray:
    """What a shipped model adds to its tokens."""
    return sinusoidal_positions(LENGTH, WIDTH).double().numpy()


def unpacked(data: dict[str, Any]) -> np.ndarray:
    """The table as the browser reads it."""
    whole = np.frombuffer(base64.b64decode(data["table"]), "<i2").astype(np.float64)
    return whole.reshape(-1, data["width"]) / 32767


def payload(choice: Choice | None = None, length: int = LENGTH, **more: Any) -> dict[str, Any]:
    return dials_payload(
        own()[:length],
        [f"t{i}" for i in range(length)],
        choice or Choice(range(length), 3),
        words=words(Text("en"), length, WIDTH),
        dark=False,
        **more,
    )


def angles(table: np.ndarray) -> np.ndarray:
    """Of hands whose tip lies at (sine, cosine), clockwise from twelve."""
    return np.arctan2(table[:, 0::2], table[:, 1::2])


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference of two angles, a full turn being none."""
    return float(np.abs(np.angle(np.exp(1j * (one - other)))).max())


def test_what_travels_is_the_models_table_and_its_angles_are_the_formulas() -> None:
    data = payload()
    assert np.abs(unpacked(data) - own()).max() <= 0.5 / 32767 + 1e-9
    assert apart(angles(unpacked(data)), formula()) < 1e-4  # a hundredth of a degree
    assert apart(angles(own()), formula()) < 1e-5  # the model has 32 bits
    assert len(json.dumps(data)) < 40 * 1024  # the longest sentence there may be


def test_clocks_from_the_fastest_to_the_slowest() -> None:
    pairs = dial_pairs(WIDTH)
    waves = [2 * math.pi * 10000 ** (2 * pair / WIDTH) for pair in pairs]
    assert len(pairs) == 5 and (pairs[0], pairs[-1]) == (0, WIDTH // 2 - 1)
    assert waves == sorted(waves)
    told = words(Text("en"), 10, WIDTH).turns
    assert [float(line.split()[0].replace(",", "")) for line in told] == pytest.approx(
        waves, rel=0.01
    )
    for width in (2, 4, 32, 512):
        assert dial_pairs(width)[-1] == width // 2 - 1
        assert 1 <= moving_pairs(width, 2) <= width // 2
    kept = [pairs[at] for at in payload()["phone"]]
    assert len(kept) == 4 and (kept[0], kept[-1]) == (pairs[0], pairs[-1])


def test_the_stripe_leaves_out_what_all_but_stands_still() -> None:
    rows = payload(Choice(range(10), 3), length=10)["rows"]
    turned = np.degrees(formula(11)[10])  # from one end of the sentence to behind the other
    assert 10 < rows < WIDTH // 2
    assert (turned[:rows] >= 12).all() and (turned[rows:] < 12).all()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_beats_are_true(lang: str) -> None:
    text, table = Text(lang), own()
    each = np.degrees(formula(2)[1])
    assert f"{each[0]:.0f}°" in text("positions.beat_hands") and each[-1] < 0.01
    # Angles of one's own: no two rows are alike. The nearest row is the most alike.
    alike = table @ table.T / (WIDTH / 2)
    others = alike - 2 * np.eye(LENGTH)
    assert others.max() < 0.98
    nearest = np.abs(others.argmax(axis=1) - np.arange(LENGTH))
    assert (nearest == 1).all()
    # The same distance is the same turn.
    for gap in (1, 2, 3):
        turned = formula()[gap:] - formula()[:-gap]
        assert np.ptp(turned, axis=0).max() < 1e-12
        assert apart(angles(table)[gap:] - angles(table)[:-gap], turned) < 1e-5


def test_the_similarity_is_the_cosine_and_its_scale_reaches_below_all() -> None:
    """Half the width is the squared length of every row."""
    table = own()[:10]
    cosine = table @ table.T / np.outer(*2 * [np.linalg.norm(table, axis=1)])
    assert cosine == pytest.approx(table @ table.T / (WIDTH / 2), abs=1e-6)
    floor = payload(Choice(range(10), 3), length=10)["floor"]
    assert cosine.min() - 0.1 < floor <= cosine.min()


def test_two_are_held_by_the_left_one_and_both_find_room() -> None:
    order = (2, 0, 1, 3, 4)
    assert held(order, 0, 0) == 0 and held(order, 4, 0) == 4
    assert held(order, 2, 2) == 2 and held(order, 0, 2) == 0
    assert held(order, 3, 2) == 0 and held(order, 4, 2) == 0  # the end of the sentence stays


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([1, [2, 0, 1]], (1, (2, 0, 1))),
        ([3, [0, 1, 2]], (3, (0, 1, 2))),
        ([4, [0, 1, 2]], None),
        ([True, [0, 1, 2]], None),
        ([1, [0, 1]], None),
        ([1, [0, 1, 1]], None),
        ([1, [0, 1, 2.0]], None),
        ([1, "012"], None),
        ([1, 5], None),
        ("12", None),
        (None, None),
    ],
)
def test_what_a_browser_sends_may_be_anything(value: object, found: object) -> None:
    assert read_settled(value, 4) == found


# The page


@pytest.fixture(scope="module")
def tiny(tiny_model_folder: Any) -> Translator:
    return Translator.load(tiny_model_folder)


@pytest.fixture(scope="module")
def translation(tiny: Translator) -> Translation:
    return tiny.translate(SENTENCE, DecodeOptions(method="greedy"))


def drawn(at: AppTest) -> dict[str, Any]:
    return sent(at, "pieces", "order")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_opens_on_the_clocks_of_the_sentence(
    page: Open, translation: Translation, lang: str
) -> None:
    at = page(lang)
    assert not at.error and not at.warning and not at.info
    data, pieces = drawn(at), list(translation.source.pieces)
    assert (data["pieces"], data["order"]) == (pieces, list(range(len(pieces))))
    assert (data["at"], data["gap"], data["on"], data["moved"]) == (3, 0, True, None)
    recorded = translation.trace["encoder.positions"]
    assert np.abs(unpacked(data) - recorded).max() <= 0.5 / 32767 + 1e-7
    shown = at.segmented_control(key="positions_view").options
    assert len(shown) == 3
    assert not [name for name in at.query_params if name.startswith("positions_")]


@pytest.mark.parametrize("state", ["off", "on"])
def test_the_encoder_answers_for_another_order(
    page: Open, tiny: Translator, translation: Translation, state: str
) -> None:
    """Without positions the same vectors, moved; with them others."""
    at = page(positions_order="reverse", positions_pe=state)
    ids, changes = translation.source.ids, OFF if state == "off" else ()
    order = [*range(len(ids) - 1)][::-1] + [len(ids) - 1]
    new = tuple(ids[i] for i in order)
    old = tiny.run(ids, translation.fed, changes)["memory"][order].astype(np.float64)
    moved = tiny.run(new, translation.fed, changes)["memory"].astype(np.float64)
    expected = np.linalg.norm(moved - old, axis=1) / np.linalg.norm(old, axis=1)
    data = drawn(at)
    assert data["order"] == order and data["on"] == (state == "on")
    assert data["moved"] == pytest.approx(expected, abs=1e-4)
    assert (max(data["moved"]) == 0.0) == (state == "off")
    texts = [tiny.tokenizer.decode(tiny.generate(each, changes)) for each in (ids, new)]
    assert data["texts"] == texts
    if state == "off":
        assert texts[0] == texts[1]


def test_the_order_goes_along_to_the_view_of_the_shuffle(page: Open) -> None:
    at = page(positions_order="2-1-3")  # of another sentence
    assert drawn(at)["order"][:2] == [0, 1]
    at.button(key="positions_reverse").click().run()
    assert at.query_params["positions_order"] == "reverse"
    order = drawn(at)["order"]
    at.segmented_control(key="positions_view").set_value("others").run()
    assert list(at.session_state["positions_order"]) == order[:-1]
    at.segmented_control(key="positions_view").set_value("dials").run()
    at.button(key="positions_restore").click().run()
    assert drawn(at)["order"] == sorted(order) and "positions_order" not in at.query_params


def test_every_beat_sets_the_figure(page: Open) -> None:
    at = page()
    states = []
    for beat in ("hands", "own", "turn", "off", "on"):
        at.segmented_control(key="positions_beats").set_value(beat).run()
        assert at.segmented_control(key="positions_beats").value == beat
        data = drawn(at)
        states.append((data["at"], data["gap"], data["on"], data["order"][0] == 0))
    assert states == [
        (3, 0, True, True),
        (5, 0, True, True),
        (3, 2, True, True),
        (3, 0, False, False),
        (3, 0, True, False),
    ]


def test_two_held_together_write_their_rotation_into_the_formula(page: Open) -> None:
    """PE[4 + 2] from PE[4] by a turn of twice the rate of the pair."""
    at = page(positions_gap="2", positions_at="5")
    pair = dial_pairs(32)[1]
    rate = 10000 ** (-2 * pair / 32)
    (turn,) = (e.value for e in at.latex if r"PE_{pos+k}" in e.value)
    for number in (math.cos(2 * rate), math.sin(2 * rate), math.sin(4 * rate), math.cos(6 * rate)):
        assert f"{number:.3f}" in turn
    block = np.array(
        [[math.cos(2 * rate), math.sin(2 * rate)], [-math.sin(2 * rate), math.cos(2 * rate)]]
    )
    before, after = ([math.sin(k * rate), math.cos(k * rate)] for k in (4, 6))
    assert block @ before == pytest.approx(after, abs=1e-12)
