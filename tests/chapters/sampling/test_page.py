"""The sampling page in both languages, on a small random model: filters need no forward pass."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.chapters.sampling.mistake import NUMBERED
from explainer.chapters.sampling.runs import greedy, moment, pieces, samples
from explainer.chapters.sampling.state import SAMPLES, Filters, obey_click
from explainer.decoding import FORBIDDEN, DecodeOptions, SampleStep
from explainer.engine import Translation, Translator
from explainer.frame.params import DEFAULTS, MAX_SEED
from explainer.runs import gate, resources
from explainer.runs.resources import Request
from explainer.text import LANGUAGES, Text
from explainer.text.numbers import percent
from tests.apptest import Open, visit
from tests.chapters.chapter import Chapter

SENTENCE = "어제 산 책을 오늘 다 읽었다."
CHAPTER = Chapter("sampling", SENTENCE, prefix="sampling_")
SAMPLE = replace(DEFAULTS, method="sample", temperature=0.7, top_k=5, seed=3).options()
EN = Text("en")
CHARTS = ("steps", "bars", "tail", "grid", "mistake")  # from top to bottom
FOLDED = {"bars", "tail"}
OPEN = {"sampling_bars_open": True}  # the fold they are in


@pytest.fixture
def base(page: Open) -> Translation:
    return resources.translate(Request("tiny", SENTENCE, DEFAULTS.options()))


def frames(at: AppTest, name: str) -> dict[str, pd.DataFrame]:
    is_open = "sampling_bars_open" in at.session_state and at.session_state["sampling_bars_open"]
    charts = [one for one in CHARTS if is_open or one not in FOLDED]
    proto = at.get("vega_lite_chart")[charts.index(name)].proto
    return {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pandas() for d in proto.datasets}


def line_of(at: AppTest) -> dict[str, Any]:
    """What the drawing of the lottery was given."""
    found: dict[str, Any] = json.loads(at.get("bidi_component")[0].proto.json)
    return found


def table(at: AppTest) -> pd.DataFrame:
    return at.dataframe[0].value


def stored(base: Translation, step: int) -> np.ndarray:
    """Log-probabilities of a step of the greedy output, from a pass of its own."""
    path = greedy(base)
    trace = resources.experiment("tiny", base.source.ids, (2, *path.ids[:-1]))
    logits = trace["logits"][step].astype(np.float64)
    found: np.ndarray = logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_opens_finished(page: Open, lang: str) -> None:
    at = page(lang)
    assert len(at.get("vega_lite_chart")) == len(CHARTS) - len(FOLDED)
    at = page(lang, session=OPEN)
    assert not at.error and not at.warning and not at.info
    text = Text(lang)
    titles = [heading.value for heading in at.subheader]
    for key in ("chapter.formula", "chapter.shapes", "chapter.code", "chapter.tasks"):
        assert text(key) in titles
    assert f"✗ {text('chapter.mistake')}" in titles
    charts = [e.proto for e in at.get("vega_lite_chart")]
    assert len(charts) == len(CHARTS) and all(proto.alt.strip() for proto in charts)
    assert all(shown.proto.alt for shown in at.dataframe)


def test_without_a_translation_the_page_says_so(page: Open) -> None:
    assert EN("chapter.no_translation") in [i.value for i in page(empty=True).info]


def test_bars_are_the_tempered_and_filtered_distribution(page: Open, base: Translation) -> None:
    """Against probabilities worked out in float64 from the logits of a teacher-forced pass."""
    at = page(temperature=1.6, k=9, p=0.85, step=4, session=OPEN)
    log_probs = stored(base, 3)
    warm = np.exp(log_probs / 1.6)
    warm[list(FORBIDDEN)] = 0
    warm /= warm.sum()
    order = np.argsort(-warm, kind="stable")
    before = np.cumsum(warm[order]) - warm[order]
    kept = order[(np.arange(len(order)) < 9) & (before < 0.85)]
    rows = frames(at, "bars")["bars"].pivot(index="i", columns="s", values="v")
    assert rows[0].to_numpy()[:12] == pytest.approx(np.exp(log_probs[order[:12]]), abs=1e-6)
    after = warm[order[:12]] / warm[kept].sum()
    after[len(kept) :] = 0
    assert rows[1].to_numpy()[:12] == pytest.approx(after, abs=1e-6)
    assert rows[0].sum() == pytest.approx(1, abs=1e-5) == rows[1].sum()
    words = frames(at, "bars")["notes"]["note"].tolist()
    assert [("✗" in word) for word in words[:12]] == [i >= len(kept) for i in range(12)]
    tail = frames(at, "tail")["lines"]
    assert tail[tail.s == 0]["x"].max() == len(kept)
    cut = 1 - warm[kept].sum()
    assert any(f"probability cut **{cut:.1%}**" in m.value for m in at.markdown)
    assert any(EN("chapter.agrees", difference="")[:20] in c.value for c in at.caption)
    at.session_state["sampling_table"] = True
    rows = at.run().dataframe[0].value
    assert rows["before"].to_numpy() == pytest.approx(np.exp(log_probs[order[:100]]), abs=1e-6)
    assert [fate == "left" for fate in rows["fate"]] == [i < len(kept) for i in range(100)]


def test_the_first_mistake_counts_what_top_p_leaves(page: Open, base: Translation) -> None:
    """A dot a step with its number beside it, against probabilities from a pass of its own."""
    dots, left = frames(page(), "mistake")["points"], []
    for step in range(len(greedy(base).ids)):
        probs = np.exp(stored(base, step))
        probs[list(FORBIDDEN)] = 0
        probs = np.sort(probs / probs.sum())[::-1]
        left.append(int((np.cumsum(probs) - probs < 0.9).sum()))
    assert dots["x"].tolist() == list(range(len(left)))
    assert dots["y"].tolist() == left
    shown = left if len(left) <= NUMBERED else []
    assert [word for word in dots["label"] if word] == [f"{count:,}" for count in shown]


def test_a_chance_that_nothing_changed_is_told_once(page: Open) -> None:
    drawn = frames(page(step=2, temperature=1.0, session=OPEN), "bars")
    told = drawn["bars"].pivot(index="i", columns="s", values="v").map(percent)
    for word, before, after in zip(drawn["notes"]["note"], told[0], told[1], strict=True):
        assert word == (before if before == after else f"{before} → {after}")
    moved = frames(page(step=2, temperature=0.5, session=OPEN), "bars")["notes"]["note"].tolist()
    assert "→" in moved[0]


def test_every_filter_is_named_where_it_cuts(page: Open) -> None:
    at = page(k=3, p=1.0, knob="all", session=OPEN)
    assert any("✗ top-k: " in c.value for c in at.caption)
    assert not any("top-p: " in c.value for c in at.caption)
    at.slider(key="sampling_p").set_value(0.05).run()
    assert any("✗ both: " in c.value for c in at.caption)
    at.slider(key="sampling_p").set_value(1.0)
    at.slider(key="sampling_k").set_value(0).run()
    assert EN("sampling.note_off") in [c.value for c in at.caption]
    at.slider(key="sampling_temperature").set_value(0.0).run()
    assert EN("sampling.note_zero") in [c.value for c in at.caption]


def test_the_number_picks_the_piece_it_falls_on(page: Open, base: Translation) -> None:
    path = greedy(base)
    at = page(step=2, temperature=2.0, k=0, p=1.0, session=OPEN)
    for seed in (0, 1):
        at.number_input(key="sampling_seed").set_value(seed).run()
        found = moment(path, 1, Filters(2.0, 0, 1.0, seed))
        sums = np.cumsum(found.chances_V)
        assert found.drawn == int((sums <= found.uniform * sums[-1]).sum())
        line = line_of(at)
        low, high, label, *_ = next(p for p in line["parts"] if p[0] <= found.uniform < p[1])
        assert line["uniform"] == found.uniform
        assert all(part[1] > part[0] for part in line["parts"]), "nothing is cut"
        assert high - low == pytest.approx(found.chances_V[found.drawn], abs=1e-5)
        assert [label] == list(pieces(base, (found.drawn,)))
        bars, names = (frames(at, "bars")[name] for name in ("bars", "words_names"))
        framed = bars[bars["framed"]]
        assert [names["label"][i] for i in framed["i"]] == [label] * 2


def test_what_has_no_name_on_the_line_is_counted_below_it(page: Open) -> None:
    line = line_of(page(step=2, temperature=1.5))
    merged = [(high - low, label) for low, high, label, is_merged, *_ in line["parts"] if is_merged]
    counts = [int(re.sub(r"\D", "", label)) for _, label in merged]
    assert [label for _, label in merged] == [
        EN("sampling.merged", count=f"{count:,}") for count in counts
    ]
    mass = sum(wide for wide, _ in merged)
    told = EN("sampling.rest", count=f"{sum(counts):,}", share=percent(mass))
    assert counts
    assert line["words"]["rest"] == told
    assert line_of(page(step=2, k=5))["words"]["rest"] == ""


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(("lang", "model"), [("ko", "ko-en"), ("en", "ko-en"), ("en", "en-ko")])
def test_it_opens_on_a_draw_that_can_be_seen_and_is_not_the_most_probable(
    lang: str, model: str
) -> None:
    app = visit("sampling", lang=lang, model=model)
    assert not app.exception
    payloads = [json.loads(each.proto.json) for each in app.get("bidi_component")]
    line = next(each for each in payloads if "uniform" in each)
    wide = [high - low for low, high, *_ in line["parts"]]
    hit = next(at for at, part in enumerate(line["parts"]) if line["uniform"] < part[1])
    assert 0.05 <= wide[hit] < max(wide)
    assert not line["parts"][hit][3], "it is one token"
    assert "sampling_seed" not in app.query_params
    app.session_state["sampling_bars_open"] = True
    app = app.run()
    entropy = max(frames(app, "steps")["bars"]["v"])
    told = Text(lang)(
        "sampling.summary_same", entropy=f"{entropy:.2f}", choices=f"{np.exp(entropy):,.1f}"
    )
    # The other model may give tokens that are never drawn more than nothing: before is not after.
    assert model != "ko-en" or told in [line.value for line in app.markdown]


def test_what_is_cut_stands_hatched_and_what_is_left_fills_the_line(
    page: Open, base: Translation
) -> None:
    """Against the logits of a teacher-forced pass."""
    line = line_of(page(step=2, k=5))
    probs = np.exp(stored(base, 1))
    probs[list(FORBIDDEN)] = 0
    probs /= probs.sum()
    order = np.argsort(-probs, kind="stable")
    cut = [(label, to - was) for low, high, label, _, was, to in line["parts"] if high == low]
    left = [part for part in line["parts"] if part[1] > part[0]]
    assert sum(wide for _, wide in cut) == pytest.approx(1 - probs[order[:5]].sum(), abs=1e-4)
    named = dict(zip(pieces(base, tuple(order[5:11].tolist())), probs[order[5:11]], strict=True))
    assert {label: wide for label, wide in cut if label in named} == pytest.approx(named, abs=1e-5)
    widths = sorted(high - low for low, high, *_ in left)
    assert widths == pytest.approx(sorted(probs[order[:5]] / probs[order[:5]].sum()), abs=1e-5)
    assert (line["parts"][0][0], line["parts"][-1][1]) == (0, 1)


def test_what_is_written_so_far_stands_above_the_line(page: Open, base: Translation) -> None:
    at, path = page(step=3), greedy(base)
    assert EN("sampling.so_far", pieces=" ".join(path.pieces[:2])) in [t.value for t in at.text]
    assert EN("sampling.nothing_yet") in [t.value for t in page(step=1).text]


def test_a_slider_changes_data_and_no_specification(page: Open) -> None:
    """With another specification the browser would build the chart anew."""
    at = page(session=OPEN)
    before = [chart.proto.spec for chart in at.get("vega_lite_chart")]
    bars = frames(at, "bars")["bars"]
    at.slider(key="sampling_temperature").set_value(1.6).run()
    assert not frames(at, "bars")["bars"].equals(bars)
    assert [chart.proto.spec for chart in at.get("vega_lite_chart")] == before


def test_samples_are_those_of_the_engine_and_part_where_they_say(
    page: Open, base: Translation, tiny_model_folder: Path
) -> None:
    at = page(temperature=1.5, k=30, p=0.95, seed=4)
    engine = Translator.load(tiny_model_folder)
    rows = table(at)
    best = greedy(base)
    assert len(rows) == SAMPLES + 1
    assert rows["total"][0] == pytest.approx(best.total)
    for i in range(SAMPLES):
        options = DecodeOptions(method="sample", temperature=1.5, top_k=30, top_p=0.95, seed=4 + i)
        [[found]] = engine.search([base.source.ids], options).hypotheses
        assert rows["total"][i + 1] == pytest.approx(found.total)
        text = engine.tokenizer.decode(found.ids)
        assert rows["text"][i + 1].removesuffix(" …") == text
        part = next(
            (t for t, (a, b) in enumerate(zip(found.ids, best.ids, strict=False)) if a != b), None
        )
        said = rows["leaves"][i + 1]
        assert said.startswith(f"step {part + 1}:") if part is not None else said.startswith("nev")
    kinds = frames(at, "grid")["cells"]
    assert set(kinds[kinds.q == 0]["s"]) == {0}


def test_moving_a_slider_runs_no_model_and_says_that_samples_are_old(
    page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = page(knob="all", session=OPEN)
    calls: list[Any] = []
    search = Translator.search

    def counted(self: Translator, *args: Any, **rest: Any) -> Any:
        calls.append(args)
        return search(self, *args, **rest)

    monkeypatch.setattr(Translator, "search", counted)
    before, drawn = frames(at, "bars")["bars"], table(at)
    assert at.button(key="sampling_again").disabled
    at.slider(key="sampling_temperature").set_value(0.0).run()
    at.slider(key="sampling_k").set_value(40).run()
    at.slider(key="sampling_p").set_value(0.6).run()
    assert not at.exception and not calls
    assert not frames(at, "bars")["bars"].equals(before)
    assert table(at).equals(drawn)
    assert EN("sampling.stale") in [i.value for i in at.info]
    at.button(key="sampling_again").click().run()
    assert len(calls) == 1, "all are drawn together"
    assert EN("sampling.stale") not in [i.value for i in at.info]
    assert set(table(at)["leaves"][1:]) == {EN("sampling.never")}  # temperature 0 is greedy


def test_the_steps_of_a_sample_draw_its_own_pieces(page: Open, base: Translation) -> None:
    settings = Filters()
    path = samples(base, settings)[2]
    for step in range(len(path.ids)):
        assert isinstance(path.steps[step], SampleStep)
        found = moment(path, step, settings)
        assert found.drawn == path.ids[step]
        assert found.difference < 1e-12
    at = page(path=3, step=2)
    assert EN("sampling.same_piece") in [c.value for c in at.caption]
    cells = frames(at, "grid")["cells"]
    labels = cells[cells.q == 3].sort_values("k")["told"].tolist()
    assert labels == list(path.pieces)
    steps = frames(at, "steps")["bars"]
    assert steps["v"].tolist() == pytest.approx(path.entropies)
    assert steps["strong"].tolist() == [place == 1 for place in range(len(path.ids))]


def test_a_click_on_a_bar_is_obeyed_and_nonsense_is_not(page: Open) -> None:
    at = page(step=1)
    st.session_state.clear()
    nonsense = [[], [{}], [{"i": -1}], [{"i": 5}], [{"i": "2"}]]
    events: list[Any] = [None, {}, *({"selection": {"bar": bar}} for bar in nonsense)]
    for event in events:
        st.session_state["chart"] = event
        obey_click("chart", 5)
        assert "sampling_step" not in st.session_state
    st.session_state["chart"] = {"selection": {"bar": [{"i": 2}]}}
    obey_click("chart", 5)
    assert st.session_state["sampling_step"] == 3
    st.session_state.clear()
    at.session_state["sampling_step"] = 3
    at.session_state["sampling_bars_open"] = True
    at.run()
    assert EN("sampling.filters", step=3) in [h.value for h in at.subheader]


def test_the_settings_of_the_sentence_bar_are_the_first(page: Open) -> None:
    at = page(search=SAMPLE)
    assert at.slider(key="sampling_temperature").value == 0.7
    assert at.slider(key="sampling_k").value == 5
    assert at.number_input(key="sampling_seed").value == 3


def test_broken_values_in_the_address_are_named(page: Open) -> None:
    at = page(k=9999, seed="x", path=77)
    said = [i.value for i in at.info]
    for name in ("sampling_k", "sampling_path"):
        assert EN("shell.ignored", names=name) in said
    assert at.number_input(key="sampling_seed").value == 0
    assert at.number_input(key="sampling_seed").max == MAX_SEED


def test_a_busy_model_keeps_the_old_samples(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    at = page(seed=70)
    drawn = table(at)

    monkeypatch.setattr(gate, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(gate.GATE, "permits", 0)
    at.number_input(key="sampling_seed").set_value(80).run()
    at.button(key="sampling_again").click().run()
    assert EN("shell.busy") in [w.value for w in at.warning]
    assert table(at).equals(drawn)
    st.cache_resource.clear()


def test_entropies_and_the_mistake_are_those_of_the_greedy_output(
    page: Open, base: Translation
) -> None:
    at = page()
    counts = frames(at, "mistake")["points"]["y"].tolist()
    entropies = frames(at, "steps")["bars"]["v"].tolist()
    for step, count in enumerate(counts):
        probs = np.exp(stored(base, step))
        assert entropies[step] == pytest.approx(-(probs * np.log(probs)).sum(), abs=1e-5)
        probs[list(FORBIDDEN)] = 0
        ranked = np.sort(probs / probs.sum())[::-1]
        assert count == int((np.cumsum(ranked) - ranked < 0.9).sum())
    assert any(f"**{max(counts):,.0f}**" in m.value for m in at.markdown)
