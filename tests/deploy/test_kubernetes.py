""".deploy/kubernetes.yaml: the same rights, who may talk to whom, when a Pod counts as ready."""

import re
from typing import Any

from tests.deploy.files import COMPOSE, IMAGE, KUBERNETES

POD: dict[str, Any] = KUBERNETES["Deployment"]["spec"]["template"]["spec"]
(APP,) = POD["containers"]
LABELS = KUBERNETES["Deployment"]["spec"]["template"]["metadata"]["labels"]


def test_all_parts_speak_of_the_same_pods() -> None:
    chosen = (
        KUBERNETES["Deployment"]["spec"]["selector"]["matchLabels"],
        KUBERNETES["Service"]["spec"]["selector"],
        KUBERNETES["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        KUBERNETES["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
    )
    assert all(labels == LABELS for labels in chosen)
    (rule,) = KUBERNETES["Ingress"]["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"]["name"] == KUBERNETES["Service"]["metadata"]["name"]


def test_the_secret_is_not_in_the_file_and_the_hosts_agree() -> None:
    found = {entry["name"]: entry for entry in APP["env"]}
    assert "secretKeyRef" in found["STREAMLIT_SERVER_COOKIE_SECRET"]["valueFrom"]
    assert "Secret" not in KUBERNETES
    (rule,) = KUBERNETES["Ingress"]["spec"]["rules"]
    assert found["STREAMLIT_SERVER_ALLOWED_HOSTS"]["value"] == rule["host"]
    assert KUBERNETES["Ingress"]["spec"]["tls"][0]["hosts"] == [rule["host"]]
    assert APP["image"] == COMPOSE["services"]["one"]["image"] and IMAGE.fullmatch(APP["image"])
    assert re.search(r"\.example\.", rule["host"])  # a name that nobody owns
