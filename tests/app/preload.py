"""All that a server imports before it is ready: of this process the servers of tests are forks."""

import gc

import streamlit.web.bootstrap
import streamlit.web.cli  # noqa: F401
import torch  # noqa: F401

import explainer.shell.server
import explainer.shell.shell
import explainer.shell.warm  # noqa: F401
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.text import LANGUAGES, strings

for spec in chapters():
    page_of(spec)
for lang in LANGUAGES:
    strings(lang)
gc.collect()
gc.freeze()  # a fork that looked through all of it would copy it
