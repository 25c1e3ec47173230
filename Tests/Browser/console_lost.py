"""The console while the server is away, and when it is back: python console_lost.py URL SECRET"""

import sys

from playwright.sync_api import expect

from browser import chromium
from console import go, log_in, open_console
from line import Line


def missed(browser, page, line, url, secret):
    """What happens while the line is gone for a moment is shown when the line is there again."""
    go(page, "Live")
    events = page.get_by_role("region", name="Events")
    expect(events.get_by_role("row").nth(1)).to_be_visible()
    other = open_console(browser, url)
    log_in(other, secret)
    go(other, "Customers")
    other.get_by_role("button", name="Grant a level…").click()
    sheet = other.get_by_role("dialog", name="Grant a level")
    sheet.get_by_label("Customer").fill("somebody-missed")
    sheet.get_by_label("Level").fill("gold")
    line.cut()
    sheet.get_by_role("button", name="Grant", exact=True).click()
    expect(sheet).to_be_hidden()
    line.join()
    expect(events.get_by_role("link", name="somebody-missed")).to_be_visible()
    other.context.close()


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
        missed(browser, page, line, url, secret)


main()
