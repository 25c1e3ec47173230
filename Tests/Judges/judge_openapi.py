"""Has schemathesis ask a running local App Store whatever its OpenAPI document allows, and much that it does not.

usage: judge_openapi.py BASE_URL KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID PRODUCT_ID ACCOUNT    (the key on standard input)
Ends with 0 if every answer was one that the document tells of. The same store is asked the same each time. This file is also
the one from which schemathesis takes what it is to do otherwise than usual.
"""
import sys
import time

import jwt
import schemathesis

from openapi import judge, put_names_in

# What ends the store or does not end itself, what would send something to an address that was made up, and the routes of
# the App Store Server API once more, for the store's own environment. Those of the other environment are asked, too: there
# everything is as usual, and nothing is there.
LEFT_OUT = (
    "^/control/(stream|stop|notifications/destination)$|/messaging/realtime/url$|^/device/events$|^/sandbox/"
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


put_names_in(known)


@schemathesis.serializer("image/png", "application/ocsp-request")
def as_bytes(context, value) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="ignore")


def main() -> int:
    base_url, key_id, issuer_id, bundle_id, transaction_id, product_id, account = sys.argv[1:8]
    bearer = token(sys.stdin.read(), key_id, issuer_id, bundle_id)
    names = {"transaction": transaction_id, "product": product_id, "account": account}
    first = ["--exclude-path-regex", LEFT_OUT]
    selections = [(bearer, first)]
    for group in LAST:
        first += [word for name in group for word in ("--exclude-operation-id", name)]
        selections.append((bearer, [word for name in group for word in ("--include-operation-id", name)]))
    return judge(__file__, f"{base_url}/control/openapi.json", base_url, names, selections)


if __name__ == "__main__":
    sys.exit(main())
