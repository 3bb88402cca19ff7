"""Addresses are carried past the model, letter by letter."""

from __future__ import annotations

import pytest

from explainer.tokenizer import normalise, unmask_addresses


@pytest.mark.parametrize(
    ("source", "output", "whole"),
    [
        ("Visit https://example.org/b?c=1.", "Besuche Tom.", "Besuche https://example.org/b?c=1."),
        ("제 메일은 a.b@c.kr이에요.", "My mail is Tom.", "My mail is a.b@c.kr."),
        ("Write to a@c.kr today.", "오늘 톰에게 쓰세요.", "오늘 a@c.kr에게 쓰세요."),
        ("Write to a@c.kr today.", "오늘 Tom에게 쓰세요.", "오늘 a@c.kr에게 쓰세요."),
        (
            "Tom reads www.example.org/\\1 now.",
            "Tom liest Maria.",
            "Tom liest www.example.org/\\1.",
        ),
        (
            "www.example.org and www.example.com",
            "Mary und Tom",
            "www.example.com und www.example.org",
        ),
        ("Visit https://example.org today.", "Besuche heute.", "Besuche heute."),
        ("+82-10-1234-5678", "Tom.", "+82-10-1234-5678."),
        ("Tom is here.", "Tom ist hier. Tomate.", "Tom ist hier. Tomate."),
    ],
)
def test_names_become_their_addresses_again(source: str, output: str, whole: str) -> None:
    assert unmask_addresses(output, source) == whole


def test_what_has_no_name_left_stays() -> None:
    clean, changes = normalise("Tom met Mary at www.example.org.")
    assert clean == "Tom met Mary at www.example.org." and changes == ()
    assert normalise("a@b.co c@d.co e@f.co")[0] == "Tom Mary e@f.co"
