"""Each chapter's example shows what the chapter claims; recomputed with the shipped models."""

import numpy as np
import pytest

from explainer.analysis.forcing import read_forced_pass
from explainer.analysis.head_disagreement import most_different
from explainer.analysis.head_roles import head_role
from explainer.analysis.interventions import Intervention
from explainer.analysis.maps import is_ordinary
from explainer.analysis.ngrams import load_counts, probabilities
from explainer.analysis.occlusion import occlusion, translation_pairs
from explainer.analysis.scaling import DIVISORS
from explainer.chapters.alignment.maps import most_similar_head
from explainer.chapters.embeddings.arithmetic import SUMS, vector_sums
from explainer.chapters.embeddings.data import RARE, initial_token
from explainer.chapters.rnn.unroll import lacking
from explainer.chapters.scaling.experiment import changes
from explainer.data.references import reference_of
from explainer.data.samples import default_sentence, samples
from explainer.decoding import BOS, DecodeOptions
from explainer.engine import Translation, Translator
from explainer.frame.course import chapter_of, chapters
from explainer.frame.page import page_of
from explainer.frame.view import View
from explainer.runs.batches import make_batch
from explainer.runs.forced import shift_right
from explainer.tokenizer.lattice import Lattice, best_paths
from explainer.tokenizer.tokenizer import PAD
from tests.app.helpers import type_sentence
from tests.apptest import Open, use_models
from tests.chapters.predictions import view_of
from tests.conftest import ROOT
from tests.shipped import translator

GREEDY = DecodeOptions(method="greedy", n_best=1)
BEAM = DecodeOptions(method="beam", width=4, n_best=4, alpha=0.6)
SOURCES = {"ko-en": "ko", "en-ko": "en", "en-de": "en"}


def translate(model: str, chapter: str, options: DecodeOptions) -> Translation:
    return translator(model).translate(opens_on(model, chapter), options)


def opens_on(model: str, chapter: str) -> str:
    source, target = model.split("-")
    return default_sentence(source, chapter, target)


def test_examples_are_for_chapters() -> None:
    """One sentence a chapter and model at most; that of a model stands beside no other one."""
    ids = {"", *(one.id for one in chapters())}
    for model, language in SOURCES.items():
        named = [chapter for sample in samples(language) for chapter in sample.shows]
        assert len(set(named)) == len(named)
        assert {name.partition("/")[0] for name in named} <= ids
        assert not {name.partition("/")[0] for name in named if "/" in name} & {*named}
        for name in named:
            chapter, _, target = name.partition("/")
            found = next(sample for sample in samples(language) if name in sample.shows)
            assert target in ("", model.split("-")[1]) or opens_on(model, chapter) != found.text


@pytest.mark.parametrize("model", ["ko-en"])
def test_here_one_vector_loses_words_that_attention_keeps(model: str) -> None:
    """Of the page on RNNs: the GRU without attention, and the one with it."""
    sentence = opens_on(model, "rnn")
    one, two = (written(translator(name), sentence) for name in ("ko-en-gru", "ko-en-gru-bahdanau"))
    assert sum(missing for _, missing in lacking(one, two)) >= 3, (one, two)


def written(model: Translator, sentence: str) -> str:
    return model.tokenizer.decode(model.generate(model.tokenizer.encode(sentence).ids))


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("model", SOURCES)
def test_here_the_heads_of_a_row_look_at_different_tokens(model: str) -> None:
    """The row that opens, and in the last layer at the translation pair: as the beats count."""
    view = view_of("heads", model, opens_on(model, "heads"))
    found = view.translation
    weights = found.attention("cross")
    words = [is_ordinary(token) for token in found.predicted_tokens]
    layer, row = most_different(weights, words)
    count = len({int(head[row].argmax()) for head in weights[layer]})
    assert count >= 6 and told_of("heads", "cross", view) == {"count": count}
    keys, both = found.source.tokens, pairs(model, found)
    roles = [head_role(head, kind="cross", key_tokens=keys, pairs=both) for head in weights[-1]]
    near = sum(each.role in ("pair", "around") for each in roles)
    assert near >= 7 and told_of("heads", "last", view) == {"layer": 3, "pairs": near, "heads": 8}
    # Of the encoder at themselves or at neighbours.
    weights = found.attention("encoder")
    layer, _ = most_different(weights, [is_ordinary(token) for token in keys])
    names = [head_role(head, kind="encoder", key_tokens=keys).role for head in weights[layer]]
    near = sum(name in ("near", "previous", "next") for name in names)
    told = {"layer": layer + 1, "same": names.count("same"), "near": near}
    assert near >= 3 and told_of("heads", "encoder", view) == told


