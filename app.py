"""Start with `streamlit run app.py`.

The server imports this file once and finds `app`; for every visitor and every change it runs the
file again as a script, and then only the page is drawn.
"""

import streamlit as st

if __name__ == "__main__":
    from explainer.shell.shell import main

    main()
else:
    from explainer.shell import server

    server.check_environment()
    app = st.App(
        __file__,
        lifespan=server.lifespan,
        routes=server.ROUTES,
        middleware=server.middleware(),
        on_script_error=server.on_script_error,
    )
