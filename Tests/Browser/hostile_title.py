"""A catalogue whose texts are markup: python hostile_title.py URL"""

import sys

from playwright.sync_api import expect

from browser import chromium, open_page

with chromium() as browser:
    page = open_page(browser, sys.argv[1])
    expect(page.get_by_role("heading", name="<img src=x onerror=alert(1)>")).to_have_count(1)
    assert page.locator("main img").count() == 0, "markup of a title became part of the page"
    assert not page.complaints, page.complaints
