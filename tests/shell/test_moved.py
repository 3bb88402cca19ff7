"""Links from before the chapters had their names."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from explainer.frame.course import chapter_of
from explainer.shell.moved import MOVED, target
from tests.app.conftest import running  # noqa: F401  # a fixture
from tests.app.serving import Server


def test_controls_are_renamed_with_their_chapter() -> None:
    assert target("pieces", "s=%EB%B9%84&pieces_way=2") == "tokens?s=%EB%B9%84&tokens_way=2"
    assert target("attention", "kind=cross&layer=2") == "maps?kind=cross&layer=2"
    assert target("whatif", "") == "ablation"


def test_every_new_name_is_a_chapter_and_no_old_one_is() -> None:
    assert all(chapter_of(new) and not chapter_of(old) for old, new in MOVED.items())


@pytest.mark.parametrize("old", MOVED)
def test_the_server_leads_on(running: Server, old: str) -> None:  # noqa: F811
    there = urlsplit(running.url)
    with closing(HTTPConnection(there.netloc, timeout=60)) as connection:
        connection.request("GET", f"/{old}?s=a", headers={"Accept": "text/html"})
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("location")) == (308, f"{MOVED[old]}?s=a")
