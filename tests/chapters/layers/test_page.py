"""The page and the figures of the layers: every view, both languages, its numbers."""

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer import installed
from explainer.analysis.gradients import fresh_gradients
from explainer.analysis.interventions import Intervention
from explainer.chapters.layers import dams
from explainer.charts.bar_layers import NAMES
from explainer.charts.lookup import strip
from explainer.charts.marks import Rule
from explainer.frame.params import DEFAULTS
from explainer.model import ModelConfig
from explainer.model.store import load_checkpoint, save_checkpoint
from explainer.runs import gate, registry, resources
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, drawn, rows, said, tables
from tests.charts.vega_lite import column
from tests.conftest import random_model

SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("layers", SENTENCE)


def test_the_norm_formula_holds_the_models_number(page: Open, base: Translation) -> None:
    at = page("norm", layers_layer=1, layers_token=2, layers_channel=5)
    after = float(base.trace["encoder.0.add2.norm"][1, 4])
    last = latex_of(at)[3].rsplit(r"\approx", 1)[1]
    shown = float(re.findall(r"-?\d+\.\d+", last)[0])
    assert shown == pytest.approx(after, abs=0.006)
    at = page("norm", session={"layers_axes": True})
    rules = at.dataframe[1].value
    assert rules["count"].tolist() == [65, 128, 64]


def test_gradients_are_those_of_models_with_and_without_residuals(page: Open) -> None:
    lines = rows(page("norm", layers_depth="3"), 3, "lines")
    found = [fresh_gradients(*way).decoder for way in (("post", 3), ("pre", 3), ("post", 3, False))]
    drawn = [[row["y"] for row in lines if row["s"] == s] for s in range(3)]
    for values, expected in zip(drawn, found, strict=True):
        assert values == pytest.approx(np.maximum(expected, 1e-16).tolist())
    with gate.permit():  # and nothing of them is left on the shared model
        model = registry.translator("tiny", installed.usable()["tiny"].version).model
    assert all(p.grad is None and not p.requires_grad for p in model.parameters())


def test_the_unit_is_the_one_that_fires_most(page: Open, base: Translation) -> None:
    at = page("ffn", layers_layer=2, layers_token=2)
    act = base.trace["encoder.1.ffn.act"][1]
    assert f"pre_{{{int(act.argmax()) + 1}}}" in latex_of(at)[0]
    shown = tables(at)["bars"]["v"]
    assert shown == pytest.approx(sorted(act.tolist(), reverse=True)[: len(shown)])
    assert len(shown) >= np.count_nonzero(act)
    unit = base.trace["encoder.1.ffn.act"][:, act.argmax()]
    cells = tables(at, 1)["cells"]
    assert cells["v"] == pytest.approx((unit / unit.max()).tolist())
    assert cells["word"][1] == percent(unit[1] / unit.max(), 0)
    assert [n for n, framed in enumerate(cells["framed"]) if framed] == [1]
    same = Text("en")("layers.mistake_ffn_same", difference="0")
    assert any(same in t.value for t in at.text)


def test_shapes_of_w1_and_w2_fit_the_formula(page: Open, base: Translation) -> None:
    """x W1: a row times a matrix, whatever way round torch keeps it."""
    at = page("ffn")
    width = base.trace["encoder.0.ffn.out"].shape[-1]
    inner = base.trace["encoder.0.ffn.act"].shape[-1]
    lines = next(told for told in said(at) if "W1  " in told)
    assert re.search(rf"W1\s+\(d_model, d_ff\) = \({width}, {inner}\)", lines)
    assert re.search(rf"W2\s+\(d_ff, d_model\) = \({inner}, {width}\)", lines)


def test_a_pre_norm_model_has_the_page_too(page, tiny_model_folder, tmp_path, monkeypatch):
    """With the last norms such a model has."""
    kept = load_checkpoint(tiny_model_folder)
    config = ModelConfig.from_dict({**kept.card["model"], "norm": "pre"})
    model = random_model(config, 1)
    card = {**kept.card, "parameters": model.n_parameters()}
    save_checkpoint(tmp_path / "tiny", config, model.state_dict(), kept.tokenizer, card)
    use_models(tmp_path, monkeypatch)
    for view in ("river", "norm", "ffn"):
        assert not page(view).error


STRIP: dict[str, Any] = {"colour": "target", "label_title": "i", "value_title": "v"}


def test_a_strip_is_the_vector() -> None:
    values = np.array([0.5, -1.0, 2.0])
    level = [Rule(0.5, "m")]
    drawn = strip(values=values, numbers=[3, 1, 2], dark=True, levels=level, chosen=1, **STRIP)
    assert column(drawn, "bars", "v") == values.tolist()
    assert column(drawn, NAMES, "label") == ["3", "1", "2"]
    assert column(drawn, "levels", "rule") == ["m"]
    one, chosen, two = column(drawn, "bars", "tone")
    assert one == two != chosen
    with pytest.raises(ValueError, match="labels"):
        strip(values=values, numbers=[1, 2], dark=True, **STRIP)


def river(at: AppTest) -> dict[str, Any]:
    return drawn(at, "places")


def translation() -> Translation:
    return resources.translate(resources.Request("tiny", SENTENCE, DEFAULTS.options()))


