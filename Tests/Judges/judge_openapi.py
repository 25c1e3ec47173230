"""Has schemathesis ask a running local App Store whatever its OpenAPI document allows, and much that it does not.

usage: judge_openapi.py BASE_URL KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID ACCOUNT    (the key on standard input)
Ends with 0 if every answer was one that the document tells of.
"""
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jwt

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

# What does not end, what ends the store, and what would send something to an address that was made up.
LEFT_OUT = ["/control/stream", "/control/stop", "/control/notifications/destination", "/control/messaging/realtime"]


def token(key: str, key_id: str, issuer_id: str, bundle_id: str) -> str:
    now = int(time.time())
    claims = {"iss": issuer_id, "iat": now, "exp": now + 3000, "aud": "appstoreconnect-v1", "bid": bundle_id}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": key_id})


def main() -> int:
    base_url, key_id, issuer_id, bundle_id, transaction_id, account = sys.argv[1:7]
    bearer = token(sys.stdin.read(), key_id, issuer_id, bundle_id)
    with tempfile.TemporaryDirectory() as folder:
        # Names that exist, so that more than refusals is seen.
        settings = Path(folder, "schemathesis.toml")
        settings.write_text(
            "[parameters]\n"
            f'"path.id" = ["{transaction_id}", "{account}"]\n'
        )
        command = [
            str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(settings),
            "run", f"{base_url}/control/openapi.json", "--url", base_url,
            "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "15",
            "--generation-deterministic", "--generation-database", "none", "--request-timeout", "60",
            "--suppress-health-check", "all", "--no-color",
            "--header", f"Authorization: Bearer {bearer}",
        ]
        for path in LEFT_OUT:
            command += ["--exclude-path", path]
        return subprocess.run(command, cwd=folder, check=False).returncode


sys.exit(main())
