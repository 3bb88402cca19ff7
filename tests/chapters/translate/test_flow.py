"""What the drawing is given is exactly what the translation holds; it begins anew where it must."""

import base64
import dataclasses
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.chapters.translate import flow as module
from explainer.chapters.translate.flow import MEAN, Cell, blank, flow, flow_data, heads_sent
from explainer.drawings import OnChoice
from explainer.frame import teaching
from explainer.frame.view import View
from explainer.text import Text
from explainer.tokenizer.tokenizer import UNK
from explainer.translation import AttentionKind, Translation
from tests.fakes import fake_translation

OPENED = {"layer": 0, "head": MEAN, "step": 0}
HALF_STEP = 0.5 / 65535 + 1e-7  # rounding to 16 bits, and float32


def data_of(translation: Translation, **place: int) -> dict[str, Any]:
    where = {**OPENED, **place}
    return flow_data(translation, where["step"], where["layer"], where["head"], where["head"])


def shares(sent: dict[str, Any]) -> NDArray[np.float64]:
    steps = np.frombuffer(base64.b64decode(sent["steps"]), dtype=f"<u{sent['bits'] // 8}")
    return steps.reshape(sent["shape"]) / (2 ** sent["bits"] - 1)


@pytest.mark.parametrize(
    ("sources", "steps", "layers", "heads"), [(9, 10, 3, 8), (1, 1, 1, 1), (27, 27, 6, 4)]
)
def test_all_weights_of_a_short_sentence(sources: int, steps: int, layers: int, heads: int) -> None:
    translation = fake_translation(n_src=sources, n_tgt=steps, layers=layers, heads=heads)
    payload = data_of(translation)
    assert payload["sent"] == [head + 1 for head in range(heads)]
    kinds: tuple[AttentionKind, ...] = ("encoder", "cross")
    for kind in kinds:
        whole = translation.attention(kind)
        assert np.abs(shares(payload[kind]) - whole).max() <= HALF_STEP
    weights = translation.attention("decoder")
    rows, columns = np.tril_indices(steps)
    lower = weights[..., rows, columns]
    assert np.abs(shares(payload["decoder"]) - lower).max() <= HALF_STEP
    above = np.triu_indices(steps, k=1)
    assert not weights[..., above[0], above[1]].any(), "what is left out must be exactly 0"


@pytest.mark.parametrize("head", [MEAN, 5])
def test_a_long_sentence_sends_the_mean_and_the_chosen_head(head: int) -> None:
    translation = fake_translation(n_src=30, n_tgt=20, heads=8)
    payload = data_of(translation, head=head)
    assert payload["sent"] == ([0] if head == MEAN else [0, head + 1])
    weights = translation.attention("cross")
    found = shares(payload["cross"])
    assert np.abs(found[:, 0] - weights.mean(axis=1)).max() <= HALF_STEP
    if head != MEAN:
        assert np.abs(found[:, 1] - weights[:, head]).max() <= HALF_STEP


def test_heads_sent_by_length() -> None:
    assert heads_sent(28, 10, 4, 2) == (MEAN, 2)
    assert heads_sent(10, 28, 4, MEAN) == (MEAN,)
    assert heads_sent(64, 96, 4, 2) == (2,)


def test_an_unknown_token_is_sent_as_unknown() -> None:
    whole = fake_translation(n_src=6, n_tgt=5)
    ids = (whole.source.ids[0], UNK, *whole.source.ids[2:])
    some = dataclasses.replace(whole, source=dataclasses.replace(whole.source, ids=ids))
    expected = [whole.source.tokens[0], "<unk>", *whole.source.tokens[2:]]
    assert data_of(some)["source"] == expected


def test_vectors_are_eight_numbers_of_the_traced_ones() -> None:
    translation = fake_translation(n_src=6, n_tgt=5, layers=2)
    data = data_of(translation)
    trace = translation.trace
    shown = np.linspace(0, trace["memory"].shape[-1] - 1, 8).round().astype(int)
    encoder = ["encoder.embed", "encoder.0.add2.norm", "memory"]
    decoder = ["decoder.embed", "decoder.0.add1.norm", "decoder.0.add2.norm"]
    decoder += ["decoder.1.add1.norm", "decoder.1.add2.norm"]
    scale = data["scale"]
    for stack, names in (("encoder", encoder), ("decoder", decoder)):
        expected = np.abs([trace[name][:, shown] for name in names])
        found = shares(data["vectors"][stack]) * scale
        assert np.abs(found - expected).max() <= scale / 255 / 2 + 1e-6
    assert data["width"] == trace["memory"].shape[-1]