def told_of(chapter: str, beat: str, view: View) -> dict[str, object]:
    """The numbers in a sentence of a page's story."""
    spec = chapter_of(chapter)
    assert spec is not None
    fills = next(one.fills for one in page_of(spec).beats if one.id == beat)
    assert fills is not None
    return dict(fills(view))


def pairs(model: str, found: Translation) -> tuple[int | None, ...]:
    """The source token each written one misses most, by hiding them one by one."""
    drops = occlusion(translator(model).model, found.source.ids, found.fed, found.predicted)
    return translation_pairs(drops)


PEOPLE = {"사람", "여자", "사람이", "소년", "소녀", "소년이", "여자가", "여성"}
DOING = {"eat", "watching", "sitting", "doing", "playing", "read", "walking"}
TIMES = {"afternoon", "tonight", "dinner", "even", "summer", "morning", "weekend", "night"}
NEAREST = {"ko-en": ("남자", PEOPLE), "en-ko": ("eating", DOING), "en-de": ("evening", TIMES)}


@pytest.mark.parametrize("model", NEAREST)
def test_here_the_nearest_tokens_are_used_like_the_one_that_opens(model: str) -> None:
    """All or nearly all are people, forms of a verb, or times of day; judged by a person."""
    token, alike = NEAREST[model]
    found, matrix = translate(model, "embeddings", BEAM), translator(model).matrix.astype(float)
    opened = int(initial_token(found, "s")[1:]) - 1
    assert found.source.tokens[opened] == f"▁{token}"
    frequent = matrix[: len(matrix) // RARE]
    unit = frequent / np.linalg.norm(frequent, axis=1, keepdims=True).clip(1e-12)
    tokens = translator(model).tokens(range(len(unit)))
    order = np.argsort(-(unit @ matrix[found.source.ids[opened]]))
    names = [tokens[i].removeprefix("▁") for i in order if tokens[i][0] == "▁"]
    assert {*[name for name in names if name != token][: len(alike)]} == alike


WORKS = {"ko-en": [True] * 4 + [False, True], "en-ko": [True] * 4 + [False, False]}


@pytest.mark.parametrize("model", WORKS)
def test_some_sums_of_vectors_come_out(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In float64 from the matrix; what the note says holds."""
    use_models(ROOT / "pretrained", monkeypatch)
    matrix = translator(model).matrix.astype(np.float64)
    names = [name.removeprefix("▁") for name in translator(model).tokens(range(len(matrix)))]
    starts = {name: i for i, name in enumerate(translator(model).tokens(range(len(matrix))))}
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True).clip(1e-12)
    found = vector_sums(model)
    assert len(found) == len(SUMS)
    for one in found:
        ids = [starts[f"▁{word}"] for word in one.words]
        cosines = unit @ (matrix[ids[0]] - matrix[ids[1]] + matrix[ids[2]])
        cosines /= np.linalg.norm(matrix[ids[0]] - matrix[ids[1]] + matrix[ids[2]])
        cosines[ids[:3]] = -1
        assert names[int(cosines.argmax())] == one.result
        assert one.cosine == pytest.approx(cosines.max(), abs=1e-6)
    assert [one.works for one in found] == WORKS[model]


TOLD = {
    "ko-en": "우리 선생님은 매일 도서관에서 책을 읽는다.",
    "en-ko": "The old man is sitting on a bench.",
}
MISSED = {
    "ko-en": {("teacher", "선생님"), ("library", "도서관"), ("books", "책"), ("every", "매일")},
    "en-ko": {("벤치", "bench"), ("앉아", "sitting"), ("노", "old")},
}


@pytest.mark.parametrize("model", MISSED)
def test_the_token_that_is_missed_most_is_the_one_a_person_pairs(model: str) -> None:
    """Found without any attention weight; which words belong together was judged by a person."""
    found = translator(model).translate(TOLD[model], BEAM)
    rows = zip(found.predicted_tokens, pairs(model, found), strict=True)
    told = {
        (row.removeprefix("▁"), found.source.tokens[key].removeprefix("▁"))
        for row, key in rows
        if key is not None
    }
    assert MISSED[model] <= told


@pytest.mark.parametrize("model", SOURCES)
def test_here_each_mask_shows_something_of_its_own(model, monkeypatch):
    """The sentence itself is padded, and both masks together hide more than the causal one."""
    use_models(ROOT / "pretrained", monkeypatch)
    found = translate(model, "masks", BEAM)
    arrays = make_batch(found).arrays
    causal = np.tril(np.ones((arrays["fed"].shape[1],) * 2, dtype=bool))
    assert (arrays["source"][0] == PAD).any()
    assert (causal & (arrays["fed"][0] != PAD) != causal).sum() >= 3
    # A decoder without its mask looks ahead, and then finds other tokens probable.
    blind = translator(model).run(found.source.ids, found.fed, [Intervention("unmask", "decoder")])
    assert float(np.abs(blind["probs"] - found.trace["probs"]).max()) > 0.2


@pytest.mark.parametrize("model", SOURCES)
def test_here_what_the_beats_of_the_first_page_say_holds(model: str) -> None:
    """Heads disagree at step 3; what is said of layers is computed on the page. It is short and its
    names stand upright."""
    found = translate(model, "translate", BEAM)
    assert len({int(head[2].argmax()) for head in found.attention("cross")[-1]}) >= 2
    assert len(found.source.tokens) <= 10 and max(map(len, found.source.tokens)) <= 8


@pytest.mark.parametrize("model", SOURCES)
def test_here_the_word_surfaces_in_the_last_layer_and_one_dam_loses_it(model: str) -> None:
    """What the beats of the river say, by the model's own projection of every state."""
    found, engine = translate(model, "layers", BEAM), translator(model)
    step = 1  # where the page opens
    trace = found.trace
    states = [trace["decoder.embed"][step]] + [
        trace[f"decoder.{layer}.add{number}.norm"][step]
        for layer in range(3)
        for number in (1, 2, 3)
    ]
    best = [int((engine.matrix @ state).argmax()) for state in states]
    names, (word,) = engine.tokens(best), engine.tokens([found.predicted[step]])
    assert len({*names}) >= 3
    assert names.index(word) == 8  # cross-attention of layer 3, and stays
    assert names[8:] == (word,) * 2

    def without(layer: int) -> tuple[int, float]:
        dam = [Intervention("attention", "cross", layer)]
        probs = engine.run(found.source.ids, found.fed, dam)["probs"][step]
        return int(probs.argmax()), float(probs[found.predicted[step]])

    whole = float(trace["probs"][step, found.predicted[step]])
    (lost, least), (kept, most) = without(2), without(0)
    assert lost != found.predicted[step] and least < 0.1 and whole > 0.9
    assert kept == found.predicted[step] and abs(most - whole) < 0.05
    # The norm sets the width again: behind it the tokens' vectors differ less in length.
    spread: dict[str, list[float]] = {"sum": [], "norm": []}
    for layer, number in [(layer, number) for layer in range(3) for number in (1, 2, 3)]:
        for name, found_so_far in spread.items():
            lengths = np.linalg.norm(trace[f"decoder.{layer}.add{number}.{name}"], axis=-1)
            found_so_far.append(float(lengths.std() / lengths.mean()))
    assert np.mean(spread["norm"]) < np.mean(spread["sum"]) / 2


def test_here_the_end_of_the_source_is_looked_at_first_and_three_models_differ() -> None:
    """아버지는 아침마다 신문을 읽으신다: read, newspaper, every, morning, against the order."""
    found = translate("ko-en", "alignment", BEAM)
    words = {token.removeprefix("▁"): row for row, token in enumerate(found.predicted_tokens)}
    asked = [words[one] for one in ("read", "newspaper", "every", "morning")]
    recurrent = [translator(name) for name in ("ko-en-gru-bahdanau", "ko-en-lstm-luong")]
    fed = (BOS, *found.predicted[:-1])
    maps = [one.run(found.source.ids, fed)["decoder.weights"] for one in recurrent]
    heads = found.attention("cross")[-1]
    for weights in (*maps, heads[most_similar_head(heads, maps)]):
        assert (np.diff(weights[asked].argmax(axis=1)) <= 0).all()
        assert weights[asked[0]].argmax() > weights[asked[-1]].argmax() + 3
    assert len({found.text, *(written(one, found.source.text) for one in recurrent)}) == 3


@pytest.mark.parametrize("model", SOURCES)
def test_here_every_size_of_die_is_rolled_and_an_n_gram_was_never_seen(model: str) -> None:
    """From a ball to a die of more than ten faces; counted without smoothing it is impossible."""
    found, engine = opens_on(model, "perplexity"), translator(model)
    ids = engine.tokenizer.encode(reference_of(found, model.split("-")[1])).ids
    source = engine.tokenizer.encode(found).ids
    faces = np.exp(read_forced_pass(engine.run(source, shift_right(ids))["logits"], ids).losses)
    assert [np.any((low < faces) & (faces < high)) for low, high in DICE] == [True] * len(DICE)
    counts = load_counts(ROOT / "pretrained" / model)
    assert counts is None or not probabilities(counts, ids, 3, "none", 0.0).all()


DICE = ((1, 1.25), (1.5, 3), (4, 8), (10, 40))


@pytest.mark.parametrize("model", SOURCES)
def test_here_another_cut_writes_something_else(model: str) -> None:
    """The fourth best way, as tokens.beat_other says."""
    engine, sentence = translator(model), opens_on(model, "tokens")
    ways = best_paths(engine.tokenizer, Lattice(engine.tokenizer), sentence, 4)[::3]
    assert len({engine.search([way.ids], BEAM).hypotheses[0][0].ids for way in ways}) == 2


@pytest.mark.parametrize("model", SOURCES)
def test_here_a_word_is_one_token_and_another_one_several(model: str) -> None:
    found = translate(model, "tokens", GREEDY).source
    counts = [len(word.split()) for word in " ".join(found.tokens[:-1]).split("▁") if word.strip()]
    assert min(counts) == 1 and max(counts) >= 2
    assert sum(map(len, found.text.split())) >= 1.5 * sum(counts)


@pytest.mark.parametrize("model", SOURCES)
def test_here_the_encoder_notices_the_order_by_its_positions_alone(model: str) -> None:
    """Reversed as the page's beats do it: the row of every token, with positions and without."""
    found, engine = translate(model, "positions", GREEDY), translator(model)
    ids = found.source.ids
    turned = (*reversed(ids[:-1]), ids[-1])
    order = [*reversed(range(len(ids) - 1)), len(ids) - 1]
    moved = {}
    for name, off in {"on": (), "off": (Intervention("positions", "encoder"),)}.items():
        before, after = (engine.run(row, found.fed, off)["memory"] for row in (ids, turned))
        moved[name] = np.linalg.norm(after - before[order], axis=1) / np.linalg.norm(before, axis=1)
    assert moved["off"].max() < 1e-4 and np.median(moved["on"]) > 0.1
    assert engine.generate(turned) != engine.generate(ids)


@pytest.mark.parametrize("model", SOURCES)
def test_here_without_order_and_without_the_source_something_else_is_written(model: str) -> None:
    """Without cross-attention no token but the full stop comes from the source."""
    found, engine = translate(model, "ablation", GREEDY), translator(model)
    lost = [
        engine.tokenizer.decode(engine.generate(found.source.ids, (change,)))
        for change in (Intervention("positions"), Intervention("attention", "cross"))
    ]
    assert len({found.text, *lost}) == 3
    other = samples(SOURCES[model])[1].text  # blind, it writes the same for any
    ids = engine.tokenizer.encode(other).ids
    blind = engine.generate(ids, (Intervention("attention", "cross"),))
    assert engine.tokenizer.decode(blind) == lost[1]


@pytest.mark.parametrize("model", SOURCES)
def test_here_every_other_divisor_writes_something_else(model: str) -> None:
    found, engine = translate(model, "scaling", GREEDY), translator(model)
    heads, _, d_k = found.trace["decoder.0.cross_attn.q"].shape
    written = {
        engine.tokenizer.decode(engine.generate(found.source.ids, changes(by, d_k, heads * d_k)))
        for by in DIVISORS
    }
    assert found.text in written and len(written) == len(DIVISORS)


@pytest.mark.parametrize("model", ["ko-en", "en-de"])
def test_here_a_slip_is_read_on(model: str) -> None:
    """Given the right token the model goes on as the reference does; its own leads elsewhere."""
    engine, sentence = translator(model), opens_on(model, "forcing")
    ids = engine.tokenizer.encode(reference_of(sentence, model.split("-")[1])).ids
    source = engine.tokenizer.encode(sentence).ids
    own = engine.search([source], GREEDY).hypotheses[0][0].ids
    firsts = engine.run(source, [BOS, *ids[:-1]])["logits"].argmax(-1).tolist()
    cut = next(i for i, (a, b) in enumerate(zip(ids, own, strict=False)) if a != b)
    assert cut > 0 and firsts[cut] == own[cut] != ids[cut]
    assert firsts[cut + 1 :] == list(ids[cut + 1 :])
    assert own[cut + 1] != ids[cut + 1] and len(set(own[cut:]) - set(ids)) > 1


def test_a_page_brings_its_example_but_leaves_an_own_sentence_alone(open_app: Open) -> None:
    app = open_app("beam", lang="ko")
    assert app.text_input(key="s").value == default_sentence("ko", "beam")
    assert "s" not in app.query_params
    hashes = {page["url_pathname"]: name for name, page in app._registered_pages.items()}
    app._page_hash = hashes["heads"]
    assert app.run().text_input(key="s").value == default_sentence("ko", "heads")
    app = type_sentence(app, "문을 닫아 주세요.")
    app._page_hash = hashes["beam"]
    assert app.run().text_input(key="s").value == "문을 닫아 주세요."
