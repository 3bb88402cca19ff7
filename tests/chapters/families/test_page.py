"""The page of families: numbers on screen are the models', in both languages."""

import shutil
from itertools import product
from random import Random

import numpy as np
import pytest

from explainer.analysis.families import BOS, EOS, MASK, Families, Family
from explainer.chapters.families.electra import mask_tokens
from explainer.chapters.families.seq2seq import TASKS
from explainer.chapters.families.state import EXAMPLE, SEED
from explainer.engine.memo import MEMO
from explainer.installed import LANGUAGE_MODELS
from explainer.runs import families
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.training.objectives import infilling, replace_tokens, span_corruption
from explainer.training.studies import family_runs
from tests.apptest import Open
from tests.chapters.chapter import Chapter, maps, said, tables

CHAPTER = Chapter("families", model="", prefix="families_")
MODELS = Families(LANGUAGE_MODELS)
FAMILY = {"father", "mother", "brother", "sister"}
IDS = MODELS.tokens(EXAMPLE)
FAMILY_VIEWS: dict[Family, dict[str, str]] = {
    family: {"view": family} for family in ("bert", "electra", "gpt", "t5", "bart")
}


def test_bert_shows_its_distribution(page: Open) -> None:
    at = page(place="4")
    read = (BOS, *IDS[:3], MASK, *IDS[4:], EOS)
    probs = MODELS.forward_pass("bert", read)["probs"][4]
    bars = maps(at, "probs")[0]["probs"]
    assert bars == pytest.approx(np.sort(probs)[::-1][:8].tolist(), abs=1e-6)
    rank = 1 + int((probs > probs[IDS[3]]).sum())
    p = f"{probs[IDS[3]]:.0%}" if probs[IDS[3]] >= 0.01 else "<1%"
    words = Text("en")("families.bert_true", token=MODELS.names(IDS)[3], p=p, rank=rank)
    assert words in said(at)


def test_here_bert_guesses_a_member_of_the_family() -> None:
    """The sentence that the page opens with; judged by a person."""
    place = MODELS.names(IDS).index("▁father")
    probs = MODELS.forward_pass("bert", (BOS, *IDS[:place], MASK, *IDS[place + 1 :], EOS))["probs"]
    best = MODELS.names(np.argsort(-probs[place + 1])[:4].tolist())
    assert best[0] == "▁father" and set(best) <= {f"▁{one}" for one in FAMILY}


def test_gpt_goes_on_and_scores(page: Open) -> None:
    at = page(view="gpt", given="4")
    probs = MODELS.forward_pass("gpt", (BOS, *IDS))["probs"].astype(np.float64)
    chosen = probs[np.arange(len(IDS) + 1), [*IDS, EOS]]
    total = np.log(chosen).sum()
    assert f"log p = {decimal(total)} nats over {len(chosen)} tokens" in " ".join(said(at))
    written = families.generate("gpt", (BOS, *IDS[:4]))
    assert MODELS.text((*IDS[:4], *written.ids)) in [one.value for one in at.code]


def test_bart_repairs_what_the_seed_damaged(page: Open) -> None:
    at = page(**FAMILY_VIEWS["bart"], noise="infill", seed="5")
    read = (*infilling(IDS, Random(5)), EOS)
    written = families.generate("bart", read)
    shown = [[chip["token"] for chip in row["chips"]] for row in maps(at, "layout")[0]["rows"]]
    assert shown == [MODELS.names(ids) for ids in (IDS, read[:-1], written.ids)]
    same = written.ids[:-1] == IDS
    key = "families.repaired_same" if same else "families.repaired_other"
    assert Text("en")(key) in said(at)


def test_t5_reads_prefix_and_sentinels(page: Open) -> None:
    at = page(view="t5", seed="2")
    fed, wanted = span_corruption(IDS, Random(2))
    read = (*MODELS.facts["prefixes"]["fill:"], *fed, EOS)
    written = families.generate("t5", read)
    shown = [[chip["token"] for chip in row["chips"]] for row in maps(at, "layout")[0]["rows"]]
    assert shown == [MODELS.names(ids) for ids in (read[:-1], wanted, written.ids)]
    assert not page(view="t5", task="order").exception