@pytest.mark.parametrize("rank", [1, 7])
def test_candidates_add_up_and_have_the_chosen_one_once(rank: int) -> None:
    """Also one below those that are listed."""
    translation = fake_translation()
    own = translation.top_probs[:, rank - 1]
    ranks = (rank,) * len(own)
    found = dataclasses.replace(translation, predicted_ranks=ranks, predicted_probs=own)
    data = data_of(found)
    for step, (listed, rest) in enumerate(zip(data["candidates"], data["rest"], strict=True)):
        tokens, shares, places, chosen = zip(*listed, strict=True)
        assert tokens[:5] == found.top_tokens[step][:5]
        assert shares[:5] == pytest.approx(found.top_probs[step, :5], abs=1e-6)
        assert sum(shares) + rest == pytest.approx(1, abs=1e-5)
        (at,) = (at for at, is_own in enumerate(chosen) if is_own)
        assert (places[at], tokens[at]) == (rank, found.predicted_tokens[step])
        assert shares[at] == pytest.approx(own[step], abs=1e-6)


def test_a_place_that_does_not_exist_is_refused() -> None:
    found = fake_translation(n_tgt=10, layers=3, heads=4)
    for name, ends in {"layer": (-1, 3), "head": (-2, 4), "step": (-1, 10)}.items():
        for end in ends:
            with pytest.raises(ValueError, match=name):
                data_of(found, **{name: end})


def test_a_blank_drawing_has_no_number_of_the_model() -> None:
    data = blank(data_of(fake_translation(n_tgt=10), step=3), ["a", "b"])
    assert (len(data["fed"]), data["predicted"][-1], data["choices"]) == (4, "?", ["a", "b"])
    assert data["offers"] == [*data["source"], "a", "b"]
    hidden = ("encoder", "decoder", "cross", "vectors", "candidates", "rest")
    assert not any(data[name] for name in hidden)


class Host:
    """Runs of a page, with the drawing's choices put in as a browser would send them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("streamlit.session_state", {})
        monkeypatch.setattr(teaching, "hides", lambda _: False)
        monkeypatch.setattr(module, "drawing", self.draw)
        self.origin = ""
        self.sent: list[dict[str, Any]] = []
        self.written: list[tuple[object, ...]] = []

    def draw(self, _: str, data: dict[str, Any], *, on_choice: OnChoice, **__: object) -> None:
        """In the place of the browser's."""
        self.origin, self.hear = data["origin"], on_choice
        self.sent.append(data)

    def choose(self, step: Any, origin: str = "", **more: object) -> None:
        self.hear({"origin": origin or self.origin, "at": step, "layer": 2, "head": 0, **more})

    def run(self, step: int, *, seed: int = 0, told: bool = False) -> tuple[str, int]:
        """One run with the address at `step`: which drawing, and which step is shown."""
        found = fake_translation(seed=seed)
        view = View(Text("en"), "en", False, "fake", {}, found)
        self.shown = flow(
            view,
            key="flow",
            step=step,
            layer=2,
            head=MEAN,
            told=told,
            write=lambda *told: self.written.append(told),
        )
        return self.origin, self.shown.step


def test_it_begins_anew_only_when_the_host_moves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(monkeypatch)
    first, step = host.run(7)
    assert step == 7
    host.choose(0)
    assert host.run(7) == (first, 0), "the address still has the start"
    assert host.sent[0] == host.sent[1], "what is the same is not sent again"
    host.choose(2)
    assert host.run(7) == (first, 2)
    host.choose(5)
    assert host.run(0) == (first, 5), "an address two runs behind does not pull back"
    assert host.run(5) == (first, 5)
    back, step = host.run(2)
    assert (back != first, step) == (True, 2), "the way back of the browser does"
    host.choose(5, first)
    assert host.run(2) == (back, 2), "what an earlier drawing told is over"
    other, step = host.run(3, seed=1)
    assert (other != back, step) == (True, 3)


def test_what_no_browser_of_ours_sends_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(monkeypatch)
    first, odd = host.run(7), [10, -1, "4", None, 1.0, True]
    for step in odd:
        host.choose(step)
        assert host.run(7) == first, step


def test_what_is_pressed_leads_away_once(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(monkeypatch)
    host.run(3)
    host.choose(3, cell=1)
    host.run(3)
    assert host.shown.cell == Cell(row=3, token=1, layer=2, head=MEAN)
    host.choose(3, cell=99, goto="memory")
    host.run(3)
    assert (host.shown.cell, host.shown.goto) == (None, "memory")
    host.run(3)
    assert host.shown.goto is None


def test_a_candidate_that_is_pressed_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """On this page, though the site, which has no model, leads to the one where it is forced."""
    host = Host(monkeypatch)
    host.run(3)
    for instead in (1, -1, 99, "1"):
        host.choose(3, goto="output", instead=instead)
    assert host.written == [((3, 2, MEAN), 1), ((3, 2, MEAN), None)]
    host.run(3)
    assert host.shown.goto is None
    host.choose(3, origin="before", instead=1)
    assert len(host.written) == 2
