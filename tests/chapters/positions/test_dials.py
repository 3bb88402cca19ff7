"""The clocks: angles, turns and similarities against the formula and the model's own buffer."""

import math

import numpy as np
import pytest

from explainer.analysis.interventions import Intervention
from explainer.chapters.positions.clocks import dial_pairs, moved_token
from explainer.decoding.options import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.model.embedding import sinusoidal_positions
from explainer.text import LANGUAGES, Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, drawn
from tests.conftest import SENTENCES

SENTENCE = SENTENCES[0]
CHAPTER = Chapter("positions", SENTENCE, DecodeOptions(method="greedy"))
WIDTH, LENGTH = 192, 64  # of the shipped models, and the longest sentence
OFF = (Intervention("positions", stack="encoder"),)


def formula(length: int = LENGTH, width: int = WIDTH) -> np.ndarray:
    """The paper's, written out once more: angles pos / 10000^(2i/d), (L, F)."""
    positions = np.arange(length, dtype=np.float64)
    return np.stack([positions / 10000 ** (2 * i / width) for i in range(width // 2)], axis=1)


def test_clocks_from_the_fastest_to_the_slowest() -> None:
    pairs = dial_pairs(WIDTH)
    waves = [2 * math.pi * 10000 ** (2 * pair / WIDTH) for pair in pairs]
    assert len(pairs) == 4 and pairs[0] == 0
    assert waves == sorted(waves) and waves[-1] < 2 * LENGTH  # every hand is seen to turn
    assert dial_pairs(2) == (0,)


def test_the_beats_are_true() -> None:
    table, angles = sinusoidal_positions(LENGTH, WIDTH).double().numpy(), formula()
    each = np.degrees(angles[1, list(dial_pairs(WIDTH))])
    beats = [Text(lang)("positions.beat_hands") for lang in LANGUAGES]
    assert all(f"{each[0]:.0f}°" in beat and f" {each[-1]:.0f}°" in beat for beat in beats)
    # The tips of the hands that the browser draws are what the model adds, in 32 bits.
    assert table[:, 0::2] == pytest.approx(np.sin(angles), abs=1e-5)
    assert table[:, 1::2] == pytest.approx(np.cos(angles), abs=1e-5)
    # Angles of one's own: no two rows are alike. The nearest row is the most alike.
    alike = table @ table.T / (WIDTH / 2)
    others = alike - 2 * np.eye(LENGTH)
    assert others.max() < 0.98
    nearest = np.abs(others.argmax(axis=1) - np.arange(LENGTH))
    assert (nearest == 1).all()
    # The same distance is the same turn.
    for gap in (1, 2, 3):
        assert np.ptp(angles[gap:] - angles[:-gap], axis=0).max() < 1e-12


def test_two_are_held_by_the_left_one_and_both_find_room() -> None:
    order = (2, 0, 1, 3, 4)
    assert moved_token(order, 0, 0) == 0 and moved_token(order, 4, 0) == 4
    assert moved_token(order, 2, 2) == 2 and moved_token(order, 0, 2) == 0
    assert moved_token(order, 3, 2) == 0 == moved_token(order, 4, 2)  # the sentence's end stays


@pytest.fixture(scope="module")
def translation(tiny: Translator) -> Translation:
    return tiny.translate(SENTENCE, DecodeOptions(method="greedy"))


def test_the_page_opens_on_the_clocks_of_the_sentence(page: Open, translation: Translation) -> None:
    at = page("ko")
    assert not at.error and not at.warning and not at.info
    data, tokens = drawn(at, "d_model"), list(translation.source.tokens)
    assert (data["tokens"], data["order"]) == (tokens, list(range(len(tokens))))
    assert (data["at"], data["gap"], data["on"], data["outcome"]) == (3, 0, True, None)
    assert data["d_model"] == translation.trace["encoder.positions"].shape[1]
    shown = at.segmented_control(key="positions_view").options
    assert len(shown) == 3
    assert not [name for name in at.query_params if name.startswith("positions_")]


@pytest.mark.parametrize("state", ["off", "on"])
def test_the_encoder_answers_for_another_order(page, tiny, translation, state):
    """Without positions the same vectors, moved; with them others."""
    at = page(positions_order="reverse", positions_pe=state)
    ids, changes = translation.source.ids, OFF if state == "off" else ()
    order = [*range(len(ids) - 1)][::-1] + [len(ids) - 1]
    new = tuple(ids[i] for i in order)
    old = tiny.run(ids, translation.fed, changes)["memory"][order].astype(np.float64)
    moved = tiny.run(new, translation.fed, changes)["memory"].astype(np.float64)
    expected = np.linalg.norm(moved - old, axis=1) / np.linalg.norm(old, axis=1)
    data = drawn(at, "d_model")
    found = data["outcome"]
    assert data["order"] == found["order"] == order and data["on"] == (state == "on")
    assert found["moved"] == pytest.approx(expected, abs=1e-4)
    assert (max(found["moved"]) == 0.0) == (state == "off")
    texts = [tiny.tokenizer.decode(tiny.generate(each, changes)) for each in (ids, new)]
    assert found["texts"] == texts
    if state == "off":
        assert texts[0] == texts[1]


def test_two_held_together_write_their_rotation_into_the_formula(page: Open) -> None:
    """PE[4 + 2] from PE[4] by a turn of twice the rate of the pair."""
    at = page(positions_gap="2", positions_at="5")
    pair = dial_pairs(32)[1]
    rate = 10000 ** (-2 * pair / 32)
    (turn,) = (e for e in latex_of(at) if r"PE_{pos+k}" in e)
    for number in (math.cos(2 * rate), math.sin(2 * rate), math.sin(4 * rate), math.cos(6 * rate)):
        assert f"{number:.3f}" in turn
    block = np.array(
        [[math.cos(2 * rate), math.sin(2 * rate)], [-math.sin(2 * rate), math.cos(2 * rate)]]
    )
    before, after = ([math.sin(k * rate), math.cos(k * rate)] for k in (4, 6))
    assert block @ before == pytest.approx(after, abs=1e-12)
