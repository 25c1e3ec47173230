"""Has schemathesis ask a running local App Store whatever its OpenAPI document allows, and much that it does not.

usage: judge_openapi.py BASE_URL KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID PRODUCT_ID ACCOUNT    (the key on standard input)
Ends with 0 if every answer was one that the document tells of. The same store is asked the same each time.
"""
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jwt

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

# What ends the store or does not end itself, what would send something to an address that was made up, and the routes of
# the App Store Server API once more, at their other places.
LEFT_OUT = (
    "^/control/(stream|stop|notifications/destination)$|/messaging/realtime/url$|^/device/events$"
    "|^/(production|sandbox)/"
)

# What takes away what all others are about, or makes the store fail as it is told to: asked after the others.
LAST = [
    "post-control-faults", "delete-control-transactions", "delete-control-transactions-id",
    "delete-control-accounts-id-transactions", "post-control-reset", "post-control-begin-anew",
]


def token(key: str, key_id: str, issuer_id: str, bundle_id: str) -> str:
    now = int(time.time())
    claims = {"iss": issuer_id, "iat": now, "exp": now + 3000, "aud": "appstoreconnect-v1", "bid": bundle_id}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": key_id})


def configuration(transaction_id: str, product_id: str, account: str) -> str:
    """Names that exist, so that more than refusals is seen."""
    names = {"transactions": transaction_id, "products": product_id, "accounts": account}
    members = {
        "accounts": ["path.account", "query.account", "body.account", "body.organizer"],
        "transactions": ["query.transactionId", "body.transactionId", "body.originalTransactionId"],
        "products": ["path.product", "body.productId"],
    }
    lines = [f"[dictionaries.{kind}]\nvalues = {json.dumps([name])}" for kind, name in names.items()]
    lines += ["[dictionaries.subjects]", f"values = {json.dumps([transaction_id, account])}", "[parameters]"]
    lines += ['"path.id" = { dictionary = "subjects", probability = 0.8 }']
    lines += [
        f'"{place}" = {{ dictionary = "{kind}", probability = 0.8 }}' for kind in members for place in members[kind]
    ]
    # A path that answers one method only is nothing at all for the others.
    return "\n".join(lines + ["[phases.coverage]", "unexpected-methods = []", ""])


def run(settings: Path, base_url: str, bearer: str, selection: list[str]) -> int:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(settings),
        "run", f"{base_url}/control/openapi.json", "--url", base_url,
        "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "4",
        "--generation-deterministic", "--seed", "1", "--continue-on-failure", "--no-shrink",
        "--request-timeout", "30", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
        "--header", f"Authorization: Bearer {bearer}",
    ]
    return subprocess.run(command + selection, cwd=settings.parent, check=False).returncode


def main() -> int:
    base_url, key_id, issuer_id, bundle_id, transaction_id, product_id, account = sys.argv[1:8]
    bearer = token(sys.stdin.read(), key_id, issuer_id, bundle_id)
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "schemathesis.toml")
        settings.write_text(configuration(transaction_id, product_id, account))
        last = [word for name in LAST for word in ("--include-operation-id", name)]
        others = ["--exclude-path-regex", LEFT_OUT]
        others += [word for name in LAST for word in ("--exclude-operation-id", name)]
        return max(run(settings, base_url, bearer, others), run(settings, base_url, bearer, last))


sys.exit(main())
