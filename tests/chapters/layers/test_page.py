"""The page of the layers with a small random model: every view, both languages, its numbers."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.analysis.interventions import Intervention
from explainer.analysis.residual import stream
from explainer.data.samples import samples
from explainer.frame.params import DEFAULTS
from explainer.model.store import load_checkpoint
from explainer.runs import registry, resources
from explainer.runs.resources import Ids
from explainer.text import LANGUAGES, Text
from explainer.text.numbers import decimal
from explainer.tokenizer import BOS
from explainer.translation import Translation
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter

SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("layers", SENTENCE)
TRAINED = {"layers_trained": True}
VIEWS = ("river", "norm", "lens", "stack", "stream", "place", "ffn", "gradient")


@pytest.fixture
def copied(
    page: Open, tiny_model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder whose models a test may change."""
    shutil.copytree(tiny_model_folder, tmp_path / "tiny")
    use_models(tmp_path, monkeypatch)
    return tmp_path


def translation() -> Translation:
    return resources.translate(resources.Request("tiny", SENTENCE, DEFAULTS.options()))


def frames(at: AppTest, index: int) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    proto = at.get("vega_lite_chart")[index].proto
    sent = {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pylist() for d in proto.datasets}
    return json.loads(proto.spec), sent


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_opens_finished(page: Open, view: str, lang: str) -> None:
    at = page(view, lang, session={"layers_scale": True})  # which holds the check of its view
    text = Text(lang)
    assert not at.error and not at.warning and not at.info
    protos = [e.proto for e in at.get("vega_lite_chart")]
    assert (protos or view == "river") and all(proto.alt for proto in protos)
    assert sum(len(p.spec) + sum(len(d.data.data) for d in p.datasets) for p in protos) < 150_000
    headings = [h.value for h in at.subheader]
    for name in ("chapter.formula", "chapter.shapes", "chapter.code", "chapter.tasks"):
        assert text(name) in headings
    assert f"✗ {text('chapter.mistake')}" in headings
    checks = [c.value for c in at.caption if c.value.startswith("✓")]
    assert len(checks) == (0 if view == "place" else 1)
    assert at.latex


def test_no_piece_is_written_as_markup(page: Open) -> None:
    for view in ("river", "stream", "ffn", "lens"):
        at = page(view)
        written = [e.value for e in (*at.markdown, *at.caption, *at.subheader, *at.latex)]
        assert not [w for w in written if "▁" in w]


def test_without_a_translation_there_is_a_sentence(page: Open) -> None:
    at = page(empty=True)
    assert at.info[0].value == Text("en")("chapter.no_translation")


def test_the_drawing_has_every_box_and_a_link_opens_one(page: Open) -> None:
    at = page("stack", layers_box="decoder.ffn")
    spec, sent = frames(at, 0)
    ids = [row["id"] for row in sent["boxes"]]
    assert len(set(ids)) == len(ids) == 2 + 4 + 1 + 2 + 6 + 2
    assert [row["id"] for row in sent["boxes"] if row["chosen"]] == ["decoder.ffn"]
    assert [param["name"] for param in spec["params"]] == ["box"]
    tops = {row["id"]: row["y2"] for row in sent["boxes"]}
    order = [
        "decoder.self_attn",
        "decoder.add1",
        "decoder.cross_attn",
        "decoder.add2",
        "decoder.ffn",
        "decoder.add3",
        "linear",
        "softmax",
    ]
    assert [tops[name] for name in order] == sorted(tops[name] for name in order)
    formula = " ".join(m.value for m in at.latex)
    assert "2 \\cdot 32 \\cdot 64 + 64 + 32 = 4{,}192" in formula
    assert any(b.key == "layers_to_ffn" for b in at.button)


def test_the_squares_are_to_scale(page: Open) -> None:
    _, sent = frames(page("stack", session={"layers_scale": True}), 1)
    areas: dict[float, float] = {}
    for row in sent["parts"]:
        area = (row["x2"] - row["x"]) * (row["y2"] - row["y"])
        areas[row["x"]] = areas.get(row["x"], 0.0) + area
    own, base, big = (areas[left] for left in sorted(areas))
    counted = registry.usable()["tiny"].card["parameters"]
    assert big == pytest.approx(1.0)
    assert own / base == pytest.approx(counted / 63_082_496, rel=1e-6)


def test_a_button_opens_another_view(page: Open) -> None:
    at = page("stack", layers_box="encoder.ffn")
    at.button(key="layers_to_ffn").click().run()
    assert Text("en")("layers.units") in [h.value for h in at.subheader]


def test_the_stream_is_the_traces(page: Open) -> None:
    at = page("stream", layers_stack="decoder", layers_piece=2)
    found = stream(translation().trace, "decoder", "post")
    _, sent = frames(at, 0)
    drawn = {(row["s"], row["x"]): row for row in sent["lines"]}
    norms = np.linalg.norm(found.states, axis=-1)
    assert [drawn[1, n]["y"] for n in range(len(norms))] == pytest.approx(norms[:, 1].tolist())
    assert {s for (s, _), row in drawn.items() if row["strong"]} == {1, norms.shape[1]}


