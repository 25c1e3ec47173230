"""Walks through a customer's history with one of Apple's own clients, and verifies everything signed in it as strictly as
Apple's library can: X.509 by the letter, and the responder asked about every certificate.

usage: judge_paging.py sync|async BASE_URL KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID ROOT.der 1|2
The last is the version of the history. Prints what was read, as one JSON object.
"""
import asyncio
import json
import sys

from appstoreserverlibrary.api_client import GetTransactionHistoryVersion
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, TransactionHistoryRequest
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

from clients import at, close, value


async def walk(client, transaction_id, version, order):
    """How many transactions each page has, all of them, and the last revision."""
    sizes, signed, revision = [], [], None
    while True:
        request = TransactionHistoryRequest(sort=order)
        page = await value(client.get_transaction_history(transaction_id, revision, request, version))
        sizes.append(len(page.signedTransactions))
        signed += page.signedTransactions
        revision = page.revision
        if not page.hasMore:
            return sizes, signed, revision


async def main() -> None:
    kind, base_url, key_file, key_id, issuer_id, bundle_id, transaction_id, root, version = sys.argv[1:10]
    with open(key_file, "rb") as file:
        client = at(base_url, kind, file.read(), key_id, issuer_id, bundle_id, Environment.SANDBOX)
    with open(root, "rb") as file:
        verifier = SignedDataVerifier([file.read()], True, Environment.SANDBOX, bundle_id)
    version = GetTransactionHistoryVersion[f"V{version}"]
    sizes, signed, revision = await walk(client, transaction_id, version, Order.ASCENDING)
    _, backwards, _ = await walk(client, transaction_id, version, Order.DESCENDING)
    statuses = await value(client.get_all_subscription_statuses(transaction_id))
    last = statuses.data[0].lastTransactions[0]
    renewal = verifier.verify_and_decode_renewal_info(last.signedRenewalInfo)
    app = (await value(client.get_app_transaction_info(transaction_id))).signedAppTransactionInfo

    def read(tokens):
        return [verifier.verify_and_decode_signed_transaction(token).transactionId for token in tokens]

    result = {
        "strict": verifier._chain_verifier.enable_strict_checks,
        "sizes": sizes,
        "transactions": read(signed),
        "backwards": read(backwards),
        "renews": [renewal.originalTransactionId, renewal.autoRenewProductId],
        "app": verifier.verify_and_decode_app_transaction(app).bundleId,
        "newer": len(
            (
                await value(
                    client.get_transaction_history(
                        transaction_id, revision, TransactionHistoryRequest(sort=Order.ASCENDING), version
                    )
                )
            ).signedTransactions
        ),
    }
    await close(client)
    print(json.dumps(result))


asyncio.run(main())
