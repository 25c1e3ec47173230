"""What the judges of OpenAPI documents share: how schemathesis is run, and what it puts into its requests."""
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Callable

import schemathesis

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

# How many seconds a run may take; one that hangs is an error like any other.
LIMIT = 840

# The variable with what exists, for the run of schemathesis.
NAMES = "JUDGE_NAMES"


def put_names_in(known: Callable[[dict, str], dict]) -> None:
    """Puts what exists into every second request, so that more than refusals is seen.

    `known` says for the names and the path of an operation what parameters of the path, and members of a body or a query,
    can be that exists.
    """
    calls: Counter = Counter()

    @schemathesis.hook
    def before_call(context, case, kwargs) -> None:
        calls[case.operation.label] += 1
        if calls[case.operation.label] % 2:
            return
        values = known(json.loads(os.environ[NAMES]), case.operation.path)
        for part in ("path_parameters", "query", "body"):
            content = getattr(case, part)
            if isinstance(content, dict) and values.keys() & content.keys():
                setattr(case, part, {name: values.get(name, value) for name, value in content.items()})


def close(schema: object) -> object:
    """The same document, in which no object has a member that is not named."""
    if isinstance(schema, list):
        return [close(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: close(value) for name, value in schema.items()}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed.setdefault("additionalProperties", False)
    return closed


def judge(
    hooks: str,
    address: str,
    base_url: str,
    names: dict,
    selections: list[tuple[str, list[str]]],
    is_closed: bool = False,
) -> int:
    """Asks whatever the document at an address allows, once for each bearer token with its selection of operations.

    `hooks` is the file from which schemathesis takes what it is to do otherwise than usual. The result is 0 if every answer
    was one that the document tells of; if it is closed, also to the last member, although answers may grow.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = folder / "schemathesis.toml"
        # A path that answers one method only is nothing at all for the others.
        settings.write_text("[phases.coverage]\nunexpected-methods = []\n")
        # schemathesis itself waits ten seconds for a document and no longer, however busy the machine is.
        document = folder / "openapi.json"
        with urllib.request.urlopen(address, timeout=300) as answer:
            content = json.load(answer)
            document.write_text(json.dumps(close(content) if is_closed else content))
        codes = [
            _run(hooks, settings, document, names, base_url, bearer, selection) for bearer, selection in selections
        ]
        # One that a signal has ended is below 0.
        return 0 if all(code == 0 for code in codes) else 1


def _run(
    hooks: str, settings: Path, document: Path, names: dict, base_url: str, bearer: str, selection: list[str]
) -> int:
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(settings),
        "run", str(document), "--url", base_url,
        "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "4",
        "--generation-deterministic", "--continue-on-failure", "--no-shrink",
        "--request-timeout", "300", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
        "--header", f"Authorization: Bearer {bearer}",
    ]
    folder = str(Path(__file__).resolve().parent)
    variables = os.environ | {
        "SCHEMATHESIS_HOOKS": str(Path(hooks).resolve()), NAMES: json.dumps(names),
        "PYTHONPATH": os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")])),
    }
    return subprocess.run(
        command + selection, cwd=settings.parent, env=variables, check=False, timeout=LIMIT
    ).returncode
