"""Has schemathesis ask a running purchase server whatever its OpenAPI document allows, and much that it does not.

usage: judge_purchase_openapi.py BASE_URL    (on standard input a JSON object: the keys, and what exists by its name)
Ends with 0 if every answer was one that the document tells of, with no member that it does not name. This file is also the
one from which schemathesis takes what it is to do otherwise than usual.
"""
import json
import sys

from openapi import judge, put_names_in

# Asked after all others: what takes away what the others are about.
LAST = [
    "DELETE /v1/customers/{customer}", "DELETE /v1/keys/{id}", "DELETE /v1/webhooks/{webhook}", "POST /v1/transfers",
]


def known(names: dict[str, str], path: str) -> dict:
    """What parameters of a path, and members of a body or a query, can be that exists."""
    values = dict(names)
    if path.startswith("/v1/keys/"):
        values["id"] = names["key"]
    return values


# Whoever may listen to it hears on without an end.
ENDLESS = ["--exclude-name", "GET /v1/activity/stream"]

put_names_in(known)


def main() -> int:
    base_url = sys.argv[1]
    given = json.load(sys.stdin)
    names = given["names"]
    last = [word for name in LAST for word in ("--exclude-name", name)]
    selections = [
        (given["publicKey"], ["--include-path-regex", "^/v1/app/"]),
        (given["secretKey"], ["--exclude-path-regex", "^/v1/app/"] + ENDLESS + last),
        # Who shows no key, or one that opens something else.
        ("nothing", ["--exclude-path-regex", "^/v1/app/"] + last),
        (given["publicKey"], ["--exclude-path-regex", "^/v1/app/"] + last),
        (given["secretKey"], [word for name in LAST for word in ("--include-name", name)]),
    ]
    return judge(__file__, f"{base_url}/v1/openapi.json", base_url, names, selections, is_closed=True)


if __name__ == "__main__":
    sys.exit(main())
