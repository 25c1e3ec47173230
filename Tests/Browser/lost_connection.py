"""The page while the store is away, and when it is back: python lost_connection.py URL

Between browser and store stands a line that can be cut.
"""

import json
import sys
from urllib.request import Request, urlopen

from playwright.sync_api import expect

from browser import chromium, open_page, region
from line import Line


def buy_elsewhere(url, product):
    """A purchase that the page has no part in."""
    body = json.dumps({"productId": product, "account": "flora"}).encode()
    with urlopen(Request(f"{url}/control/purchases", data=body, method="POST")) as answer:
        assert answer.status == 201, answer.status


def main():
    url = sys.argv[1]
    line = Line(url)
    with chromium() as browser:
        page = open_page(browser, line.url)
        line.cut()
        expect(page.locator("#connection")).to_contain_text("Connection lost")
        page.get_by_role("button", name="Buy Ten Seed Bags").click()
        sheet = page.get_by_role("dialog", name="Ten Seed Bags")
        sheet.get_by_role("button", name="Buy", exact=True).click()
        expect(sheet.get_by_role("alert")).to_contain_text("The store does not answer")
        sheet.get_by_role("button", name="Cancel").click()
        # No field is left with a value that the store did not take.
        page.get_by_label("Storefront").select_option("DEU")
        expect(page.get_by_label("Storefront")).to_have_value("USA")
        grace = page.get_by_label("Grace period when a charge fails")
        grace.click()
        expect(grace).not_to_be_checked()
        page.get_by_role("button", name="Step one day").click()
        expect(page.locator("#messages")).to_contain_text("The store does not answer")
        # The browser writes down what it could not load; the page itself has nothing to complain of.
        trouble = [text for text in page.complaints if "net::ERR_" not in text]
        assert not trouble, trouble

        buy_elsewhere(url, "com.example.flowershop.greenhouse")
        line.join()
        expect(page.locator("#connection")).to_have_text("Live")
        expect(region(page, "Transactions").get_by_role("row", name="Greenhouse")).to_have_count(1)
        expect(region(page, "Transactions").get_by_role("row", name="Ten Seed Bags")).to_have_count(0)

        # The clock's state is no event of the store; another window still hears of it.
        other = open_page(browser, url)
        other.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#clock-state")).to_contain_text("running")
        other.get_by_role("button", name="Pause", exact=True).click()
        expect(page.locator("#clock-state")).to_contain_text("paused")


main()
