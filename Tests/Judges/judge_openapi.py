"""Has schemathesis ask a running local App Store whatever its OpenAPI document allows, and much that it does not.

usage: judge_openapi.py BASE_URL KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID PRODUCT_ID ACCOUNT    (the key on standard input)
Ends with 0 if every answer was one that the document tells of. The same store is asked the same each time. This file is also
the one from which schemathesis takes what it is to do otherwise than usual.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

import jwt
import schemathesis

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

# What ends the store or does not end itself, what would send something to an address that was made up, and the routes of
# the App Store Server API once more, at their other places.
LEFT_OUT = (
    "^/control/(stream|stop|notifications/destination)$|/messaging/realtime/url$|^/device/events$"
    "|^/(production|sandbox)/"
)

# Asked after all others, by groups: what ends the subscription, what takes away what the others are about, and what begins
# anew or makes the store fail as it is told to.
LAST = [
    [
        "post-control-clock", "post-control-subscriptions-id-end", "post-control-subscriptions-id-expire",
        "post-control-transactions-id-refund",
    ],
    [
        "delete-control-transactions", "delete-control-transactions-id", "delete-control-accounts-id-transactions",
    ],
    ["post-control-faults", "post-control-reset", "post-control-begin-anew"],
]

# The variable with the names that exist, for the run of schemathesis.
NAMES = "JUDGE_NAMES"

calls: Counter = Counter()


def token(key: str, key_id: str, issuer_id: str, bundle_id: str) -> str:
    now = int(time.time())
    claims = {"iss": issuer_id, "iat": now, "exp": now + 3000, "aud": "appstoreconnect-v1", "bid": bundle_id}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": key_id})


def known(names: dict[str, str], path: str) -> dict[str, str]:
    """What the parameters of a path, and the members of a body or a query, can be that exists."""
    product, account, transaction = names["product"], names["account"], names["transaction"]
    values = {
        "account": account, "organizer": account, "product": product, "productId": product, "locale": "en-US",
        "transactionId": transaction, "originalTransactionId": transaction,
    }
    if path.startswith("/control/accounts/"):
        return values | {"id": account}
    # The others have identifiers that nobody can know before: of attempts, faults, families, images, messages, tests.
    has_transaction = path.split("/{id}")[0].rsplit("/", 1)[-1] in (
        "transactions", "subscriptions", "cancellations", "appTransactions", "consumption", "extend", "history", "lookup",
    )
    return values | ({"id": transaction} if has_transaction else {})


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Puts names that exist into every second request, so that more than refusals is seen."""
    calls[case.operation.label] += 1
    if calls[case.operation.label] % 2:
        return
    values = known(json.loads(os.environ[NAMES]), case.operation.path)
    for part in ("path_parameters", "query", "body"):
        content = getattr(case, part)
        if isinstance(content, dict) and values.keys() & content.keys():
            setattr(case, part, {name: values.get(name, value) for name, value in content.items()})


@schemathesis.serializer("image/png", "application/ocsp-request")
def as_bytes(context, value) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="ignore")


def run(
    settings: Path, document: Path, names: dict[str, str], base_url: str, bearer: str, selection: list[str]
) -> int:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(settings),
        "run", str(document), "--url", base_url,
        "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "4",
        "--generation-deterministic", "--continue-on-failure", "--no-shrink",
        "--request-timeout", "300", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
        "--header", f"Authorization: Bearer {bearer}",
    ]
    variables = os.environ | {"SCHEMATHESIS_HOOKS": str(Path(__file__).resolve()), NAMES: json.dumps(names)}
    return subprocess.run(command + selection, cwd=settings.parent, env=variables, check=False).returncode


def main() -> int:
    base_url, key_id, issuer_id, bundle_id, transaction_id, product_id, account = sys.argv[1:8]
    bearer = token(sys.stdin.read(), key_id, issuer_id, bundle_id)
    names = {"transaction": transaction_id, "product": product_id, "account": account}
    selections = [["--exclude-path-regex", LEFT_OUT]]
    for group in LAST:
        selections[0] += [word for name in group for word in ("--exclude-operation-id", name)]
        selections.append([word for name in group for word in ("--include-operation-id", name)])
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "schemathesis.toml")
        # A path that answers one method only is nothing at all for the others.
        settings.write_text("[phases.coverage]\nunexpected-methods = []\n")
        # schemathesis itself waits ten seconds for a document and no longer, however busy the machine is.
        document = Path(folder, "openapi.json")
        with urllib.request.urlopen(f"{base_url}/control/openapi.json", timeout=300) as answer:
            document.write_bytes(answer.read())
        return max(run(settings, document, names, base_url, bearer, selection) for selection in selections)


if __name__ == "__main__":
    sys.exit(main())
