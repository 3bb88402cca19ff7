""".deploy/kubernetes.yaml: the same rights, who may talk to whom, when a Pod counts as ready."""

import re
import tomllib
from typing import Any

from tests.deploy.files import COMPOSE, IMAGE, KUBERNETES, ROOT, variables, words

POD: dict[str, Any] = KUBERNETES["Deployment"]["spec"]["template"]["spec"]
(APP,) = POD["containers"]
LABELS = KUBERNETES["Deployment"]["spec"]["template"]["metadata"]["labels"]


def test_the_pod_has_few_rights() -> None:
    user = POD["securityContext"]
    assert user["runAsNonRoot"] is True and user["seccompProfile"]["type"] == "RuntimeDefault"
    assert f"{user['runAsUser']}:{user['runAsGroup']}" == words("USER")[0][0]
    rights = APP["securityContext"]
    assert rights == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert POD["automountServiceAccountToken"] is False
    assert not {"hostNetwork", "hostPID", "hostIPC"} & set(POD)
    assert [volume for volume in POD["volumes"] if "emptyDir" not in volume] == []
    assert [mount["mountPath"] for mount in APP["volumeMounts"]] == ["/tmp"]


def test_two_pods_that_end_gently_one_at_a_time() -> None:
    assert KUBERNETES["Deployment"]["spec"]["replicas"] == 2
    assert POD["terminationGracePeriodSeconds"] >= 30
    assert KUBERNETES["PodDisruptionBudget"]["spec"]["minAvailable"] == 1
    assert KUBERNETES["Deployment"]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


def test_ready_when_the_models_are_and_alive_when_the_server_is() -> None:
    paths = {name: APP[f"{name}Probe"]["httpGet"]["path"] for name in ("readiness", "liveness")}
    assert paths == {"readiness": "/readyz", "liveness": "/_stcore/health"}
    start = APP["startupProbe"]
    assert start["httpGet"]["path"] == "/readyz"
    assert start["periodSeconds"] * start["failureThreshold"] >= 60
    (port,) = APP["ports"]
    assert str(port["containerPort"]) == variables()["STREAMLIT_SERVER_PORT"]


def test_it_has_enough_and_not_endless_memory() -> None:
    requests, limits = (APP["resources"][name] for name in ("requests", "limits"))
    assert {"cpu", "memory"} == set(requests) == set(limits)
    assert limits["memory"].removesuffix("Mi") == (
        COMPOSE["services"]["one"]["mem_limit"].removesuffix("m")
    )


def test_nothing_leaves_and_only_the_ingress_comes_in() -> None:
    policy = KUBERNETES["NetworkPolicy"]["spec"]
    assert set(policy["policyTypes"]) == {"Ingress", "Egress"} and policy["egress"] == []
    (rule,) = policy["ingress"]
    assert rule["from"] and rule["ports"] == [{"protocol": "TCP", "port": "http"}]


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


def test_sessions_stay_where_they_are() -> None:
    prefix = "nginx.ingress.kubernetes.io/"
    rules = {
        name.removeprefix(prefix): value
        for name, value in KUBERNETES["Ingress"]["metadata"]["annotations"].items()
    }
    assert rules["affinity"] == "cookie" and rules["affinity-mode"] == "persistent"
    assert int(rules["proxy-read-timeout"]) >= 3600
    upload = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["server"]
    assert rules["proxy-body-size"] == f"{upload['maxUploadSize']}m"


def test_the_secret_is_not_in_the_file_and_the_hosts_agree() -> None:
    found = {entry["name"]: entry for entry in APP["env"]}
    assert "secretKeyRef" in found["STREAMLIT_SERVER_COOKIE_SECRET"]["valueFrom"]
    assert "Secret" not in KUBERNETES
    (rule,) = KUBERNETES["Ingress"]["spec"]["rules"]
    assert found["STREAMLIT_SERVER_ALLOWED_HOSTS"]["value"] == rule["host"]
    assert KUBERNETES["Ingress"]["spec"]["tls"][0]["hosts"] == [rule["host"]]
    assert APP["image"] == COMPOSE["services"]["one"]["image"] and IMAGE.fullmatch(APP["image"])
    assert re.search(r"\.example\.", rule["host"])  # a name that nobody owns
