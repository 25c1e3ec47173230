"""The console while the server is away, and when it is back: python console_lost.py URL SECRET"""

import sys

from playwright.sync_api import expect

from browser import chromium
from console import go, log_in, open_console
from line import Line


def main():
    url, secret = sys.argv[1:]
    line = Line(url)
    with chromium() as browser:
        page = open_console(browser, line.url)
        log_in(page, secret)
        go(page, "Customers")
        line.cut()
        page.get_by_role("button", name="Find").click()
        expect(page.locator("#connection")).to_contain_text("Connection lost")
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        line.join()
        expect(page.locator("#connection")).to_have_text("Live")
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("heading", level=2, name="Customers")).to_be_visible()


main()
