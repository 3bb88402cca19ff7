"""The teacher-forcing page: its numbers are the model's, and nothing typed breaks or is lost."""

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from streamlit.testing.v1 import AppTest

from explainer.chapters.forcing.paths import Path as Output
from explainer.chapters.forcing.verdict import compare_paths, probability_ratio
from explainer.data.samples import samples
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer import BOS, PAD, UNK
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, maps, said, sent
from tests.shipped import translator

SENTENCE = "나는 어제 친구와 영화를 봤다."
TYPED = "I saw the friend of my mother yesterday."
EN = Text("en")
BEAM = DecodeOptions(max_length=20, n_best=4)
GREEDY = DecodeOptions(method="greedy", max_length=20, n_best=1)
CHAPTER = Chapter("forcing", SENTENCE, BEAM)


def log_probs(model: Translator, words: str) -> tuple[tuple[int, ...], np.ndarray]:
    """Ids of a reference and log p of each token, in float64 by torch."""
    ids = model.tokenizer.encode(words).ids
    found: np.ndarray = logits_of(model, ids).log_softmax(-1)[range(len(ids)), list(ids)].numpy()
    return ids, found


def logits_of(model: Translator, ids: tuple[int, ...]) -> torch.Tensor:
    """Of every place of a reference (T, V) in float64, when the decoder reads it."""
    src = torch.tensor([model.tokenizer.encode(SENTENCE).ids])
    with torch.no_grad():
        logits: torch.Tensor = model.model(src, torch.tensor([[BOS, *ids[:-1]]]))[0].double()
    return logits


def fork(at: AppTest) -> dict[str, Any]:
    """What the drawing of the two paths was given."""
    return maps(at, "own")[0]


def path(data: dict[str, Any], side: str) -> list[tuple[str, str]]:
    """The tokens of a path with their probabilities."""
    shares = [percent(p) for p in data[side]["probs"]]
    return list(zip(data[side]["tokens"], shares, strict=True))


def test_the_paths_and_what_the_model_would_have_written(page: Open, tiny: Translator) -> None:
    at = page(reference=TYPED)
    data = fork(at)
    ids, expected = log_probs(tiny, TYPED)
    shares = [percent(float(p)) for p in np.exp(expected)]
    assert path(data, "reference") == list(zip(tiny.tokens(ids), shares, strict=True))
    greedy = tiny.search([tiny.tokenizer.encode(SENTENCE).ids], DecodeOptions(method="greedy"))
    own = greedy.hypotheses[0][0]
    shares = [percent(float(p)) for p in np.exp(own.log_probs)]
    assert path(data, "own") == list(zip(tiny.tokens(own.ids), shares, strict=True))
    cut = next(i for i, (a, b) in enumerate(zip(ids, own.ids, strict=False)) if a != b)
    assert sent(at, "chosen")["chosen"] == {"at": cut + 1, "pen": []}
    assert EN("forcing.divergence", place=cut + 1) in said(at)
    best, firsts = logits_of(tiny, ids).softmax(-1).max(-1)  # what is struck out
    assert [top[0] for top in data["reference"]["top"]] == [*tiny.tokens(firsts.tolist())]
    shares = [top[0] for top in data["reference"]["shares"]]
    assert shares == pytest.approx(best.tolist(), abs=2e-6)


def test_the_pen_puts_the_answer_where_it_is_held(page: Open, tiny: Translator) -> None:
    """Where a step is corrected the reference's token is read, elsewhere the model's favourite."""
    ids = tiny.tokenizer.encode(TYPED).ids
    source = torch.tensor([tiny.tokenizer.encode(SENTENCE).ids])
    for pen in ([2], [1, 3], [*range(1, len(ids), 2)]):
        data = fork(page(reference=TYPED, forcing_pen=".".join(str(step + 1) for step in pen)))
        read: list[int] = []
        while len(read) < len(data["own"]["tokens"]):
            with torch.no_grad():
                logits = tiny.model(source, torch.tensor([[BOS, *read]]))[0, -1]
            logits[[PAD, BOS, UNK]] = -torch.inf
            read.append(ids[len(read)] if len(read) in pen else int(logits.argmax()))
        assert data["own"]["tokens"] == [*tiny.tokens(read)]


def test_corrected_at_every_slip_it_writes_the_reference(page: Open) -> None:
    at = page(reference=TYPED, forcing_pen="all")
    assert fork(at)["own"] == fork(at)["reference"]
    assert EN("forcing.corrected") in said(at)
    at.text_input(key="reference").set_value("When?").run()  # over another one it is not held yet
    assert sent(at, "chosen")["chosen"]["pen"] == []