def expected(changes: Sequence[Intervention], step: int) -> dict[str, Any]:
    """From a traced run, in float64, without any of the code that the page reads it with."""
    done, model = translation(), registry.model_of("tiny")
    trace = model.run(done.source.ids, done.fed, changes)
    read = {name: value.astype(float) for name, value in trace.items() if value.dtype != bool}
    x = [read["decoder.embed"][step]]
    found: dict[str, Any] = {"x": [np.linalg.norm(x[0])], "sum": [], "add": [], "cos": []}
    found |= {"top": [], "wanted": []}
    while f"decoder.{(len(x) - 1) // 3}.add1.sum" in read:
        layer, number = divmod(len(x) - 1, 3)
        part = ("self_attn", "cross_attn", "ffn")[number]
        added = read[f"decoder.{layer}.{part}.out"][step]
        total = x[-1] + added
        length = np.linalg.norm(x[-1]) * np.linalg.norm(added)
        found["cos"].append(x[-1] @ added / length if length else 0.0)
        found["add"].append(np.linalg.norm(added))
        found["sum"].append(np.linalg.norm(total))
        x.append(read[f"decoder.{layer}.add{number + 1}.norm"][step])
        found["x"].append(np.linalg.norm(x[-1]))
    for state in x:
        logits = model.matrix.astype(float) @ state
        probs = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
        best = np.argsort(-probs)[:3].tolist()
        found["top"].append([*zip(model.tokens(best), probs[best].tolist(), strict=True)])
        found["wanted"].append(probs[done.predicted[step]])
    return found


def assert_same(flow: dict[str, Any], right: dict[str, Any]) -> None:
    for name in ("x", "sum", "add", "cos", "wanted"):
        assert flow[name] == pytest.approx([float(v) for v in right[name]], abs=2e-4), name
    for found, top in zip(flow["top"], right["top"], strict=True):
        assert [token for token, _ in found] == [token for token, _ in top]
        assert [p for _, p in found] == pytest.approx([p for _, p in top], abs=2e-4)
    assert flow["next"][:3] == flow["top"][-1]


def test_the_river_is_the_traces(page: Open) -> None:
    data, done = river(at := page("ko", layers_step=3)), translation()
    assert not at.error and not at.warning and not at.info
    assert_same(data["now"], expected((), 2))
    assert data["before"] is None and data["dams"] == []
    assert data["source"] == done.fed_tokens[2] and data["wanted"] == done.predicted_tokens[2]
    assert data["now"]["next"][0][1] == pytest.approx(done.trace["probs"][2].max(), abs=1e-4)
    assert {f"{name}.out" for name in data["places"][1:]} <= done.trace.keys()
    assert data["places"][0] in done.trace
    assert len(json.dumps(data)) < 12_000


@pytest.mark.parametrize(
    ("written", "changes"),
    [
        ("d2c", [Intervention("attention", "cross", 1)]),
        ("d1s", [Intervention("attention", "decoder", 0)]),
        ("d1f.e2s", [Intervention("ffn", "decoder", 0), Intervention("attention", "encoder", 1)]),
        ("e1f", [Intervention("ffn", "encoder", 0)]),
    ],
)
def test_a_dam_is_a_run_without_it(page: Open, written: str, changes: list[Intervention]) -> None:
    data = river(page(layers_dams=written, layers_step=2))
    assert_same(data["now"], expected(changes, 1))
    assert_same(data["before"], expected((), 1))
    codes = dams.codes({"n_encoder_layers": 2, "n_decoder_layers": 2})
    assert {*data["dams"]} == {dams.trace_name(codes[code]) for code in written.split(".")}
    assert data["now"]["next"] != data["before"]["next"]


def test_the_encoders_river_has_no_words_but_what_is_written_next(page: Open) -> None:
    data = river(page(layers_side="encoder", layers_token=3, layers_dams="e1s"))
    done = translation()
    assert data["now"]["top"] is data["before"]["top"] is None
    assert len(data["now"]["next"]) == len(data["before"]["next"]) == 4
    norms = [np.linalg.norm(done.trace["encoder.embed"][2].astype(float))]
    for layer in range(2):
        for number in (1, 2):
            norms.append(np.linalg.norm(done.trace[f"encoder.{layer}.add{number}.norm"][2]))
    assert data["before"]["x"] == pytest.approx(norms, abs=2e-4)
    assert data["now"]["add"][0] == 0 and data["source"] == done.source.tokens[2]


def test_a_pressed_tributary_is_dammed_and_all_are_opened(page: Open) -> None:
    at = page(layers_dams="d1f")
    assert at.query_params["layers_dams"] in ("d1f", ["d1f"])
    assert at.session_state[dams.NAME] == "d1f"
    at.button(key="layers_open_all").click().run()
    assert "layers_dams" not in at.query_params and river(at)["before"] is None
    assert at.button(key="layers_open_all").disabled
    at = page(layers_dams="d1f.d9c.<b>")  # what the model has not is named and left out
    assert dams.NAME in at.info[0].value
    assert at.query_params["layers_dams"] in ("d1f", ["d1f"])
    assert river(at)["dams"] == ["decoder.0.ffn"]


def test_where_probabilities_are_hidden_the_water_flows_without_words(page: Open) -> None:
    at = page(teach="1", teach_hide="probabilities", layers_dams="d1f")
    data = river(at)
    assert data["now"]["top"] is data["now"]["next"] is None and data["now"]["wanted"] == []
    assert "%" not in json.dumps(data, ensure_ascii=False)
    assert data["before"]["sum"] != data["now"]["sum"]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (["decoder.1.ffn", "encoder.0.self_attn", "decoder.9.ffn", 3, ["x"]], "e1s.d2f"),
        ([], ""),
        ("decoder.1.ffn", "d1c"),
        (None, "d1c"),
        ({"decoder.1.ffn": 1}, "d1c"),
    ],
)
def test_a_browser_may_send_anything(sent, kept, monkeypatch):
    state = {dams.NAME: "d1c"}
    monkeypatch.setattr(st, "session_state", state)
    dams.set_dams({"n_encoder_layers": 2, "n_decoder_layers": 2}, {"dams": sent})
    assert state[dams.NAME] == kept