def lost_without(source: Ids, target: Ids, kind: str, stack: str, layer: int) -> float:
    """By a traced run under an intervention: not the way in which the page computes it."""
    model = registry.model_of("tiny")
    both = []
    for changes in ((), (Intervention(kind, stack, layer),)):
        log_probs = model.run(source, (BOS, *target[:-1]), changes)["log_probs"]
        both.append(sum(float(log_probs[at, piece]) for at, piece in enumerate(target)))
    return both[0] - both[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sublayers_left_out_cost_what_interventions_cost(page: Open, lang: str) -> None:
    assert len(page("stream", lang).get("vega_lite_chart")) == 1
    opened = {"layers_turn": True, "layers_dropped": True}
    at = page("stream", lang, session=opened, layers_stack="decoder")
    (_, one), (_, two) = frames(at, 2), frames(at, 3)
    found, sizes = translation(), registry.usable()["tiny"].card["model"]
    ways = [("attention", "encoder"), ("ffn", "encoder")] * sizes["n_encoder_layers"]
    ways += [("attention", "decoder"), ("attention", "cross"), ("ffn", "decoder")] * sizes[
        "n_decoder_layers"
    ]
    bars = {row["i"]: row["v"] for row in one["bars"] if row["v"] is not None}
    assert len(bars) == len(one["marks"]) == len(ways)
    length = len(found.predicted)
    for n, (kind, stack) in enumerate(ways):
        before = ways[:n].count((kind, stack))  # layers of the stack below
        expected = lost_without(found.source.ids, found.predicted, kind, stack, before) / length
        assert bars[n] == pytest.approx(expected, abs=1e-4)
    rows = []
    for sample in samples("ko")[:8]:
        ids = registry.model_of("tiny").tokenizer.encode(sample.text).ids
        rows.append((ids, resources.greedy_output("tiny", ids)[0]))
    total = sum(lost_without(ids, written, "attention", "encoder", 0) for ids, written in rows)
    usual = total / sum(len(written) for _, written in rows)
    assert one["marks"][0]["v"] == pytest.approx(usual, abs=1e-4)
    pairs = len(ways) * (len(ways) - 1) // 2
    dots = two["points"]
    assert len(dots) == pairs
    assert dots[0]["x"] == pytest.approx(bars[0] + bars[1], abs=1e-5)
    text = Text(lang)
    assert any(f"= {2 ** (3 * sizes['n_decoder_layers'])}" in latex.value for latex in at.latex)
    assert any(c.value == text("layers.dropped_post") for c in at.caption)


def test_the_norm_formula_holds_the_models_number(page: Open) -> None:
    at = page("norm", layers_layer=1, layers_piece=2, layers_channel=5)
    after = float(translation().trace["encoder.0.add2.norm"][1, 4])
    last = at.latex[-1].value.rsplit("=", 1)[1]
    shown = float(re.findall(r"-?\d+\.\d+", last)[0])
    assert shown == pytest.approx(after, abs=0.006)
    rules = at.dataframe[0].value
    assert rules["count"].tolist() == [65, 128, 64]


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_batch_norm_keeps_what_torch_keeps(page: Open, stack: str) -> None:
    """Every sample sentence by itself, not in a padded batch, through torch.nn.BatchNorm1d."""
    assert len(page("norm", layers_stack=stack).get("vega_lite_chart")) == 3
    opened = {"layers_axes": True, "layers_running": True}
    at = page("norm", session=opened, layers_stack=stack, layers_channel="3")
    model = registry.model_of("tiny")
    name = f"{stack}.1.add{2 if stack == 'encoder' else 3}.sum"
    sources = [model.tokenizer.encode(sample.text).ids for sample in samples("ko")]
    written = [resources.greedy_output("tiny", ids)[0] for ids in sources]
    fed = [(BOS,) if stack == "encoder" else (BOS, *ids[:-1]) for ids in written]
    batches = [model.run(*row)[name] for row in zip(sources, fed, strict=True)]
    batches = [batch.astype(np.float64) for batch in batches if len(batch) > 1]
    twin = torch.nn.BatchNorm1d(batches[0].shape[1], affine=False, dtype=torch.float64)
    kept = [0.0]
    for batch in batches:
        twin(torch.tensor(batch))
        kept.append(float(twin.state_dict()["running_mean"][2]))
    charts = [frames(at, index)[1] for index in (4, 5)]
    assert [row["y"] for row in charts[0]["lines"]] == pytest.approx(kept, abs=1e-4)
    means = [batch[:, 2].mean() for batch in batches]
    assert [row["y"] for row in charts[0]["points"]] == pytest.approx(means, abs=1e-4)
    assert [row["x"] for row in charts[1]["points"]] == [len(batch) for batch in batches]
    own = translation().trace[name].astype(np.float64)
    trained = torch.nn.BatchNorm1d(own.shape[1], affine=False, dtype=torch.float64)
    used = float(twin.eval()(torch.tensor(own))[1, 2])
    along = float(torch.nn.functional.layer_norm(torch.tensor(own), own.shape[1:])[1, 2])
    said = Text("en")(
        "layers.running_use",
        channel=3,
        train=decimal(float(trained(torch.tensor(own))[1, 2])),
        use=decimal(used),
        layer=decimal(along),
    )
    assert said in [m.value for m in at.markdown]
    longest, all_of_them = max(map(len, batches)), np.concatenate(batches)
    padding = 1 - len(all_of_them) / (len(sources) * longest)
    (line,) = (m.value for m in at.markdown if "padded batch" in m.value)
    assert f"{padding:.0%}" in line and decimal(all_of_them[:, 2].mean()) in line


def test_the_unit_is_the_one_that_fires_most(page: Open) -> None:
    at = page("ffn", layers_layer=2, layers_piece=2)
    act = translation().trace["encoder.1.ffn.act"][1]
    assert f"pre_{{{int(act.argmax()) + 1}}}" in at.latex[0].value
    _, sent = frames(at, 0)
    shown = [row["v"] for row in sent["bars"]]
    assert shown == pytest.approx(sorted(act.tolist(), reverse=True)[: len(shown)])
    assert len(shown) >= np.count_nonzero(act)
    same = Text("en")("layers.mistake_ffn_same", difference="0")
    assert same in [t.value for t in at.text]


def test_gradients_open_on_the_stack_where_they_vanish(page: Open) -> None:
    at, text = page("gradient", "en"), Text("en")
    assert at.button_group(key="layers_gradient_stack").value == "decoder"
    said = text("layers.gradient_encoder")
    assert said not in [one.value for one in at.caption]
    at = page("gradient", "en", layers_gradient_stack="encoder")
    assert said in [one.value for one in at.caption]


def test_shapes_of_w1_and_w2_fit_the_formula(page: Open) -> None:
    """x W1: a row times a matrix, whatever way round torch keeps it."""
    at = page("ffn")
    width = translation().trace["encoder.0.ffn.out"].shape[-1]
    inner = translation().trace["encoder.0.ffn.act"].shape[-1]
    lines = next(code.value for code in at.code if "W1" in code.value)
    assert re.search(rf"W1\s+\(d_model, d_ff\) = \({width}, {inner}\)", lines)
    assert re.search(rf"W2\s+\(d_ff, d_model\) = \({inner}, {width}\)", lines)


def test_gradients_leave_nothing_on_the_shared_model(page: Open) -> None:
    page("gradient")
    entry = registry.usable()["tiny"]
    with resources.permit():
        model = registry.translator("tiny", entry.version).model
    assert all(p.grad is None and not p.requires_grad for p in model.parameters())


def test_the_lens_ends_with_the_models_probabilities(page: Open) -> None:
    at = page("lens", layers_finely="1", layers_step=1)
    done = translation()
    spec, sent = frames(at, 0)
    steps = len(done.predicted)
    top_row = [row["v"] for row in sent["cells"] if row["q"] == 0]
    assert top_row == pytest.approx(done.predicted_probs.tolist(), abs=1e-6)
    assert len(sent["cells"]) == steps * (1 + 3 * 2)
    words = [row["word"] for row in sent["cells"] if row["q"] == 0]
    assert words == [pieces[0] for pieces in done.top_pieces]


@pytest.mark.parametrize("name", ["layers_box", "layers_piece", "layers_layer", "layers_view"])
def test_a_broken_address_is_named_and_ignored(page: Open, name: str) -> None:
    at = page("norm" if name in ("layers_piece", "layers_layer") else "stack", **{name: "<b>9"})
    assert name in at.info[0].value
    assert at.get("vega_lite_chart") or at.get("bidi_component")


@pytest.mark.parametrize("view", VIEWS)
def test_a_pre_norm_model_has_the_page_too(page: Open, copied: Path, view: str) -> None:
    """The same weights read as pre-norm, with the last norms such a model has."""
    from explainer.model import ModelConfig, Transformer
    from explainer.model.store import save_checkpoint

    kept = load_checkpoint(copied / "tiny")
    config = ModelConfig.from_dict({**kept.card["model"], "norm": "pre"})
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = Transformer(config)
    card = {**kept.card, "parameters": model.n_parameters()}
    save_checkpoint(copied / "tiny", config, model.state_dict(), kept.tokenizer, card)
    at = page(view)
    assert not at.error
    if view == "stack":
        assert "encoder.last" in [row["id"] for row in frames(at, 0)[1]["boxes"]]


def test_a_twin_with_the_other_norm_is_drawn_beside(page: Open, copied: Path) -> None:
    from explainer.model import ModelConfig, Transformer
    from explainer.model.store import save_checkpoint

    alone = len({row["s"] for row in frames(page("place", session=TRAINED), 1)[1]["lines"]})
    kept = load_checkpoint(copied / "tiny")
    config = ModelConfig.from_dict({**kept.card["model"], "norm": "pre"})
    model = Transformer(config)
    save_checkpoint(copied / "tiny-pre", config, model.state_dict(), kept.tokenizer, kept.card)
    at = page("place", session=TRAINED)
    assert (alone, len({row["s"] for row in frames(at, 1)[1]["lines"]})) == (1, 2)
    assert Text("en")("layers.twin") in [c.value for c in at.caption]
