# The app in a container of its own: not root, nothing to write but /tmp, no network needed.
#
#   docker build --tag explainer:1 .
#
# About 1.7 GB: torch is PyTorch's build for the CPU, which uv knows where to find. With the build of
# the usual index, which brings several GB of CUDA along:
#
#   docker build --tag explainer:1 --build-arg TORCH= .
#
# A mirror without internet: TORCH= as well, PIP_INDEX_URL, and PYTHON_IMAGE for the image below.

ARG PYTHON_IMAGE=python:3.11.14-slim-bookworm

FROM ${PYTHON_IMAGE} AS packages
# A backend as uv names them (cpu, cu130), or nothing: then pip fetches torch like all the rest.
ARG TORCH=cpu
ARG PIP_INDEX_URL
ARG PIP_EXTRA_INDEX_URL
ARG PIP_CONSTRAINT
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv /venv
COPY requirements.txt ./
RUN if [ -n "$TORCH" ]; then \
    pip install uv==0.13.9 && uv pip install --no-cache --no-deps --python /venv/bin/python \
    --torch-backend "$TORCH" "$(sed -n 's/^\(torch==[^ ]*\).*/\1/p' requirements.txt)"; fi
RUN /venv/bin/pip install --requirement requirements.txt && /venv/bin/pip check

FROM ${PYTHON_IMAGE}
# OMP: one thread a translation. HOME: where a library may leave something is /tmp.
ENV PATH=/venv/bin:$PATH \
    HOME=/tmp \
    PYTHONUNBUFFERED=1 \
    OMP_NUM_THREADS=1 \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501 \
    STREAMLIT_SERVER_BASE_URL_PATH=
WORKDIR /app
COPY --from=packages /venv /venv
COPY app.py ./
COPY .streamlit .streamlit
COPY pretrained pretrained
COPY explainer explainer
# Compiled now: the file system is read-only later.
RUN python -m compileall -q app.py explainer
USER 10001:10001
EXPOSE 8501
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-c", \
    "import os, urllib.request as u; u.urlopen('http://127.0.0.1:8501/' + os.path.join(os.environ['STREAMLIT_SERVER_BASE_URL_PATH'].strip('/'), '_stcore/health'), timeout=4)"]
CMD ["streamlit", "run", "app.py"]
