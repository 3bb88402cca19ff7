"""The page of many heads with a small random model."""

from __future__ import annotations

import pytest

from explainer.analysis.head_roles import GAIN_THRESHOLD, HeadRole
from explainer.chapters.heads import looks
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter

CHAPTER = Chapter("heads", "비가 오는 날에는 집에서 책을 읽는다.")
AXES = {"encoder": ("S", "S"), "decoder": ("T", "T"), "cross": ("T", "S")}


@pytest.mark.parametrize("kind", AXES)
def test_rows_and_list_name_the_same_axes(page: Open, kind: str) -> None:
    """A translation asks with its own pieces: T is no S, and a cross map is not square."""
    at = page(kind=kind)
    asked, seen = AXES[kind]
    listed = next(code.value for code in at.code if "unflatten" in code.value)
    assert f"(B, H, {asked}, {seen})" in listed
    proto = at.get("vega_lite_chart")[0].proto
    sent = b"".join(d.data.data for d in proto.datasets).decode("utf-8", "replace")
    assert f"(B, H, {asked}, {seen}) = " in proto.spec + sent
    assert f"(B, {asked}, d_model) = " in proto.spec + sent


def test_a_role_that_all_heads_share_is_said_once(
    page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    alike = HeadRole("mixed", 0.2, 0.1, {})
    apart = HeadRole("previous", 0.9, 0.1, {})
    monkeypatch.setattr(looks, "head_roles", lambda *_: ((alike,) * 4,) * 9)
    text = Text("en")
    said = text("heads.all_roles", role=text("words.role_mixed"), threshold=GAIN_THRESHOLD)
    at = page("", "en")
    assert said in [caption.value for caption in at.caption]
    assert not any("role" in table.value.columns for table in at.dataframe)
    monkeypatch.setattr(looks, "head_roles", lambda *_: ((alike, apart, alike, alike),) * 9)
    assert any("role" in table.value.columns for table in page("", "en").dataframe)