def test_what_t5_reads_and_wants_is_the_sentence() -> None:
    """Whatever the seed: the wanted answer, put back, is what the reader wrote. The prefixes are
    those of training."""
    assert [*TASKS.values()] == [family_runs.FILL, family_runs.ORDER]
    assert {words: MODELS.text(ids) for words, ids in MODELS.facts["prefixes"].items()} == {
        words: words for words in TASKS.values()
    }
    for prefix, seed in product(TASKS.values(), range(10)):
        read, wanted = families.t5_example(IDS, prefix, seed)
        named = MODELS.facts["prefixes"][prefix]
        assert list(read[: len(named)]) == named and read[-1] == EOS
        assert families.apply_t5_answer(prefix, read, wanted) == IDS


def test_electra_judges_the_generators_tokens(page: Open) -> None:
    at = page(**FAMILY_VIEWS["electra"], count="2", seed="4")
    masked = (BOS, *mask_tokens(IDS, 2, 4), EOS)
    fed, wrong = replace_tokens((BOS, *IDS, EOS), MODELS.propose(masked, 4))
    probs = MODELS.forward_pass("electra", masked, tuple(fed))["probs"][1:-1]
    charts = [tables(at, chart) for chart in range(len(at.get("vega_lite_chart")))]
    bars = [one["bars"]["v"] for one in charts if "bars" in one]
    assert any(len(one) == len(probs) and one == pytest.approx(probs, abs=1e-6) for one in bars)
    hits = 2 - sum(wrong)
    assert Text("en")("families.hits", hits=hits, count=2) in said(at)


def test_bert_and_gpt_have_the_same_tokens_at_the_same_places(page: Open) -> None:
    """What GPT's map loses is the part above its diagonal, in the row that was lit, too."""
    bert, gpt = (maps(page(view=family), "states")[0] for family in ("bert", "gpt"))
    hidden = bert["row"]
    assert [*bert["names"][:hidden], *bert["names"][hidden + 1 :]] == [
        *gpt["names"][:hidden],
        *gpt["names"][hidden + 1 :],
    ]
    assert gpt["row"] == hidden and bert["names"][hidden] == "[MASK]"
    assert np.tril(gpt["states"]).tolist() == gpt["states"]
    assert np.tril(bert["states"]).tolist() == gpt["states"]


def test_the_mistake_is_one(page: Open) -> None:
    """BERT writes worse than GPT from the same start: it does not get past the end."""
    start = (BOS, *IDS[:5])
    bert, gpt = MODELS.generate_masked(start, 6), families.generate("gpt", start)
    shown = " ".join(one.value for one in page(view="gpt").code)
    assert MODELS.text((*start, *bert.ids)) in shown
    assert MODELS.text((*start, *gpt.ids)) in shown
    stop = MODELS.tokens("It is.")[-1]
    assert bert.ids.count(stop) >= 2 and gpt.ids.count(stop) == 1


def test_what_cannot_be_read_gets_a_message(page: Open) -> None:
    for written, key, lang in (
        ("a", "too_short", "ko"),
        ("나는 오늘 아침에 커피를 한 잔 마셨습니다.", "english_only", "en"),
        ("word " * 30, "too_long", "ko"),
    ):
        (info,) = page(lang, s=written).info
        start = Text(lang)(f"families.{key}", least=3, count="#", most=20).partition("#")[0]
        assert info.value.startswith(start)


@pytest.mark.parametrize("gone", ["config.json", "bert.safetensors"])
def test_a_damaged_folder_is_a_message(page, gone, tmp_path, monkeypatch):
    """And the other families answer, where the folder itself can be read."""
    folder = tmp_path / "families"
    shutil.copytree(LANGUAGE_MODELS, folder)
    (folder / gone).unlink()
    monkeypatch.setattr(families, "language_models", lambda: folder)
    MEMO.clear()
    at = page()
    words = Text("en")("families.broken")
    assert {one.value for one in at.error} == {words}
    other = page(view="gpt")
    assert not other.exception
    if gone != "config.json":
        assert maps(other, "stacks")
    MEMO.clear()


def test_the_opening_seed_shows_what_the_families_can() -> None:
    """ELECTRA suspects the replaced tokens most; what T5 fills in makes a sentence of the place."""
    masked = (BOS, *mask_tokens(IDS, 2, SEED), EOS)
    fed, wrong = replace_tokens((BOS, *IDS, EOS), MODELS.propose(masked, SEED))
    probs = MODELS.forward_pass("electra", masked, tuple(fed))["probs"]
    assert sum(wrong) == 2 and set(np.argsort(-probs)[:2]) == set(np.flatnonzero(wrong))
    read, _ = families.t5_example(IDS, TASKS["fill"], SEED)
    written = families.generate("t5", read)
    answer = MODELS.text(families.apply_t5_answer(TASKS["fill"], read, written.ids))
    assert answer == "My father works in the bank."
