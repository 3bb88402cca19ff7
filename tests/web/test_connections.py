"""How few files a process may still open, also when it can open none to look."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

import pytest

from explainer.web.connections import few_descriptors

resource = pytest.importorskip("resource")


def test_few_are_those_below_the_limit() -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert not few_descriptors(0)
    assert few_descriptors(limit)


def _raising(number: int) -> Callable[[str], list[str]]:
    def listdir(path: str) -> list[str]:
        raise OSError(number, os.strerror(number), path)

    return listdir


@pytest.mark.parametrize(("number", "few"), [(errno.EMFILE, True), (errno.ENOENT, False)])
def test_without_one_left_there_are_few(
    number: int, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listing the open files opens one itself; a system that has no such list is another thing."""
    monkeypatch.setattr(os, "listdir", _raising(number))
    assert few_descriptors(1) is few
