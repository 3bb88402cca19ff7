"""A drawing that the page no longer has tells nothing, and what it told before does no harm."""

from __future__ import annotations

import pytest

from tests.browser.mounted import Mount

pytestmark = pytest.mark.browser
PLAYED = 3_000  # ms: in the middle of what is played
TO_ITS_END = 30_000


@pytest.mark.parametrize(
    ("path", "drawing", "play", "view", "other"),
    [
        ("rnn", "rnn_chain", ".chain .play", "rnn_view", "gates"),
        ("program", "program_listing", ".listing .play", "program_view", "faults"),
        ("growth", "growth_film", ".film .play", "growth_view", "space"),
    ],
)
def test_what_plays_ends_with_its_view(
    mount: Mount, path: str, drawing: str, play: str, view: str, other: str
) -> None:
    mounted = mount(path, drawing)
    mounted.page.locator(play).first.click()
    mounted.wait(PLAYED)
    mounted.settle()
    told = len(mounted.told)
    mounted.app.session_state[view] = other
    mounted.rerun()
    assert mounted.page.locator(play).count() == 0
    mounted.wait(TO_ITS_END)
    assert len(mounted.told) == told
