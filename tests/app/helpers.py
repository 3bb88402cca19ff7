"""What a reader sees, read from an AppTest."""

import json
from collections.abc import Iterator
from typing import Any

from streamlit.testing.v1 import AppTest


def translation(app: AppTest) -> str:
    """The translated sentence below the drawing."""
    return next(
        str(data["data"]["sentence"])
        for data in components(app)
        if "sentence" in data.get("data", {})
    )


def components(app: AppTest) -> Iterator[dict[str, Any]]:
    """What each component was given, in the order of the page."""
    for found in app.get("bidi_component"):
        yield json.loads(found.proto.bytes)


def page_links(app: AppTest) -> dict[str, dict[str, Any]]:
    """What the links to chapters were given: the list, what to see first, and the foot, by look."""
    given = [found.get("data", {}) for found in components(app)]
    return {data["look"]: data for data in given if "look" in data}


def messages(app: AppTest) -> list[str]:
    """Everything said in a coloured box."""
    return [str(box.value) for kind in (app.warning, app.info, app.error) for box in kind]


def type_sentence(app: AppTest, sentence: str) -> AppTest:
    """What a visitor does: write into the field and press Enter."""
    return app.text_input(key="s").set_value(sentence).run()


def go(app: AppTest, page: str) -> AppTest:
    """As a link of the menu does: the page's own controls are not in the address."""
    model = app.query_params.get("model")
    app.query_params.clear()
    if model:
        app.query_params["model"] = model
    app._page_hash = next(
        name for name, info in app._registered_pages.items() if info.get("url_pathname") == page
    )
    return app.run()
