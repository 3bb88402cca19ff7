"""The page of tokens: what it says about a run is what tokenizer and model give."""

import json
from itertools import combinations

import pytest

from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.text import LANGUAGES, Text
from explainer.tokenizer import EOS, UNK
from explainer.tokenizer.changes import parts
from explainer.tokenizer.lattice import Lattice, best_paths
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, drawn, said
from tests.conftest import SENTENCES

SENTENCE = SENTENCES[0]
GREEDY = DecodeOptions(method="greedy")
CHAPTER = Chapter("tokens", SENTENCE, GREEDY)


@pytest.mark.parametrize("by_hand", [False, True])
def test_what_another_way_writes_stands_in_the_figure(
    page: Open, tiny: Translator, by_hand: bool
) -> None:
    """The second best way, chosen or cut by hand; a cut that has no tokens is none, and who then
    chooses a way gives up that by hand. What the page's own cut writes is the page's translation.
    """
    first, second = best_paths(tiny.tokenizer, Lattice(tiny.tokenizer), SENTENCE, 2)
    cut = ".".join(str(arc.start) for arc in second.arcs)
    at = page("cut", "ko", **({"tokens_cut": cut} if by_hand else {"tokens_way": "2"}))
    found = [tiny.search([way.ids], GREEDY).hypotheses[0][0].ids for way in (first, second)]
    best, now = map(tiny.tokenizer.decode, found)
    data = drawn(at, "arcs")
    tokens = [{"token": tiny.tokenizer.token(id), "id": id} for id in found[1]]
    shown = {"path": data["ways"][1], "best": best, "now": now, "tokens": tokens}
    assert data["written"] == shown
    assert f"{second.score:.2f}" in latex_of(at)[0]
    lacking = drawn(page("cut", tokens_cut="0.9999"), "arcs")["written"]
    assert lacking["now"] == lacking["best"]
    at.session_state["tokens_way"] = "3"
    assert drawn(at.run(), "arcs")["written"]["path"] == data["ways"][2]


def test_the_drawing_has_every_token_and_the_ids_of_the_model(page: Open, tiny: Translator) -> None:
    at = page()
    data, cutter = drawn(at, "arcs"), tiny.tokenizer
    assert data["path"] == data["ways"][0] and data["end"] == {"token": "</s>", "id": EOS}
    ids = [data["arcs"][place]["id"] for place in data["ways"][0]]
    assert (*ids, EOS) == cutter.encode(SENTENCE).ids
    for arc in data["arcs"]:
        assert data["marked"][arc["start"] : arc["end"]] == arc["token"]
        if arc["id"] != UNK:
            assert cutter.token(arc["id"]) == arc["token"]
            assert arc["score"] == pytest.approx(cutter.score(arc["id"]), abs=1e-3)
    spans = {(arc["start"], arc["end"]) for arc in data["arcs"]}
    vocabulary = {cutter.token(i): i for i in range(4, cutter.vocab_size)}
    parts = combinations(range(len(data["marked"]) + 1), 2)
    assert {(a, b) for a, b in parts if data["marked"][a:b] in vocabulary} <= spans
    totals = [sum(data["arcs"][place]["score"] for place in way) for way in data["ways"][:-1]]
    assert totals == sorted(totals, reverse=True)
    words = [word.strip(".") for word in SENTENCE.split()]
    missed = sum(f"▁{word}" not in vocabulary for word in words)
    wanted = f"({len(words)}) would each have to be in the vocabulary: it lacks **{missed}**"
    assert missed > 0 and any(wanted in line for line in said(at))


def test_the_batch_is_the_padded_tensor_and_too_many_lines_are_left_out_and_said(
    page: Open, tiny: Translator
) -> None:
    at = page("batch")
    at.text_area(key="tokens_batch_ko").set_value("비가 온다\n\n" + SENTENCES[2]).run()
    ids = [tiny.tokenizer.encode(line).ids for line in (SENTENCE, "비가 온다", SENTENCES[2])]
    width = max(map(len, ids))
    padded = [[*row, *[0] * (width - len(row))] for row in ids]
    cells = [row["chips"] for row in drawn(at, "rows")["rows"]]
    found = [[(int(chip["lines"][0]), chip["kind"] == "pad") for chip in row] for row in cells]
    assert found == [[(index, index == 0) for index in row] for row in padded]
    empty = sum(row.count(0) for row in padded)
    assert any(f"{empty} hatched ones ({empty / width / 3:.0%})" in line for line in said(at))
    at.text_area(key="tokens_batch_ko").set_value("\n".join(["비"] * 9)).run()
    assert "5 lines" in at.info[0].value
    assert not at.exception
    at.text_area(key="tokens_batch_ko").set_value("").run()
    assert [row["name"] for row in drawn(at, "rows")["rows"]] == ["1"]


def test_unknown_characters_are_one_id_and_do_not_come_back(page: Open, tiny: Translator) -> None:
    at = page("unknown")
    found = tiny.tokenizer.encode(f"{SENTENCE} 龘")
    assert found.ids.count(UNK) >= 1
    assert tiny.tokenizer.decode(found.ids) in said(at)
    assert any("龘" in line and "id 1" in line for line in said(at))
    assert any("齉" in line for line in said(at))
    at.text_input(key="tokens_rare").set_value("비").run()
    assert Text("en")("tokens.unknown_none") in said(at)


def test_cleaning_is_shown_and_the_readers_own_changes_come_first(page: Open) -> None:
    at = page("unknown", "ko")
    sample = at.dataframe[0].value
    assert "U+FF12" in sample["before_code"].tolist() and "U+0032" in sample["after_code"].tolist()
    assert Text("ko")("tokens.clean_own_none") in said(at)
    at = page("unknown", sentence="２월에  비가 온다")
    own = at.dataframe[0].value
    assert own["before"].tolist() == ["２", "  "]
    assert own["after"].tolist() == ["2", " "]


def test_the_samples_to_clean_are_really_changed() -> None:
    for lang in LANGUAGES:
        why = {part.why for part in parts(Text(lang)("tokens.clean_sample"))}
        assert {"nfkc", "nfd", "spaces"} <= why
    assert json.dumps(Text("ko")("tokens.clean_sample")).count("\\u11") == 6
