"""Has schemathesis ask a running purchase server whatever its OpenAPI document allows, and much that it does not.

usage: judge_purchase_openapi.py BASE_URL    (on standard input a JSON object: the keys, and what exists by its name)
Ends with 0 if every answer was one that the document tells of. This file is also the one from which schemathesis takes
what it is to do otherwise than usual.
"""
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path

import schemathesis

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

# Asked after all others: what takes away what the others are about.
LAST = ["DELETE /v1/customers/{customer}", "DELETE /v1/keys/{id}", "POST /v1/transfers"]

# The variable with what exists, for the run of schemathesis.
NAMES = "JUDGE_NAMES"

calls: Counter = Counter()


def known(names: dict[str, str], path: str) -> dict:
    """What parameters of a path, and members of a body or a query, can be that exists."""
    values = dict(names)
    if path.startswith("/v1/keys/"):
        values["id"] = names["key"]
    elif path.startswith("/v1/webhooks/"):
        values["id"] = names["webhook"]
    return values


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Puts what exists into every second request, so that more than refusals is seen."""
    calls[case.operation.label] += 1
    if calls[case.operation.label] % 2:
        return
    values = known(json.loads(os.environ[NAMES]), case.operation.path)
    for part in ("path_parameters", "query", "body"):
        content = getattr(case, part)
        if isinstance(content, dict) and values.keys() & content.keys():
            setattr(case, part, {name: values.get(name, value) for name, value in content.items()})


def run(folder: Path, document: Path, names: dict, base_url: str, bearer: str, selection: list[str]) -> int:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(folder / "schemathesis.toml"),
        "run", str(document), "--url", base_url,
        "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "4",
        "--generation-deterministic", "--continue-on-failure", "--no-shrink",
        "--request-timeout", "300", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
        "--header", f"Authorization: Bearer {bearer}",
    ]
    variables = os.environ | {"SCHEMATHESIS_HOOKS": str(Path(__file__).resolve()), NAMES: json.dumps(names)}
    return subprocess.run(command + selection, cwd=folder, env=variables, check=False).returncode


def main() -> int:
    base_url = sys.argv[1]
    given = json.load(sys.stdin)
    names = given["names"]
    last = [word for name in LAST for word in ("--exclude-name", name)]
    selections = [
        (given["publicKey"], ["--include-path-regex", "^/v1/app/"]),
        (given["secretKey"], ["--exclude-path-regex", "^/v1/app/"] + last),
        # Who shows no key, or one that opens something else.
        ("nothing", ["--exclude-path-regex", "^/v1/app/"] + last),
        (given["publicKey"], ["--exclude-path-regex", "^/v1/app/"] + last),
        (given["secretKey"], [word for name in LAST for word in ("--include-name", name)]),
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A path that answers one method only is nothing at all for the others.
        (folder / "schemathesis.toml").write_text("[phases.coverage]\nunexpected-methods = []\n")
        document = folder / "openapi.json"
        with urllib.request.urlopen(f"{base_url}/v1/openapi.json", timeout=300) as answer:
            document.write_bytes(answer.read())
        return max(run(folder, document, names, base_url, key, selection) for key, selection in selections)


if __name__ == "__main__":
    sys.exit(main())
