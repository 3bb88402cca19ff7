"""The map's numbers are those of the translation, and a browser is believed only what can be."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.components.figuremap import HERE, Link, asked_region, figure_payload
from explainer.components.figuremap.payload import BARS, FULL_SIDE
from explainer.frame.figuremap import REGIONS
from explainer.translation import Translation
from tests.fakes import fake_translation

HALF_STEP = 0.5 / 255 + 1e-7  # rounding to 8 bits, and float32


def payload(found: Translation) -> dict[str, Any]:
    return figure_payload(found.attention("encoder"), found.attention("cross"), found.top_probs)


def unpacked(written: object) -> NDArray[np.float64]:
    assert isinstance(written, str)
    return np.frombuffer(base64.b64decode(written), dtype=np.uint8) / 255


@pytest.fixture(scope="module")
def translation() -> Translation:
    return fake_translation(n_src=9, n_tgt=7, layers=3, heads=4)


def test_what_travels_is_what_the_model_computed(translation: Translation) -> None:
    found = payload(translation)
    counts = {name: found[name] for name in ("sources", "steps", "encoder", "decoder", "heads")}
    assert counts == {"sources": 9, "steps": 7, "encoder": 3, "decoder": 3, "heads": 4}
    cross = translation.attention("cross")[-1].mean(axis=0)
    assert np.abs(unpacked(found["weights"]) - cross.ravel()).max() <= HALF_STEP
    looks = translation.attention("encoder").mean(axis=1)
    assert np.abs(unpacked(found["looks"]) - looks.ravel()).max() <= HALF_STEP
    assert found["bars"] == BARS
    top = translation.top_probs[:, :BARS]
    assert np.abs(unpacked(found["chances"]) - top.ravel()).max() <= HALF_STEP


def test_probabilities_stay_at_home_where_a_teacher_hides_them(translation: Translation) -> None:
    found = figure_payload(translation.attention("encoder"), translation.attention("cross"), None)
    assert not {"chances", "bars"} & found.keys()


def test_a_long_sentence_travels_light() -> None:
    found = payload(fake_translation(n_src=64, n_tgt=96, layers=3, heads=8))
    assert "looks" not in found and FULL_SIDE < 64
    assert len(json.dumps(found)) < 10_000


def test_only_a_region_that_leads_somewhere_is_asked_for() -> None:
    links = [Link("mask", "Mask", "Masks", "Mask: to Masks", "./masks?"), Link("loop", "Back")]
    assert asked_region("mask", links) == "mask"
    for sent in ("loop", "nothing", 0, None, ["mask"], {"id": "mask"}):
        assert asked_region(sent, links) is None


def test_every_region_is_drawn_and_has_its_place() -> None:
    drawing = (HERE / "drawing.js").read_text(encoding="utf-8")
    boxes = re.search(r"const BOXES = \{(.*?)\};", drawing, re.DOTALL)
    assert boxes is not None
    assert set(re.findall(r"(\w+): \[", boxes[1])) == REGIONS.keys()
    for region in REGIONS:
        assert f"\n  {region}() {{" in drawing, region