def test_a_chosen_position_is_in_formula_and_expected(page: Open, tiny: Translator) -> None:
    there = {"reference": TYPED, "forcing_position": "4"}
    at = page(**there)
    ids, expected = log_probs(tiny, TYPED)
    formula = " ".join(latex_of(at))
    assert rf"-\ln {np.exp(expected[3]):.4f} \approx {-expected[3]:.4f}" in formula
    logits = logits_of(tiny, ids)
    plain = float(F.cross_entropy(logits, torch.tensor(ids)))
    assert rf"\approx {plain:.4f}" in formula
    best = logits[3].softmax(-1).sort(descending=True).values[:5].numpy()
    assert fork(at)["reference"]["shares"][3] == pytest.approx(best.tolist(), abs=2e-6)


def judged(at: AppTest) -> AppTest:
    """The page with its verdict unfolded."""
    at.session_state["forcing_verdict"] = True
    return at.run()


def test_the_verdict_follows_from_the_sums(page: Open, tiny: Translator) -> None:
    at = judged(page(reference=TYPED))
    _, expected = log_probs(tiny, TYPED)
    source = tiny.tokenizer.encode(SENTENCE).ids
    found = tiny.search([source], BEAM).hypotheses[0][0].total
    word = "search error" if expected.sum() > found else "model error"
    verdict = next(line for line in said(at) if line.startswith("✗ Beam 4"))
    assert word in verdict
    for total in (float(expected.sum()), found):
        assert f"{total:.2f}".replace("-", "−") in verdict


def test_the_reference_that_was_found_is_nobodys_fault(page: Open) -> None:
    at = page(sentence="기차는 몇 시에 떠나나요?", search=GREEDY)
    assert EN("reference.origin_beam") in said(at)
    at.text_input(key="reference").set_value("When?").run()
    assert EN("reference.origin_typed") in said(at)


def test_too_much_is_refused_kept_and_the_last_good_stays(page: Open, tiny: Translator) -> None:
    at = page(reference=TYPED)
    before = path(fork(at), "reference")
    long = "word " * 10_000
    at.text_input(key="reference").set_value(long).run()
    assert not at.exception
    assert EN("reference.too_long_text", found=f"{len(long):,}", limit="2,000") in said(at)
    assert at.text_input(key="reference").value == long
    assert path(fork(at), "reference") == before
    many = "I saw a film. " * 30
    at.text_input(key="reference").set_value(many).run()
    found = len(tiny.tokenizer.encode(many).ids)
    assert EN("reference.too_long_tokens", found=found, limit=96) in said(at)
    assert path(fork(at), "reference") == before
    at.text_input(key="reference").set_value("").run()
    assert EN("reference.origin_ours") in said(at)


def test_unknown_tokens_are_said_and_not_judged(page: Open, tiny: Translator) -> None:
    at = judged(page(reference="I saw 龘 and 齉."))
    ids = tiny.tokenizer.encode("I saw 龘 and 齉.").ids
    assert EN("reference.unknown", count=ids.count(UNK), tokens=len(ids)) in said(at)
    assert EN("forcing.verdict_unknown") in said(at)
    assert not [line for line in said(at) if "**model error**" in line or "**search" in line]


def test_a_search_error_of_greedy(page, ko_en_folder, monkeypatch):
    model = translator("ko-en")
    for sentence in (sample.text for sample in samples("ko")):
        beam, greedy = (
            model.translate(sentence, DecodeOptions(method=method), trace=False)
            for method in ("beam", "greedy")
        )
        again = model.tokenizer.encode(beam.text).ids == beam.predicted
        totals = [found.hypotheses[0].total for found in (beam, greedy)]
        if again and totals[0] > totals[1] + 0.1:
            break
    else:
        pytest.fail("greedy search finds the best of every example")
    use_models(ko_en_folder.parent, monkeypatch)
    at = judged(page(model="ko-en", search=GREEDY, sentence=sentence, reference=beam.text))
    better, worse = (f"{total:.2f}".replace("-", "−") for total in totals)
    told = {"times": probability_ratio(totals[0] - totals[1]), "reference": better, "found": worse}
    assert EN("forcing.is_search", search="Greedy", **told) in said(at)
    assert any(line.startswith("✓ Beam 4") and "Nobody is to blame" in line for line in said(at))


def output(ids: tuple[int, ...], total: float) -> Output:
    numbers = type("Numbers", (), {"total": total})()
    return Output(ids, (), "", numbers)


def test_length_may_turn_the_verdict_round() -> None:
    """-4 over 2 tokens against -5 over 12: the sum and the normalised score disagree."""
    reference, found = output(tuple(range(12)), -5.0), output((1, 2), -4.0)
    assert compare_paths(reference, found, None) == "model"
    assert compare_paths(reference, found, 1.0) == "search"
    assert compare_paths(reference, found, 0.0) == "model"
