"""The mosaic: each map in its place, in the right shade, within its budget."""

from __future__ import annotations

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from explainer.charts.overview import BUDGET, Mosaic, overview
from explainer.charts.palette import rgb, shade
from tests.fakes import fake_translation


def pixels(mosaic: Mosaic) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(mosaic.png)).convert("RGB"))


@pytest.mark.parametrize("dark", [False, True])
def test_every_pixel_is_the_shade_of_its_weight(dark: bool) -> None:
    weights = fake_translation(1, 9, 7).attention("cross")
    mosaic = overview(weights=weights, dark=dark)
    picture = pixels(mosaic)
    assert mosaic.shrink == 1
    for layer, head in ((0, 0), (1, 3), (2, 2)):
        width, height = mosaic.map_width, mosaic.map_height
        left, top = head * (width + mosaic.gap), layer * (height + mosaic.gap)
        assert (width, height) == (9, 7)
        drawn = picture[top : top + height, left : left + width].astype(int)
        wanted = [[rgb(shade(float(w), dark)) for w in row] for row in weights[layer, head]]
        assert np.abs(drawn - np.array(wanted)).max() <= 2  # 128 shades


def test_ends_of_the_scale_are_exact() -> None:
    weights = np.zeros((1, 2, 2, 2), dtype=np.float32)
    weights[0, 1] = np.eye(2)
    picture = pixels(overview(weights=weights, dark=False))
    assert tuple(picture[0, 0]) == rgb(shade(0.0, False))
    assert tuple(picture[0, 3]) == rgb(shade(1.0, False))


def test_the_largest_run_keeps_the_budget() -> None:
    noise = np.random.default_rng(0).random((6, 8, 96, 64)).astype(np.float32)
    mosaic = overview(weights=noise, dark=True)
    assert len(mosaic.png) <= BUDGET
    assert mosaic.shrink > 1


def test_shrinking_keeps_the_strongest_weight() -> None:
    weights = np.zeros((1, 1, 5, 5), dtype=np.float32)
    weights[0, 0, 4, 4] = 1.0
    mosaic = overview(weights=weights, dark=False, budget=1)
    assert mosaic.shrink > 1
    assert tuple(pixels(mosaic)[-1, -1]) == rgb(shade(1.0, False))
