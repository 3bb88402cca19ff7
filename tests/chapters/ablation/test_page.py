"""The what-if page in both languages, on a small random model: every control does what it says."""

import json
from itertools import product
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.interventions import ATTENTION_KINDS, KINDS, OF_STACK, Intervention, edits
from explainer.chapters.ablation.bench import FORMULAS, _blank
from explainer.chapters.ablation.state import KIND, MEMORY
from explainer.chapters.ablation.switches import EVERY, Switch, switches_of, touches
from explainer.engine import Translation
from explainer.frame.formula import factor
from explainer.model.config import ModelConfig
from explainer.runs import resources
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter, cells, drawn, tables
from tests.layers.sources import for_each

SENTENCE = "어제 산 책을 오늘 다 읽었다."
CHAPTER = Chapter("ablation", SENTENCE)
EN = Text("en")


def changed_row(at: AppTest) -> dict[str, Any]:
    """The row of the change: the switch that is off, or a row of its own."""
    given = drawn(at, "before")
    off = [row for row in given["rows"] if row["id"] == given["off"]]
    (row,) = off or [given["other"]]
    return dict(row)


def written_probs(base: Translation, trace: Any) -> np.ndarray:
    return np.exp(trace["log_probs"][range(len(base.fed)), base.predicted])


def is_run_with(row: dict[str, Any], base: Translation, changes: tuple[Intervention, ...]) -> None:
    """Its probabilities, and its text or the beginning of one that found no end."""
    trace = resources.experiment("tiny", base.source.ids, base.fed, changes)
    assert row["probs"] == pytest.approx(written_probs(base, trace), abs=1e-6), changes
    said = row["text"]
    whole = resources.greedy_output("tiny", base.source.ids, changes, max_steps=60)[2]
    assert said == whole or said.endswith(" …") and whole.startswith(said.removesuffix(" …"))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("attention", Intervention("attention", "cross")),
        ("head", Intervention("head", "cross", head=0)),
        ("ffn", Intervention("ffn")),
        ("scaling", Intervention("scaling", "cross", value=0.5)),
        ("unmask", Intervention("unmask", "decoder")),
    ],
)
def test_the_bench_shows_the_changed_run(page, base, kind, change):
    at = page(ablation_kind=kind, ablation_factor="0.5")
    assert drawn(at, "before")["before"]["probs"] == pytest.approx(base.predicted_probs, abs=1e-6)
    assert (
        drawn(at, "before")["before"]["text"] == resources.greedy_output("tiny", base.source.ids)[2]
    )
    is_run_with(changed_row(at), base, (change,))


def place_of(name: str) -> Switch:
    """The part whose tensor a change passes through."""
    stack, *rest = name.split(".")
    if rest[0] == "positions":
        return Switch("positions", stack, EVERY)
    part = "ffn" if "ffn" in rest[1] else "attention"
    where = "cross" if "cross" in rest[1] else stack
    return Switch(part, where, int(rest[0]))


@for_each([*product(KINDS, ("", "encoder", "decoder", "cross"), (-1, 1))], named=str)
def test_switches_that_are_off_are_what_the_change_passes(place: tuple[str, str, int]) -> None:
    kind, stack, layer = place
    if stack == "cross" and kind not in ATTENTION_KINDS or kind == "unmask" and stack != "decoder":
        return
    config = ModelConfig(vocab_size=8, n_encoder_layers=2, n_decoder_layers=3)
    change = Intervention(kind, stack, EVERY if kind in OF_STACK else layer, 0, 1.0)
    passed = {place_of(name) for name in edits(config, (change,)) if "tokens" not in name}
    layers = {"encoder": config.n_encoder_layers, "decoder": config.n_decoder_layers}
    for switch in switches_of(layers):
        if switch.layer != EVERY or switch.kind == "positions":
            assert touches(change, switch) == (switch in passed), switch


def test_every_row_is_the_model_without_its_part(page: Open, base: Translation) -> None:
    """All parts, and each layer of the one that is off."""
    at = page()
    rows = drawn(at, "before")["rows"]
    places = [(row["kind"], row["stack"], row["layer"]) for row in rows]
    parts = {(one.kind, one.stack, one.layer) for one in switches_of({"encoder": 2, "decoder": 2})}
    layers = [("attention", "cross", 0), ("attention", "cross", 1)]
    assert sorted(places) == sorted([place for place in parts if place[2] == EVERY] + layers)
    for row, place in zip(rows, places, strict=True):
        is_run_with(row, base, (Intervention(*place),))
    told = next(t.value for t in at.text if "✗ weight" in t.value)  # the mistake, measured here
    weight = float(told.partition("✗ weight")[2].split()[0])
    assert (np.abs(base.attention("cross") - weight) < 0.006).any()
    assert cells(at)[0].max() == pytest.approx(weight, abs=0.006)


def test_a_blank_takes_every_number_and_new_text() -> None:
    new = {"text": "new", "probs": [0.25]}
    data = {"before": {"text": "as it was", "probs": [0.75]}, "rows": [new], "other": new}
    sent = json.dumps(_blank(data, None))
    assert "as it was" in sent
    assert not any(told in sent for told in ("0.75", "0.25", '"new"'))


def test_where_layer_and_head_are_those_chosen(page: Open, base: Translation) -> None:
    where = {"kind": "head", "stack": "encoder", "layer": 2, "head": 3}
    at = page(**{f"ablation_{name}": value for name, value in where.items()})
    is_run_with(changed_row(at), base, (Intervention("head", "encoder", 1, 2),))


def test_heads_are_ranked_by_what_the_output_loses(page: Open, base: Translation) -> None:
    def lost(kind: str, layer: int, head: int) -> float:
        off = (Intervention("head", kind, layer, head),)
        trace = resources.experiment("tiny", base.source.ids, base.fed, off)
        return float(np.log(written_probs(base, trace) / base.predicted_probs).sum())

    at = page("heads")
    layers = [(kind, layer) for kind in ("encoder", "decoder", "cross") for layer in range(2)]
    sums = np.array([[lost(*layer, head) for head in range(4)] for layer in layers])
    assert cells(at) == pytest.approx(sums, abs=1e-4)
    tokens, ranked = (tables(at, chart)["bars"]["v"] for chart in range(2))
    assert ranked == pytest.approx(np.sort(sums, axis=None)[: len(ranked)], abs=1e-4)
    assert sum(tokens) == pytest.approx(sums.min(), abs=1e-4)


def test_readings_and_their_agreement(page: Open, base: Translation) -> None:
    at = page("readings", session={"ablation_agree": True}, layer=1, head=2)
    assert np.allclose(cells(at), base.attention("cross")[0, 1], atol=1e-6)
    assert np.nansum(cells(at, 1), axis=1) == pytest.approx(1, abs=1e-5)
    assert any("✓" in c.value for c in at.caption)
    table = at.dataframe[1].value
    numbers = table.iloc[:, 1:].to_numpy(dtype=float)
    assert np.diag(numbers)[:3] == pytest.approx(1)
    assert np.allclose(numbers, numbers.T, equal_nan=True)


def test_every_kind_has_a_name_and_a_formula() -> None:
    assert set(KIND.names(EN)) == set(FORMULAS) == {*KINDS, MEMORY}


def test_factors_are_written_as_people_write_them() -> None:
    found = [factor(change) for change in (0.0, 0.01, -2.0, -33.9, 9.3)]
    assert found == ["1", "1.010", "0.14", "1.9 × 10⁻¹⁵", "1.1 × 10⁴"]
