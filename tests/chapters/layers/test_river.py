"""The river of the page of the layers: what is drawn is the trace's, a dam is a run without it."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.analysis.interventions import Intervention
from explainer.chapters.layers import dams
from explainer.frame.params import DEFAULTS
from explainer.runs import registry, resources
from explainer.translation import Translation
from tests.apptest import Open
from tests.chapters.chapter import Chapter, drawn

SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("layers", SENTENCE)


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


def test_codes_name_every_sublayer_once() -> None:
    known = dams.codes({"n_encoder_layers": 2, "n_decoder_layers": 3})
    assert len(known) == len(set(known.values())) == 2 * 2 + 3 * 3
    assert known["e1s"] == ("encoder", 0, "self_attn")
    assert known["d1c"] == ("decoder", 0, "cross_attn")
    assert dams.trace_name(known["d1c"]) == "decoder.0.cross_attn"


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
