"""What a reader sees, read from an AppTest."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest

from explainer.frame.course import chapters

PAGES = tuple(spec.url for spec in chapters())  # the first is the page of the drawing


def translation(app: AppTest) -> str:
    """The translated sentence below the drawing."""
    sent = [json.loads(found.proto.json) for found in app.get("bidi_component")]
    return next(str(data["sentence"]) for data in sent if "sentence" in data)


def messages(app: AppTest) -> list[str]:
    """Everything said in a coloured box."""
    return [str(box.value) for kind in (app.warning, app.info, app.error) for box in kind]


def type_sentence(app: AppTest, sentence: str) -> AppTest:
    """What a visitor does: write into the field and press Enter."""
    return app.text_input(key="s").set_value(sentence).run()
