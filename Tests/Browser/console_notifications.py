"""Notifications that came, as the console shows them."""

import base64
import json
import urllib.error
import urllib.request

from playwright.sync_api import expect

from browser import check_accessibility
from console import HOSTILE


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


# Signed by nobody, and with a name that is no name.
FORGED = json.dumps({"signedPayload": f"{part({'alg': 'ES256'})}.{part({'notificationType': HOSTILE})}.AAAA"}).encode()


def inspecting(page, url):
    """A notification of somebody else is refused, and says by which rule."""
    try:
        urllib.request.urlopen(urllib.request.Request(f"{url}/apple/notifications", data=FORGED, method="POST"), timeout=30)
        raise AssertionError("a forged notification was taken")
    except urllib.error.HTTPError as error:
        assert error.code in (401, 422), error.code
    row = page.get_by_role("region", name="Notifications of the App Store").get_by_role("row", name="Refused")
    expect(row).to_contain_text("by the rule")
    row.get_by_role("button", name="Inspect").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("✗ Signature")
    expect(panel).to_contain_text("which nobody should believe")
    expect(panel).to_contain_text(HOSTILE)
    assert panel.locator("img").count() == 0, "markup of a notification became part of the page"
    check_accessibility(page, "a notification")
    panel.get_by_role("button", name="Close").click()
