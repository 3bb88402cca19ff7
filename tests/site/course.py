"""The site that all tests of one share."""

from pathlib import Path

import pytest

from explainer.site import build
from explainer.text import LANGUAGES

MADE = ("masks", "scaling")  # three views and four beats; a drawing that plays
LESSON = "lessoncell"  # on two chapters
THERE = (*MADE, "translate", LESSON)
APP = "https://lab.example/x"


def write(out: Path) -> None:
    request = build.build_request(out, LANGUAGES, [], THERE, app=APP, sentences=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "OTHERS", 1)  # to tell what is said of any sentence
        build.build(request, workers=1)
