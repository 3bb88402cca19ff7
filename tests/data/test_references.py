"""Our translations of the example sentences: one for each, in every language a model writes."""

from __future__ import annotations

from explainer.data.references import reference_of, references
from explainer.data.samples import samples


def test_every_example_has_a_reference_and_no_other() -> None:
    for source, targets in (("ko", ("en",)), ("en", ("de", "ko"))):
        sentences = {sample.text for sample in samples(source)}
        for target in targets:
            there = set(references(target))
            assert there & sentences == sentences
    known = {s.text for lang in ("ko", "en") for s in samples(lang)}
    assert {s for target in ("en", "de", "ko") for s in references(target)} <= known
    assert references("xx") == {}


def test_a_sentence_nobody_translated_has_none() -> None:
    assert reference_of("xyz", "en") == ""
    assert reference_of(samples("en")[0].text, "de").endswith(".")
