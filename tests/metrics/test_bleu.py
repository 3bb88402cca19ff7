"""Our BLEU against sacrebleu on any strings, the worked numbers, and every intermediate."""

import math
import random

import pytest
import sacrebleu
from sacrebleu.metrics import BLEU

from explainer.data.bleu import example
from explainer.metrics import bleu
from explainer.metrics.bleu_check import check, chrf, comparable
from explainer.metrics.bleu_tokens import TOKENIZERS, tokenize

REFERENCES = ["you know I always love you so much", "know right I always love you a lot"]
CANDIDATES = {
    "A": "know that I always love you that much",
    "B": "you love I always",
    "C": "I I I I I",
}


def words(*texts: str) -> list[tuple[str, ...]]:
    return [tuple(text.split()) for text in texts]


def counted(candidate: str, max_order: int = 4) -> bleu.Statistics:
    return bleu.statistics(tuple(candidate.split()), words(*REFERENCES), max_order)


@pytest.mark.parametrize(
    ("name", "correct", "total", "brevity", "value"),
    [
        ("A", (6, 3, 2, 1), (8, 7, 6, 5), 1.0, 0.38260294162784475),
        ("B", (4, 1, 0, 0), (4, 3, 2, 1), 0.36787944117144233, 2.795279274196275e-05),
        ("C", (1, 0, 0, 0), (5, 4, 3, 2), 0.5488116360940264, 3.670124608961276e-07),
    ],
)
def test_the_worked_numbers(name, correct, total, brevity, value):
    found = bleu.score(counted(CANDIDATES[name]), bleu.BleuSettings(smoothing="tiny"))
    assert (found.statistics.correct, found.statistics.total) == (correct, total)
    assert found.statistics.reference_length == 8
    assert (found.brevity, found.value) == (brevity, value), "exactly, to the last digit"


def test_without_smoothing_one_missing_order_is_zero() -> None:
    values = {
        name: bleu.score(counted(c), bleu.BleuSettings()).value for name, c in CANDIDATES.items()
    }
    assert values == {"A": 0.38260294162784475, "B": 0.0, "C": 0.0}


def test_the_example_of_the_page_is_the_worked_one() -> None:
    shown = example()
    assert dict(shown.candidates) == CANDIDATES and list(shown.references) == REFERENCES


def test_merged_counts_and_the_bigram_that_matches() -> None:
    """The two errors of a widely copied text: "you" counted once, and "you know" in B."""
    counts = {c.ngram: c for c in bleu.clipped_counts(*_b(), 1)}
    assert counts["you",].in_references == (2, 1) and counts["you",].merged == 2
    matching = [c.ngram for c in bleu.clipped_counts(*_b(), 2) if c.clipped]
    assert matching == [("I", "always")]


def _b() -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    return tuple(CANDIDATES["B"].split()), words(*REFERENCES)


def test_clipping_by_hand() -> None:
    (only,) = bleu.clipped_counts(("I",) * 5, words(*REFERENCES), 1)
    assert (only.in_candidate, only.merged, only.clipped) == (5, 1, 1)
    twice = bleu.clipped_counts(("you",) * 3, words(*REFERENCES), 1)[0]
    assert (twice.in_candidate, twice.merged, twice.clipped) == (3, 2, 2)


@pytest.mark.parametrize(
    ("length", "references", "closest"),
    [(5, [8, 8], 8), (5, [4, 6], 4), (5, [6, 4], 4), (0, [3, 1], 1), (9, [2], 2), (5, [5, 1], 5)],
)
def test_closest_reference_length(length: int, references: list[int], closest: int) -> None:
    assert bleu.closest_length(length, references) == closest


def test_brevity_penalty() -> None:
    assert bleu.brevity_penalty(8, 8) == bleu.brevity_penalty(9, 8) == 1
    assert bleu.brevity_penalty(4, 8) == math.exp(-1)
    assert bleu.brevity_penalty(0, 8) == 0


