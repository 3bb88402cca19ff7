"""The page on sqrt(d_k) without a model: random vectors and recorded scores."""

import math
from typing import Any

import numpy as np
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.analysis.scaling import PAIRS, STEPS, growing_dots, growing_rows
from tests.apptest import Open
from tests.chapters.chapter import Chapter, maps, sent
from tests.fakes import fake_translation

TRACE = fake_translation(3, 9, 8).trace
CHAPTER = Chapter("scaling", model="", invented=(9, 8))


def drawn(at: AppTest, index: int = 0) -> dict[str, Any]:
    """What a drawing of the page is sent."""
    return maps(at, "divisors")[index]


def weights_of(data: dict[str, Any], stop: int = 0) -> np.ndarray:
    """(divisors, keys): the rows as the browser cuts them."""
    scores = [-np.inf if score is None else score for score in data["scores"][stop]]
    by = [one["by"][stop] for one in data["divisors"]]
    return torch.tensor([[score / one for score in scores] for one in by]).softmax(-1).numpy()


@pytest.mark.parametrize("entries", ["normal", "coin"])
def test_the_drawing_is_sent_the_drawn_dot_products(page: Open, entries: str) -> None:
    at = page(scaling_d=256, scaling_entries=entries, scaling_keys=7, scaling_sample=3)
    data = drawn(at)
    chosen = sent(at, "chosen")["chosen"]
    assert data["widths"] == list(STEPS) and data["widths"][chosen["at"]] == 256
    rows = growing_rows(entries, 3, 7)
    assert np.array(data["scores"]) == pytest.approx(rows[:, 0], abs=1e-4)
    dots = growing_dots(entries, 3)
    assert data["spread"]["sd"] == pytest.approx(dots.std(axis=1), abs=1e-4)
    for stop, width in enumerate(STEPS):
        for one, by in zip(data["divisors"], (1, math.sqrt(width), width), strict=True):
            assert one["by"][stop] == pytest.approx(by, abs=1e-4)
            softmax = torch.tensor(rows[stop] / by).softmax(-1)
            assert one["largest"][stop] == pytest.approx(softmax.amax(-1).mean().item(), abs=1e-4)
            jacobian = torch.diag_embed(softmax) - softmax[:, :, None] * softmax[:, None, :]
            norm = jacobian.norm(dim=(1, 2)).mean().item()
            assert one["gradient"][stop] == pytest.approx(norm, abs=1e-4)


def test_the_ridges_are_histograms_and_what_the_beats_and_the_mistake_say_holds(page: Open) -> None:
    """Only long vectors that are not divided let one key take nearly all."""
    at = page()
    data = drawn(at)
    dots = growing_dots("normal", 1)
    for width, heights, values in zip(STEPS, data["spread"]["heights"], dots, strict=True):
        edge = data["spread"]["sides"] * math.sqrt(width)
        step, peak = 2 * edge / 32, 1 / math.sqrt(2 * math.pi * width)
        for place, height in enumerate(heights):
            low = -edge + place * step
            inside = ((values >= low) & (values < low + step)).sum()
            assert height * peak * step * PAIRS == pytest.approx(inside, abs=1.01)
    narrow, wide = (weights_of(data, STEPS.index(width)) for width in (4, 256))
    assert narrow[0].max() < 0.5 and wide[0].max() > 0.95
    assert max(narrow[1].max(), wide[1].max()) < 0.5
    root, width, model = weights_of(drawn(at, -1)).max(axis=1)  # the reader's own row
    assert root > model > width
    said = f"The largest weight falls from {root:.2f} to {width:.2f} divided by 8"
    assert any(said in m.value for m in at.markdown)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_own_scores_before_and_after(page: Open, kind: str) -> None:
    at = page(scaling_view="own", kind=kind, layer=2, head=3, row=4)
    name = "encoder.1.self_attn" if kind == "encoder" else f"decoder.1.{kind}_attn"
    name = name.replace("decoder_attn", "self_attn")
    scores = torch.from_numpy(TRACE[f"{name}.masked_scores"][2].copy()).double()
    width = 8
    data = drawn(at)
    by = [1.0, math.sqrt(width), width, math.sqrt(4 * width)]
    assert [one["by"][0] for one in data["divisors"]] == pytest.approx(by)
    seen = torch.isfinite(scores[3]).numpy()
    shown = weights_of(data)
    assert [one["id"] for one in data["divisors"]] == ["none", "root", "width", "model"]
    assert shown[1, seen] == pytest.approx(TRACE[f"{name}.weights"][2, 3][seen], abs=1e-4)
    assert [score is None for score in data["scores"][0]] == (~seen).tolist()
    every = scores[torch.isfinite(scores)] * math.sqrt(width)
    assert data["spread"]["sd"][0] == pytest.approx(every.std(correction=0).item(), abs=1e-3)
    assert not at.error
