"""Any text into the tokenizer, the engine, the command line and the readers of the address."""

import argparse
import io
import math
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer import __main__ as program
from explainer import engine
from explainer.batch.source import SourceError
from explainer.decoding import DecodeOptions
from explainer.engine import InputError, Translator
from explainer.engine import translator as loaded
from explainer.frame import address, params, sentence_warnings
from explainer.text import LANGUAGES, Text
from explainer.tokenizer import EOS, normalise
from explainer.translation import Translation
from tests.fuzz.texts import ENDLESS, LONGEST, TEXTS, tries

QUICK = DecodeOptions(method="greedy", max_length=3)
REASONS = {"empty", "too_long_text", "too_long_tokens", "no_known_tokens"}


@pytest.fixture(scope="module")
def translator(tiny_model_folder: Path) -> Translator:
    return Translator.load(tiny_model_folder)


@tries(50)
@given(TEXTS)
def test_a_normalised_text_is_one_line_that_stays_as_it_is(text: str) -> None:
    clean, _ = normalise(text)
    assert normalise(clean)[0] == clean
    assert clean == clean.strip() and clean.isprintable()
    clean.encode("utf-8")


@tries(40)
@given(TEXTS)
def test_tokens_cover_a_text_without_gap(translator: Translator, text: str) -> None:
    clean = normalise(text)[0][:2000]
    found = translator.tokenizer.encode(clean)
    assert found.ids[-1] == EOS and len(found.ids) == len(found.tokens) == len(found.spans)
    assert max(found.ids) < translator.config.vocab_size
    ends = [0, *(end for _, end in found.spans)]
    assert all(start <= end <= len(clean) for start, end in found.spans)
    assert ends == sorted(ends)


@tries(40)
@given(TEXTS)
def test_a_sentence_is_translated_or_refused_before_the_model_is_asked(
    translator, monkeypatch, text
):
    """Work has a bound whatever comes: never more than 64 tokens reach the encoder."""
    lengths: list[int] = []
    plain = loaded.stepper  # type: ignore[attr-defined]

    def counted(weights: object, src_BS: object, *memory: object) -> object:
        lengths.append(src_BS.shape[1])  # type: ignore[attr-defined]
        return plain(weights, src_BS, *memory)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(loaded, "stepper", counted)
        found = answer(translator, text)
    if isinstance(found, InputError):
        assert found.reason in REASONS and not lengths
        assert all(sentence_warnings.refusal(Text(lang), found) for lang in LANGUAGES)
        return
    assert lengths == [len(found.source)] and lengths[0] <= engine.MAX_SOURCE_TOKENS
    assert len(found.predicted) <= 3 and found.original == text
    assert 0 <= found.unk_share <= 1


def answer(translator: Translator, text: str) -> Translation | InputError:
    try:
        return translator.translate(text, QUICK, trace=False)
    except InputError as problem:
        return problem


@pytest.mark.parametrize("name", ENDLESS)
def test_a_million_characters_are_refused_before_they_are_cleaned(translator, monkeypatch, name):
    monkeypatch.setattr(translator, "tokenizer", None)  # asked, it would raise
    tracemalloc.start()
    try:
        found = answer(translator, ENDLESS[name])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(found, InputError) and found.reason == "too_long_text"
    assert peak < LONGEST / 10, "bytes: it is not even copied"


@tries(30)
@given(st.binary(max_size=400) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_standard_input_is_read_in_lines_or_refused_with_the_line(data: bytes) -> None:
    """Refused is what is no text: zeros, the beginning of a packed file, no encoding that fits."""
    problem, lines = "", list[str]()
    try:
        lines = [line for block in program.blocks(io.BytesIO(data), 3) for line in block]
    except SourceError as error:
        problem = str(error)
    if problem:
        assert re.match(r"standard input, line [1-9]\d*: \S", problem)
        return
    ended = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    assert len(lines) == ended.count(b"\n") + (not ended.endswith(b"\n") and bool(ended))
    assert not any("\n" in line for line in lines)


@given(st.text(st.characters(blacklist_characters="\0\r", blacklist_categories=["Cs"]), min_size=1))
def test_plain_lines_are_never_refused(text: str) -> None:
    sent = ["the dog " + line for line in text.split("\n")]
    data = "\n".join(sent).encode()
    assert [line for block in program.blocks(io.BytesIO(data), 3) for line in block] == sent


@tries(20)
@given(st.lists(TEXTS.map(lambda text: text[:500]), max_size=5))
def test_the_command_line_writes_a_line_for_each_line(translator, monkeypatch, lines):
    sent = [line.replace("\n", " ").replace("\r", " ").replace("\0", " ") for line in lines]
    data = "".join(f"{line}\n" for line in sent).encode("utf-8", "replace")
    out = io.StringIO()
    arguments = argparse.Namespace(model="tiny", beam=1, alpha=0.6, json=True, encoding=None)
    with monkeypatch.context() as patch:
        patch.setattr(program, "find_model", lambda name: name)
        patch.setattr(program, "search", lambda given: QUICK)
        patch.setattr(Translator, "load", classmethod(lambda cls, folder: translator))
        assert program.translate(arguments, io.BytesIO(data), out) in {0, 1}
    assert out.getvalue().count("\n") == len(lines)


NAMES = st.sampled_from((*params.CHECKS, "model", "s", "utm_source"))


@tries(50)
@given(st.dictionaries(NAMES, TEXTS, max_size=4))
def test_an_address_gives_usable_values_or_names_what_it_ignored(written: dict[str, str]) -> None:
    broken, good = params.broken_values(written, ("ko-en",)), dict[str, Any]()
    assert set(broken) <= set(written)
    for name, value in written.items():
        if name in vars(params.DEFAULTS):
            read = params.reader(name)(value)
            assert (read is None) == (name in broken)
            assert not isinstance(read, float) or math.isfinite(read)
            good |= {name: read} if name not in broken else {}
    params.Settings(**good).options()  # whatever is not broken goes together


@tries(50)
@given(TEXTS)
def test_the_readers_of_choices_give_what_there_is_or_nothing(text: str) -> None:
    assert address.switch(text) in {True, False, None}
    assert address.one_of(("a", "b"))(text) in {"a", "b", None}
    shares = sentence_warnings.script_shares(text[:2000])
    assert all(0 <= share <= 1 for share in shares.values())