ENGLISH = 'the a cat cat sat on mat , . it\'s 3,5 3.5 10-12 &amp; U.S. "no" - (yes) € ½ A A'
KOREAN = "나는 나는 너를 항상 매우 사랑해 . 알지? 학교에 학교에서 갔다 3시 , 책을 읽었다 ~ · ㅋㅋ"
VOCABULARY = {"en": ENGLISH.split(), "ko": KOREAN.split()}
ODD = ["", " ", "a", "가", ".", "\u3000", "a\u00a0b", "I I I I I I I I", "한", "\n", "a\nb c"]


def fuzzed(rng: random.Random) -> str:
    if rng.random() < 0.18:
        return rng.choice(ODD)
    vocabulary = VOCABULARY[rng.choice(("en", "ko"))]
    vocabulary = rng.sample(vocabulary, rng.randint(1, len(vocabulary)))  # few words repeat
    glue = rng.choice((" ", " ", " ", "", "  "))
    return glue.join(rng.choice(vocabulary) for _ in range(rng.randint(0, 14)))


def near(rng: random.Random, text: str) -> str:
    """The text with a few words lost, doubled or moved: something to match."""
    found = text.split()
    for _ in range(rng.randint(0, 3)):
        if found:
            at = rng.randrange(len(found))
            found[at : at + 1] = rng.choice(([], [found[at]] * 2, ["x"], [found[0]]))
    return " ".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@pytest.mark.parametrize("smoothing", [s for s in bleu.SMOOTHINGS if s != "tiny"])
def test_equals_sacrebleu_on_fuzzed_strings(tokenizer: str, smoothing: str) -> None:
    rng = random.Random(f"{tokenizer} {smoothing}")
    matched = 0
    for _ in range(60):
        max_order, effective = rng.randint(1, bleu.MAX_ORDER), rng.random() < 0.5
        value = rng.choice((None, 0.01, 0.5, 2.0)) if smoothing in ("floor", "add-k") else None
        n_references = rng.randint(1, 3)
        references = [[fuzzed(rng) for _ in range(n_references)] for _ in range(rng.randint(1, 4))]
        candidates = [
            near(rng, rng.choice(row)) if rng.random() < 0.7 else fuzzed(rng) for row in references
        ]
        settings = bleu.BleuSettings(max_order, smoothing, value, effective)  # type: ignore[arg-type]
        found = bleu.score(_corpus(candidates, references, tokenizer, max_order), settings)
        theirs = BLEU(
            tokenize=tokenizer,
            smooth_method=smoothing,
            smooth_value=value,
            max_ngram_order=max_order,
            effective_order=effective,
        ).corpus_score(candidates, [list(column) for column in zip(*references, strict=True)])
        assert found.score == pytest.approx(theirs.score, abs=1e-9), (candidates, references)
        ours = [100 * p for p in found.precisions]
        assert ours == pytest.approx(theirs.precisions, abs=1e-9), (candidates, references)
        assert (found.brevity, found.statistics.length) == (theirs.bp, theirs.sys_len)
        assert check(found, candidates, references, tokenizer).difference < 1e-9
        matched += found.score > 0
    assert matched > 10, "strings that never match would prove nothing"


def _corpus(
    candidates: list[str], references: list[list[str]], tokenizer: str, max_order: int
) -> bleu.Statistics:
    return bleu.corpus_statistics(
        [
            bleu.statistics(
                tokenize(candidate, tokenizer), [tokenize(one, tokenizer) for one in row], max_order
            )
            for candidate, row in zip(candidates, references, strict=True)
        ]
    )


def test_weights_are_a_weighted_geometric_mean() -> None:
    counts = counted(CANDIDATES["A"])
    found = bleu.score(counts, bleu.BleuSettings(weights=(3, 1, 0, 0)))
    assert list(found.weights) == [0.75, 0.25, 0, 0]
    assert found.value == pytest.approx((6 / 8) ** 0.75 * (3 / 7) ** 0.25)
    equal = bleu.score(counts, bleu.BleuSettings(weights=(2, 2, 2, 2)))
    assert equal.value == pytest.approx(0.38260294162784475) and comparable(equal.settings)
    alone = bleu.score(counted("you love I always"), bleu.BleuSettings(weights=(1, 0, 0, 0)))
    assert alone.value == pytest.approx(math.exp(-1)), "a weight of 0 takes a missing order out"


