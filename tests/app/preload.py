"""All that a server imports before it is ready: of this process the servers of tests are forks."""

import gc
import os

import streamlit.web.bootstrap  # noqa: F401

import explainer.shell.server  # noqa: F401
from explainer.shell.warm import warm_up

os.environ["EXPLAINER_PRETRAINED"] = os.devnull
warm_up()
gc.freeze()  # a fork that looked through all of it would copy it
