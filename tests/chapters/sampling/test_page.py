"""The sampling page in both languages, on a small random model: filters need no forward pass."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.sampling import uniforms
from explainer.chapters.sampling.runs import DRAWS, greedy, make_moment, tokens
from explainer.chapters.sampling.state import SAMPLES, Filters
from explainer.decoding import FORBIDDEN, DecodeOptions
from explainer.decoding.truncation import draw_token
from explainer.engine import Translation, Translator
from explainer.frame.params import DEFAULTS
from explainer.runs import resources
from explainer.text import Text
from tests.apptest import Open, visit
from tests.chapters.chapter import Chapter, maps, said
from tests.chapters.sampling.test_knobs import three

SENTENCE = "어제 산 책을 오늘 다 읽었다."
CHAPTER = Chapter("sampling", SENTENCE, prefix="sampling_")
SAMPLE = replace(DEFAULTS, method="sample", temperature=0.7, top_k=5, seed=3).options()
EN = Text("en")


def line_of(at: AppTest) -> dict[str, Any]:
    """What the drawing of the lottery was given."""
    return maps(at, "uniforms")[0]


def parts_of(line: dict[str, Any]) -> list[tuple[str | None, float, float]]:
    """Token, width on the lower line, width on the upper one."""
    return [
        (part["token"], part["high"] - part["low"], part["to"] - part["from"])
        for part in line["parts"]
    ]


def hit_of(line: dict[str, Any]) -> tuple[str | None, float]:
    """The token that the number falls on, and its width on the lower line."""
    at = [part["high"] > line["uniforms"][0] for part in line["parts"]].index(True)
    return parts_of(line)[at][:2]


def table(at: AppTest) -> pd.DataFrame:
    return at.dataframe[0].value


def stored(base: Translation, step: int) -> np.ndarray:
    """Log-probabilities of a step of the greedy output, from a pass of its own."""
    path = greedy(base)
    trace = resources.experiment("tiny", base.source.ids, (2, *path.ids[:-1]))
    logits = trace["logits"][step].astype(np.float64)
    found: np.ndarray = logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()
    return found


def test_the_number_picks_the_token_it_falls_on(page: Open, base: Translation) -> None:
    path = greedy(base)
    at = page(search=SAMPLE, step=1)  # the settings of the sentence bar are the first
    assert line_of(at)["written"] == []
    assert three(at) == (0.7, 5, 1.0) and at.number_input(key="sampling_seed").value == 3
    at = page(step=2, temperature=2.0, k=0, p=1.0)
    assert line_of(at)["written"] == [path.tokens[0]]
    for seed in (0, 1):
        at.number_input(key="sampling_seed").set_value(seed).run()
        found = make_moment(path, 1, Filters(2.0, 0, 1.0, seed))
        order = np.argsort(-found.chances_V, kind="stable")
        sums = np.cumsum(found.chances_V[order])
        assert found.drawn == order[int((sums <= found.uniform * sums[-1]).sum())]
        line = line_of(at)
        assert line["uniforms"] == [uniforms(seed + n, 2)[1] for n in range(DRAWS)]
        assert line["mass"] == 0
        assert sum(part["count"] for part in line["parts"]) == len(found.cut.order_N)
        assert all(width > 0 for _, width, _ in parts_of(line)), "nothing is cut"
        name = line["rare"]["names"][line["rare"]["drawn"][0]]
        assert [name] == list(tokens(base, (found.drawn,)))
        assert hit_of(line)[0] in (name, None)


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("lang", "model"), [("ko", "ko-en"), ("en", "ko-en"), ("en", "en-ko"), ("en", "en-de")]
)
def test_it_opens_on_a_draw_that_is_not_the_most_probable(lang: str, model: str) -> None:
    app = visit("sampling", lang=lang, model=model)
    assert not app.exception
    line = line_of(app)
    token, width = hit_of(line)
    assert 0.04 <= width < max(wide for _, wide, _ in parts_of(line))
    assert token is not None, "it is one token"
    assert "sampling_seed" not in app.query_params


def test_what_is_cut_is_hatched_and_what_is_left_fills_up(page: Open, base: Translation) -> None:
    """Against the logits of a teacher-forced pass."""
    line = line_of(page(step=2, k=5))
    assert line["mass"] > 0
    probs = np.exp(stored(base, 1))
    probs[list(FORBIDDEN)] = 0
    probs /= probs.sum()
    order = np.argsort(-probs, kind="stable")
    cut = [(token, before) for token, width, before in parts_of(line) if width == 0]
    assert sum(wide for _, wide in cut) == pytest.approx(1 - probs[order[:5]].sum(), abs=1e-4)
    named = dict(zip(tokens(base, tuple(order[5:11].tolist())), probs[order[5:11]], strict=True))
    assert {token: wide for token, wide in cut if token in named} == pytest.approx(named, abs=1e-5)
    widths = sorted(width for _, width, _ in parts_of(line) if width > 0)
    assert widths == pytest.approx(sorted(probs[order[:5]] / probs[order[:5]].sum()), abs=1e-5)
    assert (line["parts"][0]["low"], line["parts"][-1]["high"]) == (0, 1)


def ranked(base: Translation, temperature: float) -> tuple[np.ndarray, np.ndarray]:
    """Ids and shares of the second step, the most probable first."""
    log_probs = stored(base, 1)
    log_probs[list(FORBIDDEN)] = -np.inf
    order = np.argsort(-log_probs, kind="stable")[: -len(FORBIDDEN)]
    shares = np.exp((log_probs[order] - log_probs.max()) / temperature)
    return order, shares / shares.sum()


def test_the_line_flows_with_the_temperature(page: Open, base: Translation) -> None:
    line = line_of(page(step=2, temperature=1.5, k=0, p=1.0))
    flow = line["flow"]
    assert (flow["now"], flow["low"], flow["step"]) == (1.5, 0, 0.1)
    for at, stop in enumerate(flow["stops"][1:], 1):
        order, shares = ranked(base, at / 10)
        names = tokens(base, tuple(order[:3].tolist()))
        now = dict(zip((part["token"] for part in line["parts"]), stop["shares"], strict=True))
        assert [now[name] for name in names] == pytest.approx(shares[:3], abs=1e-3)
        assert sum(stop["shares"]) == pytest.approx(1, abs=1e-2)
        some = shares[shares > 0]
        assert stop["entropy"] == pytest.approx(-(some * np.log(some)).sum(), abs=1e-3)
        picks = [order[(np.cumsum(shares) <= u).sum()] for u in line["uniforms"]]
        assert [flow["names"][name] for name in stop["drawn"]] == list(tokens(base, tuple(picks)))
    widths = [width for _, width, _ in parts_of(line)]
    assert widths == pytest.approx(flow["stops"][15]["shares"], abs=1e-3)
    assert flow["stops"][0]["shares"][:2] == [1, 0]
    assert line_of(page(step=2, temperature=1.5, k=5))["flow"] is None


@pytest.mark.parametrize(("knob", "values"), [("k", [1, 7]), ("p", [0.05, 0.6])])
def test_a_knob_cuts_as_the_filter_of_the_search_does(page, base, knob, values):
    line = line_of(page(step=2, knob=knob, **{knob: values[1]}))
    flow = line["flow"]
    for value in values:
        stop = flow["stops"][round((value - flow["low"]) / flow["step"])]
        filters = Filters(**{f"top_{knob}": value}, seed=0)
        found = make_moment(greedy(base), 1, filters)
        left = sum(stop["counts"])
        assert left == np.count_nonzero(found.chances_V)
        assert stop["mass"] == pytest.approx(1 - ranked(base, 1.0)[1][:left].sum(), abs=1e-5)
        assert stop["shares"][0] == pytest.approx(found.chances_V.max(), abs=1e-4)
        picks = [draw_token(found.chances_V, u) for u in line["uniforms"]]
        assert [flow["names"][at] for at in stop["drawn"]] == list(tokens(base, tuple(picks)))
    under = [draw_token(found.chances_V, at / 500) for at in range(500)]
    names = [line["rare"]["names"][at] for at in line["rare"]["under"]]
    assert names == list(tokens(base, tuple(under)))


def test_samples_are_those_of_the_engine_and_part_where_they_say(page, base, tiny_model_folder):
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


def test_moving_a_slider_runs_no_model_and_says_that_samples_are_old(page, monkeypatch):
    at = page(knob="all")
    calls: list[Any] = []
    search = Translator.search

    def counted(self: Translator, *args: Any, **rest: Any) -> Any:
        calls.append(args)
        return search(self, *args, **rest)

    monkeypatch.setattr(Translator, "search", counted)
    before, drawn = line_of(at), table(at)
    assert at.button(key="sampling_again").disabled
    at.slider(key="sampling_temperature").set_value(0.0).run()
    at.slider(key="sampling_k").set_value(40).run()
    at.slider(key="sampling_p").set_value(0.6).run()
    assert not at.exception and not calls
    assert line_of(at) != before
    assert table(at).equals(drawn)
    assert EN("sampling.stale") in [i.value for i in at.info]
    at.button(key="sampling_again").click().run()
    assert len(calls) == 1, "all are drawn together"
    assert EN("sampling.stale") not in [i.value for i in at.info]
    assert set(table(at)["leaves"][1:]) == {EN("sampling.never")}  # temperature 0 is greedy


def test_what_is_told_of_the_step_is_the_greedy_outputs(page: Open, base: Translation) -> None:
    """Against probabilities worked out in float64 from the logits of a teacher-forced pass."""
    counts, best = [], greedy(base)
    for step in range(len(best.ids)):
        probs = np.exp(stored(base, step))
        assert best.entropies[step] == pytest.approx(-(probs * np.log(probs)).sum(), abs=1e-5)
        probs[list(FORBIDDEN)] = 0
        ranked = np.sort(probs / probs.sum())[::-1]
        counts.append(int((np.cumsum(ranked) - ranked < 0.9).sum()))
    told = said(page())
    assert any(f"**{max(counts):,}**" in one and f"**{min(counts):,}**" in one for one in told)
