"""The site that all tests of one share."""

from pathlib import Path

from explainer.site import build
from explainer.text import LANGUAGES

MADE = ("masks", "scaling")  # three views and four beats; a drawing that plays
LESSON = "lessoncell"  # on two chapters
THERE = (*MADE, "translate", LESSON)
APP = "https://lab.example/x"


def write(out: Path) -> None:
    build.build(build.build_request(out, LANGUAGES, [], THERE, app=APP, sentences=1), workers=1)
