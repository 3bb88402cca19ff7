"""The terms of the glossary: whole, found by their names, with the numbers of weights and trace."""

import math
import re
import unicodedata
from itertools import product
from pathlib import Path

import pytest

from explainer.chapters.glossary.places import (
    OUTSIDE,
    PLACES,
    first_of_part,
    lit_parts,
    parts_of,
    terms_of_part,
)
from explainer.chapters.glossary.values import _OF_MODEL, _OF_SENTENCE, model_value, sentence_value
from explainer.chapters.glossary.view import entry
from explainer.data.glossary import Contrast, Term, contrasts, in_order, letter, search, terms
from explainer.engine import Translator
from explainer.frame.course import chapters
from explainer.frame.figuremap import REGIONS
from explainer.frame.terms import escape
from explainer.model.store import read_card
from explainer.text import LANGUAGES
from explainer.tokenizer import BOS, EOS, PAD, UNK
from explainer.translation import Translation
from tests.fakes import fake_translation
from tests.layers.sources import for_each

HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
# What the symbols are written with; KaTeX knows all of these (checked in a browser, too).
COMMANDS = {
    *("alpha", "arg", "bar", "beta", "cdot", "epsilon", "eta", "exp", "frac", "gamma", "ge"),
    *("hat", "in", "infty", "lVert", "ldots", "le", "left", "ln", "log", "max", "mid", "min"),
    *("mu", "operatorname", "partial", "prod", "rVert", "right", "sigma", "sim", "sin", "sqrt"),
    *("sum", "tanh", "text", "texttt", "tfrac", "theta", "tilde", "top", "varepsilon"),
}


@for_each(terms(), named=lambda term: term.id)
def test_an_entry_is_whole_in_both_languages(term: Term) -> None:
    assert term.page in {spec.id for spec in chapters()}
    assert term.name("ko")
    assert HANGUL.search(term.means("ko"))
    assert term.means("ko").endswith(".")
    assert not HANGUL.search(term.name("en") + term.means("en") + "".join(term.also("en")))
    assert term.means("en").endswith(".")
    for words in (*term.all_names(), *term.meanings.values()):
        assert words == unicodedata.normalize("NFC", words.strip())
    for means in (term.means("ko"), term.means("en")):
        assert 1 <= len(re.findall(r"[.](?: |$)", means)) <= 2, "one or two sentences"


@for_each([term for term in terms() if term.symbol], named=lambda term: term.id)
def test_a_symbol_is_written_with_what_katex_knows(term: Term) -> None:
    assert set(re.findall(r"\\([a-zA-Z]+)", term.symbol)) <= COMMANDS
    assert term.symbol.count("{") == term.symbol.count("}")
    assert term.symbol.count(r"\left") == term.symbol.count(r"\right")
    assert not HANGUL.search(term.symbol)
    assert "$" not in term.symbol


def test_no_entry_stands_twice() -> None:
    named = [[term.name(lang) for term in terms()] for lang in LANGUAGES]
    for names in ([term.id for term in terms()], *named):
        assert len(set(names)) == len(names)
    for term, lang in product(terms(), LANGUAGES):
        assert term.name(lang) not in term.also(lang), term.id


