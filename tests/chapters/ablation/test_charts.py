"""The charts of the what-if page hold the numbers they were given and meet Vega-Lite's schema."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.ablation.chart_before_after import before_after
from explainer.chapters.ablation.chart_shares import signed_bars, stacked_shares
from explainer.chapters.ablation.chart_signed_map import signed_map
from tests.charts.vega_lite import check

PIECES = ("▁a", "▁b", "▁a")
BEFORE, AFTER = np.array([0.9, 0.5, 0.1]), np.array([0.2, 0.6, 0.1])
PARTS = np.array([[1.0, 2, -3, 0.5], [0, 1, 0, -2], [4, 4, 4, 4]])


def pair(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "before": BEFORE,
        "after": AFTER,
        "piece_title": "piece",
        "value_title": "p",
        "names": ("b", "a"),
        "dark": dark,
    }
    return before_after(**{**values, **changed})


def stacked(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "values": PARTS,
        "group_names": ("s", "p", "f", "c"),
        "piece_title": "piece",
        "value_title": "logit",
        "total_title": "sum",
        "dark": dark,
    }
    return stacked_shares(**{**values, **changed})


def bars(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "labels": PIECES,
        "values": PARTS[0, :3],
        "tones": ("source", "target", "primary"),
        "label_title": "part",
        "value_title": "logit",
        "dark": dark,
    }
    return signed_bars(**{**values, **changed})


def signed(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "values": PARTS,
        "row_labels": PIECES,
        "key_labels": tuple("wxyz"),
        "row_title": "",
        "key_title": "k",
        "value_title": "v",
        "dark": dark,
        "selected": (1, 2),
    }
    return signed_map(**{**values, **changed})


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("draw", [pair, stacked, bars, signed])
def test_vega_lite_knows_every_part(draw: Any, dark: bool) -> None:
    spec = draw(dark)
    plain = {**spec, "datasets": {name: [] for name in spec["datasets"]}}
    check(plain)


def test_layers_that_share_a_side_agree_on_having_no_axis() -> None:
    """Vega-Lite cannot merge an axis that is None with one that was not spoken of: it fails."""
    for spec in (pair(), bars()):
        for side in "xy":
            named = [e[side] for e in (layer["encoding"] for layer in spec["layer"]) if side in e]
            assert len({encoding.get("axis", "none said") is None for encoding in named}) == 1


def test_both_bars_of_every_piece() -> None:
    rows = pair()["datasets"]["rows"].to_pandas().pivot(index="t", columns="side", values="p")
    assert rows[0].to_numpy() == pytest.approx(BEFORE)
    assert rows[1].to_numpy() == pytest.approx(AFTER)


def test_numbers_are_printed_while_there_is_room() -> None:
    many: dict[str, Any] = {
        "pieces": PIECES * 9,
        "before": np.tile(BEFORE, 9),
        "after": np.tile(AFTER, 9),
    }
    assert (len(pair()["layer"]), len(pair(**many)["layer"])) == (2, 1)
    wide: dict[str, Any] = {"values": np.ones((3, 30)), "key_labels": ["k"] * 30}
    assert (len(signed()["layer"]), len(signed(**wide)["layer"])) == (2, 1)


def test_stacked_parts_and_their_sum() -> None:
    data = stacked()["datasets"]
    parts = data["parts"].to_pandas().pivot(index="t", columns="g", values="v").to_numpy()
    assert parts == pytest.approx(PARTS)
    assert data["totals"]["v"].to_numpy() == pytest.approx(PARTS.sum(axis=1))


def test_bars_and_map_hold_the_values() -> None:
    assert bars()["datasets"]["bars"]["v"].to_numpy() == pytest.approx(PARTS[0, :3])
    cells = signed()["datasets"]["cells"].to_pandas()
    assert PARTS[cells["q"], cells["k"]] == pytest.approx(cells["w"])
    colour = signed()["layer"][0]["encoding"]["color"]
    assert colour["scale"]["domain"] == [-4, 4] and colour["legend"]["values"] == [-4, 0, 4]
    assert signed()["params"][0]["value"] == [{"q": 1, "k": 2}]
    assert signed(values=np.zeros((3, 4)))["layer"][0]["encoding"]["color"]["scale"]["domain"] == [
        -1,
        1,
    ]


@pytest.mark.parametrize(
    ("draw", "wrong"),
    [
        (pair, {"before": BEFORE[:2]}),
        (stacked, {"values": PARTS[:, :3]}),
        (bars, {"tones": ("source",)}),
        (signed, {"row_labels": PIECES[:2]}),
    ],
)
def test_labels_that_do_not_fit_are_refused(draw: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        draw(**wrong)
