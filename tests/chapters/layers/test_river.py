"""The river of the page of the layers: what is drawn is the trace's, a dam is a run without it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.interventions import Intervention
from explainer.analysis.logit_lens import Lens
from explainer.chapters.layers import dams
from explainer.chapters.layers.river_view import surfaces
from explainer.charts.palette import PALETTE
from explainer.frame.params import DEFAULTS
from explainer.runs import registry, resources
from explainer.translation import Translation
from tests.apptest import Open
from tests.chapters.chapter import Chapter, sent

SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("layers", SENTENCE)


def river(at: AppTest) -> dict[str, Any]:
    return sent(at, "places")


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


def assert_same(numbers: dict[str, Any], levels: Any, right: dict[str, Any]) -> None:
    for name in ("x", "sum", "add", "cos"):
        assert numbers[name] == pytest.approx([float(v) for v in right[name]], abs=2e-4), name
    for level, top, wanted in zip(levels, right["top"], right["wanted"], strict=True):
        assert [token for token, _ in level["top"]] == [token for token, _ in top]
        assert [p for _, p in level["top"]] == pytest.approx([p for _, p in top], abs=2e-4)
        assert level["wanted"] == pytest.approx(wanted, abs=2e-4)


def test_the_river_is_the_traces(page: Open) -> None:
    at = page("ko", layers_step=3)
    data, done = river(at), translation()
    assert not at.error and not at.warning and not at.info
    assert_same(data["now"], data["lens"]["now"], expected((), 2))
    assert data["before"] is None and data["lens"]["before"] is None
    assert data["source"] == done.fed_tokens[2] and data["wanted"] == done.predicted_tokens[2]
    (mouth,) = data["mouth"]
    assert mouth["rows"][0][1] == pytest.approx(done.trace["probs"][2].max(), abs=1e-4)
    assert data["colours"]["weight"] == PALETTE["dark"]["weight"]
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
    assert_same(data["now"], data["lens"]["now"], expected(changes, 1))
    assert_same(data["before"], data["lens"]["before"], expected((), 1))
    shut = [
        f"d{place['layer'] + 1}{place['part'][0]}" for place in data["places"] if place["dammed"]
    ]
    assert shut == [code for code in written.split(".") if code[0] == "d"]
    after, before = data["mouth"]
    assert (after["kind"], before["kind"]) == ("now", "before")
    right = expected(changes, 1)["top"][-1]
    assert after["rows"][0] == [right[0][0], pytest.approx(right[0][1], abs=2e-4)]
    assert after["rows"] != before["rows"]


def test_the_encoders_river_has_no_words_but_what_is_written_next(page: Open) -> None:
    data = river(page(layers_side="encoder", layers_token=3, layers_dams="e1s"))
    done = translation()
    assert data["lens"] is None and len(data["mouth"]) == 2
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
    assert [place["dammed"] for place in river(at)["places"]].count(True) == 1


def test_where_probabilities_are_hidden_the_water_flows_without_words(page: Open) -> None:
    at = page(teach="1", teach_hide="probabilities", layers_dams="d1f")
    data = river(at)
    assert data["lens"] is None and data["mouth"] == []
    assert "%" not in json.dumps(data, ensure_ascii=False)
    assert data["before"]["sum"] != data["now"]["sum"]


def test_the_table_has_the_numbers_of_the_drawing(page: Open) -> None:
    at = page(session={"layers_river_table": True}, layers_step=2)
    table, data = at.dataframe[0].value, river(at)
    assert table["x"].tolist() == pytest.approx(data["now"]["x"], abs=1e-4)
    assert table["add"].tolist()[1:] == pytest.approx(data["now"]["add"], abs=1e-4)
    assert table["word"].tolist() == [level["top"][0][0] for level in data["lens"]["now"]]


def test_codes_name_every_sublayer_once() -> None:
    known = dams.codes({"n_encoder_layers": 2, "n_decoder_layers": 3})
    assert len(known) == len(set(known.values())) == 2 * 2 + 3 * 3
    assert known["e1s"] == ("encoder", 0, "self_attn")
    assert known["d1c"] == ("decoder", 0, "cross_attn")


def test_a_word_surfaces_where_it_comes_first_to_stay() -> None:
    def found(*best: int) -> int | None:
        ids, empty = np.array(best)[:, None, None], np.zeros((len(best), 1))
        return surfaces(Lens(ids, ids * 0.1, empty, empty, empty), 0, 7)

    assert (found(1, 2, 7, 7), found(7, 2, 7), found(7, 7, 7)) == (2, 2, 0)
    assert found(7, 2) is found(1, 7, 2) is None