FOUND = {
    "softmax": ("softmax", "SOFTMAX", "소프트맥스", "ｓｏｆｔｍａｘ"),
    "beam_search": ("  Beam   search ",),
    "perplexity": ("혼란도",),
    "bos": ("BOS", "<s>"),
    "top_p": ("nucleus",),
    "query": ("query 질의",),
}
FIRST = {
    "head": ("head", "헤드"),
    "attention": ("attention", "어텐션"),
    "token": ("토큰",),
    "loss": ("loss",),
    "top_p": ("top-p",),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_term_is_found_by_any_of_its_names_and_the_best_match_comes_first(lang: str) -> None:
    """A name that is the query; then names that begin with it, names that hold it, meanings."""
    for wanted, queries in FOUND.items():
        for query in (*queries, unicodedata.normalize("NFD", queries[-1])):
            found = [term.id for term in search(query, lang)]
            assert wanted in found and len(found) < 12, query
    for first, query in ((first, query) for first, each in FIRST.items() for query in each):
        terms_found = search(query, lang)
        assert terms_found[0].id == first, query
        names = [[t.name("ko"), t.name("en"), *t.also("ko"), *t.also("en")] for t in terms_found]
        named = [any(query.casefold() in name.casefold() for name in each) for each in names]
        assert named == sorted(named, reverse=True), query
    for query in ("zebra", "**", "가나다라마바사", "\x00", "[a]("):
        assert search(query, lang) == []


def test_the_meaning_is_searched_in_the_language_of_the_reader() -> None:
    (seed,) = (term for term in terms() if term.id == "seed")
    assert seed in search("무작위 뽑기", "ko") and seed not in search("제비뽑기", "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_stand_in_the_order_of_the_alphabet(lang: str) -> None:
    found = search("", lang)
    assert set(found) == set(terms())
    letters = [letter(term, lang) for term in found]
    groups = [one for i, one in enumerate(letters) if not i or letters[i - 1] != one]
    assert len(groups) == len(set(groups)), "a letter comes twice"
    known = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ" if lang == "ko" else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert [one for one in groups if one] == [one for one in known if one in groups]


def test_korean_words_stand_as_in_a_dictionary() -> None:
    some = ("weight", "hypothesis", "greedy", "layer", "head")
    names = [term.name("ko") for term in in_order(terms(), "ko") if term.id in some]
    assert names == ["가설", "어텐션 가중치", "층", "탐욕 탐색", "헤드"]
    assert letter(next(t for t in terms() if t.id == "unigram"), "ko") == "ㅇ"


@for_each(contrasts(), named=lambda each: "-".join(each.sides))
def test_a_contrast_has_a_sentence_or_two_for_each_side(contrast: Contrast) -> None:
    known = {term.id for term in terms()}
    assert contrast.sides[0] in known and contrast.sides[0] != contrast.sides[1]
    assert (contrast.sides[1] in known) != ({*contrast.others} == {*LANGUAGES})
    for side in (0, 1):
        told = {lang: contrast.says(side, lang) for lang in LANGUAGES}
        assert HANGUL.search(told["ko"]) and not HANGUL.search(told["en"])
        for words in told.values():
            assert words.endswith(".") and 1 <= len(re.findall(r"[.](?: |$)", words)) <= 2


def test_no_contrast_stands_twice_and_those_that_students_mix_up_are_there() -> None:
    sides = [frozenset(each.sides) for each in contrasts()]
    named = {frozenset((each.sides[0], each.name(1, "en"))) for each in contrasts()}
    assert len(named) == len(sides)
    wanted = (
        *(("query", "key"), ("self_attention", "cross_attention"), ("mask", "dropout")),
        *(("logit", "probability"), ("layer_norm", "batch_norm"), ("loss", "perplexity")),
        *(("greedy", "beam_search"), ("weight", "parameter")),
    )
    assert {frozenset(pair) for pair in wanted} <= {*sides}
    others = (("embedding", "one-hot vector"), ("token", "word"), ("parameter", "hyperparameter"))
    assert {frozenset(pair) for pair in others} <= named


def test_in_full_an_entry_says_what_tells_it_apart() -> None:
    bos, loss = (next(term for term in terms() if term.id == id) for id in ("bos", "loss"))
    assert r"\<s\>" in entry(bos, "en")  # signs of Markdown in our words stay signs
    (contrast,) = (each for each in contrasts() if "loss" in each.sides)
    assert f"Unlike perplexity: {escape(contrast.says(0, 'en'))}" in entry(loss, "en")
    assert "퍼플렉시티와 다른 점:" in entry(loss, "ko")


def test_every_term_lives_somewhere_and_every_place_has_terms() -> None:
    for term in terms():
        assert parts_of(term) and set(parts_of(term)) <= set(PLACES)
        assert lit_parts(term) and set(lit_parts(term)) <= set(REGIONS)
        assert len(set(parts_of(term))) == len(parts_of(term))
    for place in PLACES:
        assert len(terms_of_part(place)) >= 3 and parts_of(first_of_part(place))[0] == place
    assert set(PLACES) - set(REGIONS) == set(OUTSIDE)


def test_a_term_lights_what_it_is_about() -> None:
    by_id = {term.id: term for term in terms()}
    assert lit_parts(by_id["query"]) == ("encoder", "cross", "decoder")
    assert parts_of(by_id["bleu"]) == ("measuring",)
    for whole in ("adam", "bleu"):  # all weights of the model, all it writes
        assert set(lit_parts(by_id[whole])) == set(REGIONS)
    assert parts_of(by_id["gru"]) == ("others",) and "cross" not in lit_parts(by_id["gru"])


def test_in_a_part_terms_stand_as_the_data_flows() -> None:
    way = ["query", "key", "value", "score", "scaling", "softmax", "weight", "context_vector"]
    cross = [term.id for term in terms_of_part("cross")]
    assert [id for id in cross if id in way] == [id for id in way if id in cross]
    assert first_of_part("cross").id == "cross_attention"


def numbers(told: str) -> list[float]:
    """Those that stand behind the last sign of equality."""
    last = told.rpartition("=")[2].replace("{,}", "")
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", last)]


@pytest.fixture(scope="module")
def translation() -> Translation:
    return fake_translation(n_src=9, n_tgt=7, layers=3, heads=4)


def test_only_terms_have_numbers() -> None:
    known = {term.id for term in terms()}
    assert _OF_MODEL.keys() | _OF_SENTENCE.keys() <= known
    assert model_value("relu", {}) == model_value("bleu", {}) == ""


def test_sizes_are_those_of_the_weights(tiny_model_folder: Path) -> None:
    card, model = read_card(tiny_model_folder), Translator.load(tiny_model_folder)
    found = model.translate("비가 온다")
    assert numbers(sentence_value("positional_encoding", found))[:2] == [0.84, 0.54]  # sin 1, cos 1
    rows, columns = model.matrix.shape
    layers, heads, _, _ = found.attention("encoder").shape
    d_k = found.trace["encoder.0.self_attn.q"].shape[-1]
    assert numbers(model_value("vocabulary", card)) == [rows]
    for term in ("embedding", "tying"):
        assert numbers(model_value(term, card)) == [rows * columns]
    assert numbers(model_value("d_model", card)) == [found.trace["memory"].shape[-1]] == [columns]
    assert numbers(model_value("head", card)) == [heads]
    for term in ("query", "key", "value"):
        assert numbers(model_value(term, card)) == [d_k]
    assert numbers(model_value("multi_head", card)) == [heads * d_k]
    assert numbers(model_value("scaling", card)) == [round(1 / math.sqrt(d_k), 3)]
    for term in ("layer", "encoder"):
        assert numbers(model_value(term, card)) == [layers]
    assert numbers(model_value("decoder", card)) == [len(found.attention("decoder"))]
    inner = next(value for name, value in found.trace.items() if name.endswith("ffn.pre"))
    assert numbers(model_value("ffn", card)) == [inner.shape[-1]]
    count = sum(each.numel() for each in model.model.parameters())
    assert numbers(model_value("parameter", card)) == [count]
    ids = {"pad": PAD, "unk": UNK, "bos": BOS, "eos": EOS}
    assert {name: numbers(model_value(name, card))[0] for name in ids} == ids


def test_scores_are_those_of_the_card(tiny_model_folder: Path) -> None:
    card = {**read_card(tiny_model_folder), "dev": {"loss": 1.8551, "perplexity": 6.39}}
    assert numbers(model_value("loss", card)) == [1.86]
    assert model_value("perplexity", card) == "e^{1.8551} = 6.39"
    assert round(math.exp(1.8551), 2) == 6.39
    measured = card["test"]["beam"]
    assert numbers(model_value("bleu", card)) == [round(measured["bleu"], 1)]
    assert numbers(model_value("chrf", card)) == [round(measured["chrf"], 1)]
    assert numbers(model_value("dropout", card)) == [card["model"]["dropout"]]


def test_numbers_of_a_sentence_are_those_of_its_trace(translation: Translation) -> None:
    cross = translation.attention("cross")
    assert numbers(sentence_value("cross_attention", translation)) == [*cross.shape]
    assert sentence_value("token", translation) == rf"S = {cross.shape[3]},\; T = {cross.shape[2]}"
    assert numbers(sentence_value("memory", translation)) == [*translation.trace["memory"].shape]
    widest = max(sum(head[0][k] for head in cross[-1]) / cross.shape[1] for k in range(9))
    assert numbers(sentence_value("weight", translation)) == [round(float(widest), 2)]
    trace, last = translation.trace, "decoder.2.cross_attn"
    sigmas = [round(float(trace[f"encoder.0.add1.{one}"][0].std()), 2) for one in ("sum", "norm")]
    chances = [float(one) for one in trace["probs"][0]]
    wanted = {
        "self_attention": [3, 4, 9, 9],
        "score": [round(float(trace[f"{last}.scores"][0][0].max()), 2)],
        "softmax": [1],
        "layer_norm": sigmas,
        "causal_mask": [sum(range(7))],
        "logit": [round(float(trace["logits"][0].max()), 2)],
        "entropy": [round(-sum(p * math.log(p) for p in chances), 2)],
        "id": [translation.source.ids[0]],
        "autoregressive": [7],
        "complexity": [81],
        "beam_width": [translation.options.width],
        "alpha": [translation.options.alpha],
    }
    for term, name in (("query", "q"), ("key", "k"), ("value", "v"), ("context_vector", "heads")):
        wanted[term] = [round(float(one), 2) for one in trace[f"{last}.{name}"][0][0][:3]]
    for term, expected in wanted.items():
        assert numbers(sentence_value(term, translation)) == expected, term
    first = float(translation.predicted_probs[0])
    assert numbers(sentence_value("probability", translation)) == [round(first, 2)]
    assert numbers(sentence_value("log_probability", translation)) == [round(math.log(first), 2)]
    assert numbers(sentence_value("hypothesis", translation)) == [len(translation.hypotheses)]
    assert sentence_value("relu", translation) == ""
