"""A drawing that the page no longer has tells nothing, and what it told before does no harm."""

from tests.browser.mounted import Mount

PLAYED = 3_000  # ms: in the middle of what is played
TO_ITS_END = 30_000


def test_what_plays_ends_with_its_view(mount: Mount) -> None:
    mounted, play = mount("rnn", "rnn_chain"), ".chain .play"
    mounted.page.locator(play).first.click()
    mounted.wait(PLAYED)
    mounted.settle()
    told = len(mounted.told)
    mounted.app.session_state["rnn_view"] = "gates"
    mounted.rerun()
    assert mounted.page.locator(play).count() == 0
    mounted.wait(TO_ITS_END)
    assert len(mounted.told) == told
