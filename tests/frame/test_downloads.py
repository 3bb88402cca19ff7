"""A file is made when its address is asked for, as long as the page that offers it is open."""

from __future__ import annotations

import gc

from streamlit.testing.v1 import AppTest

from explainer.frame import downloads


def script() -> None:
    import streamlit as st

    from explainer.frame import downloads

    count = st.session_state["count"] = st.session_state.get("count", 0) + 1
    downloads.button(
        "Save",
        lambda: str(count),
        file_name="a.txt",
        mime="text/plain",
        key="save",
        icon=":material/download:",
    )


def secret_of(app: AppTest) -> str:
    (button,) = app.get("link_button")
    assert button.proto.url.startswith(f"./{downloads.PATH}/")
    return str(button.proto.url.rpartition("/")[2])


def test_one_address_gives_what_is_there_when_it_is_asked_for() -> None:
    app = AppTest.from_function(script).run()
    secret = secret_of(app)
    file = downloads.offered(secret)
    assert file is not None and (file.make(), file.name) == ("1", "a.txt")
    app.run()
    assert secret_of(app) == secret, "a link that was pressed a moment ago"
    file = downloads.offered(secret)
    assert file is not None and file.make() == "2"
    other = AppTest.from_function(script).run()
    assert secret_of(other) != secret
    del file, app.session_state[downloads.HELD]  # a session that ends leaves nothing
    gc.collect()
    assert downloads.offered(secret) is None
