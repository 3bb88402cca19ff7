"""The lines of words with bars: what is sent to the browser."""

from __future__ import annotations

from explainer.chapters.bleu.ngrams import OPEN, Bar, Order, Sum, TokenRow, payload, veil

SUM = Sum([Order("n = 1", "3 / 4", 0.75, True)], "mean", "penalty 1", "BLEU", "75.00", "", "")


def test_bars_are_sent_as_numbers_and_texts_as_text() -> None:
    bars = [Bar(0, 2, 0, 0, "match"), Bar(1, 2, 1, 0, "clipped")]
    rows = [
        TokenRow("candidate", "candidate", ("a", "<b>", "c"), bars),
        TokenRow("reference", "reference", (), []),
    ]
    sent = payload(
        rows=rows, total=SUM, tips=["a <b>", "<b> c"], title="t", empty="none", dark=False
    )
    assert sent["rows"][0]["bars"] == [[0, 2, 0, 0, 0], [1, 2, 1, 0, 1]]
    assert [row["levels"] for row in sent["rows"]] == [2, 0]
    assert sent["rows"][0]["tokens"] == ["a", "<b>", "c"]
    dark = payload(rows=rows, total=SUM, tips=[], title="t", empty="none", dark=True)
    assert sent["colours"].keys() == dark["colours"].keys() and sent["colours"] != dark["colours"]


def test_under_a_veil_all_pairs_may_be_marked_and_none_tells_whether_it_matches() -> None:
    row = TokenRow("candidate", "candidate", ("a", "b", "a", "b"), [Bar(1, 2, 1, 0, "match")])
    orders = [Order(f"n = {n}", "1 / 3", 0.3, n == 2) for n in (1, 2)]
    total = Sum(orders, "mean", "penalty 1", "BLEU", "75.00", "", "")
    sent = veil(
        payload(rows=[row, row], total=total, tips=["b a"], title="t", empty="", dark=False)
    )
    first, second = sent["rows"]
    assert first["bars"] == [[0, 2, 0, 0, OPEN], [1, 2, 1, 1, OPEN], [2, 2, 0, 2, OPEN]]
    assert first["levels"] == 2 and second["bars"] == []
    assert sent["offers"] == ["a b", "b a", "a b"]