def test_the_summands_add_up_to_the_logarithm() -> None:
    for smoothing in bleu.SMOOTHINGS:
        found = bleu.score(counted(CANDIDATES["B"]), bleu.BleuSettings(smoothing=smoothing))
        total = sum(found.weighted_logs) + math.log(found.brevity)
        assert math.exp(total) == pytest.approx(found.value)


def test_nothing_left_to_count_is_zero() -> None:
    settings = bleu.BleuSettings(weights=(0, 0, 0, 1), effective_order=True)
    assert bleu.score(counted("you love"), settings).value == 0
    assert bleu.score(counted(""), bleu.BleuSettings(smoothing="tiny")).value == 0


def test_corpus_is_not_the_mean_of_its_sentences() -> None:
    parts = [counted(candidate) for candidate in CANDIDATES.values()]
    whole = bleu.score(bleu.corpus_statistics(parts), bleu.BleuSettings())
    assert whole.statistics == bleu.Statistics((11, 4, 2, 1), (17, 14, 11, 8), 17, 24)
    streams = [[reference] * 3 for reference in REFERENCES]
    theirs = sacrebleu.corpus_bleu(list(CANDIDATES.values()), streams, smooth_method="none")
    assert whole.score == pytest.approx(theirs.score, abs=1e-9)
    mean = sum(bleu.score(part, bleu.BleuSettings()).score for part in parts) / 3
    assert whole.score != pytest.approx(mean, abs=0.5)


def test_the_check_sees_a_wrong_score() -> None:
    right = bleu.score(counted(CANDIDATES["A"]), bleu.BleuSettings())
    wrong = bleu.score(bleu.Statistics((6, 3, 2, 2), (8, 7, 6, 5), 8, 8), bleu.BleuSettings())
    texts = ([CANDIDATES["A"]], [REFERENCES], "13a")
    assert check(right, *texts).difference < 1e-9 < check(wrong, *texts).difference
    said = check(right, *texts).signature
    assert said.startswith("nrefs:2|case:mixed|eff:no|tok:13a|smooth:none")


@pytest.mark.parametrize(
    "settings", [bleu.BleuSettings(smoothing="tiny"), bleu.BleuSettings(weights=(1, 2, 3, 4))]
)
def test_what_sacrebleu_lacks_is_compared_up_to_there(settings: bleu.BleuSettings) -> None:
    ours = bleu.score(counted(CANDIDATES["B"]), settings)
    found = check(ours, [CANDIDATES["B"]], [REFERENCES], "none")
    assert not found.whole and found.difference == 0 and "smooth:none" in found.signature


def test_references_may_differ_in_number() -> None:
    rows = [REFERENCES, REFERENCES[:1]]
    counts = _corpus([CANDIDATES["A"], CANDIDATES["B"]], rows, "13a", 4)
    texts = [CANDIDATES["A"], CANDIDATES["B"]]
    assert check(bleu.score(counts, bleu.BleuSettings()), texts, rows, "13a").difference < 1e-9
    assert chrf(texts, rows)[0] > 0


def test_chrf_is_sacrebleus() -> None:
    found, signature = chrf([CANDIDATES["A"]], [REFERENCES])
    assert found == sacrebleu.sentence_chrf(CANDIDATES["A"], REFERENCES).score
    assert "nc:6" in signature and "nrefs:2" in signature


@pytest.mark.parametrize(
    "wrong",
    [
        *({"max_order": 0}, {"max_order": 7}, {"smoothing": "magic"}, {"weights": (1.0,)}),
        *({"weights": (0.0, 0.0, 0.0, 0.0)}, {"weights": (1.0, -1.0, 1.0, 1.0)}),
    ],
)
def test_settings_that_make_no_sense(wrong: dict) -> None:
    with pytest.raises(ValueError):
        bleu.BleuSettings(**wrong)


def test_no_reference_and_no_corpus_are_errors() -> None:
    with pytest.raises(ValueError, match="reference"):
        bleu.statistics(("a",), [], 4)
    with pytest.raises(ValueError, match="corpus"):
        bleu.corpus_statistics([])
    with pytest.raises(ValueError, match="tokenizer"):
        tokenize("a", "magic")
