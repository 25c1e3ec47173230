"""Asks an independent implementation of verifyReceipt about a receipt of the local App Store.

usage: judge_receipt.py ROOT.der NOW_IN_MILLISECONDS Production|Sandbox < request body
Prints the answer, JSON.
"""
import sys

from apple_purchase_receipt_verifier import Config, Environment, Verifier


def main() -> None:
    root, now, environment = sys.argv[1:4]
    with open(root, "rb") as file:
        roots = [file.read()]
    verifier = Verifier(Config(roots=roots, clock=lambda: int(now)))
    print(verifier.verify_receipt_endpoint(Environment[environment.upper()], sys.stdin.read()))


main()
