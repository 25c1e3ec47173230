"""Somebody is found among a million customers: python console_crowd.py URL ADMIN_SECRET

They are called crowd-10000001 to crowd-11000000, and each has bought the product crowd.pass.
"""

import sys

from playwright.sync_api import expect

from browser import chromium
from console import check, go, log_in, open_console

PAGE = 50


def names(page):
    return page.get_by_role("main").get_by_role("row").locator("a").all_inner_texts()


def find(page, kind, text):
    page.get_by_label("Look for").select_option(kind)
    page.get_by_label("Which begins with, or is").fill(text)
    page.get_by_role("button", name="Find").click()


def more(page, last):
    """The next page, which goes on where the one before ended."""
    page.get_by_role("link", name="More", exact=True).click()
    expect(page.get_by_role("link", name=last, exact=True)).to_have_count(0)
    return names(page)


def main():
    url, admin = sys.argv[1:]
    with chromium() as browser:
        page = open_console(browser, url)
        log_in(page, admin)
        # The overview was refused figures, which this server does not keep.
        go(page, "Customers")
        page.complaints.clear()
        expect(page.get_by_role("link", name="crowd-10000001", exact=True)).to_be_visible()
        first = names(page)
        assert len(first) == PAGE, f"{len(first)} customers on a page"
        second = more(page, first[-1])
        assert len(second) == PAGE and min(second) > max(first), f"{first[-1]} is followed by {second[0]}"
        check(page, "a million customers")

        find(page, "Name, alias or account token", "crowd-107777")
        expect(page.get_by_role("link", name="crowd-10777700", exact=True)).to_be_visible()
        assert all(name.startswith("crowd-107777") for name in names(page)), names(page)
        find(page, "Product", "crowd.pass")
        expect(page.get_by_role("link", name="crowd-10000001", exact=True)).to_be_visible()
        buyers = names(page)
        others = more(page, buyers[-1])
        assert len(others) == PAGE and not set(others) & set(buyers), others
        find(page, "Original transaction", "5000777777")
        expect(page.get_by_role("main").get_by_role("row")).to_have_count(2)
        page.get_by_role("link", name="crowd-10777777", exact=True).click()
        expect(page.get_by_role("heading", level=2, name="crowd-10777777")).to_be_visible()
        check(page, "one of a million")


main()
