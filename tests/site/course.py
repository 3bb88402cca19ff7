"""The site that all tests of one share."""

from pathlib import Path

import pytest

from explainer.frame.params import DEPTHS
from explainer.site import build, own, states
from explainer.text import LANGUAGES

MADE = ("masks", "scaling")  # three views and four beats; a drawing that plays
LESSON = "lessoncell"  # on two chapters
THERE = (*MADE, "translate", LESSON)
FIELD = ("translate", "ko-en")
APP = "https://lab.example/x"


def write(out: Path) -> None:
    request = build.build_request(out, LANGUAGES, [], THERE, app=APP, sentences=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "OTHERS", 1)  # to tell what is said of any sentence
        patch.setattr(states, "DEPTHS", DEPTHS[::2])  # all are made as the first is
        # One page has a field: what others say of any sentence is half of what they cost.
        patch.setattr(own, "has_field", lambda chapter, model: (chapter.id, model.name) == FIELD)
        build.build(request, workers=1)
