"""Reads the receipt in a notification of version 1 of the local App Store with an independent implementation of
verifyReceipt, and compares it with what the notification lists beside it.

usage: judge_notification_v1.py ROOT.der NOW_IN_MILLISECONDS Production|Sandbox < notification
Prints the type, and the transactions of both, as one JSON object.
"""
import json
import sys

from apple_purchase_receipt_verifier import Config, Environment, Verifier


def main() -> None:
    root, now, environment = sys.argv[1:4]
    with open(root, "rb") as file:
        roots = [file.read()]
    verifier = Verifier(Config(roots=roots, clock=lambda: int(now)))
    notification = json.loads(sys.stdin.read())
    unified = notification["unified_receipt"]
    request = json.dumps({"receipt-data": unified["latest_receipt"]})
    answer = verifier.verify_receipt_endpoint(Environment[environment.upper()], request)
    answer = json.loads(answer) if isinstance(answer, (str, bytes)) else answer
    print(
        json.dumps(
            {
                "type": notification["notification_type"],
                "status": answer["status"],
                "bundleId": answer.get("receipt", {}).get("bundle_id"),
                "inReceipt": sorted(line["transaction_id"] for line in answer.get("receipt", {}).get("in_app", [])),
                "listed": sorted(line["transaction_id"] for line in unified["latest_receipt_info"]),
            }
        )
    )


main()
