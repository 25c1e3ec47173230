"""README's picture of the console: python console_picture.py STEPS FILE

STEPS are the lines that the demonstration prints as JSON; the last one says where the console is, and its secret.
"""

import json
import os
import sys

from playwright.sync_api import expect

from browser import chromium, take_picture
from console import log_in, open_console

# What a page of documentation loads with pleasure, in bytes.
LARGEST = 200_000


def main():
    steps, file = sys.argv[1:]
    with open(steps, encoding="utf-8") as lines:
        ready = [step for step in map(json.loads, lines) if step["step"] == "ready"][-1]
    with chromium() as browser:
        page = open_console(browser, ready["console"].removesuffix("/console"), width=1200, height=860)
        log_in(page, ready["consoleSecret"], "Flora")
        page.get_by_role("group", name="What is counted").get_by_label("Period").select_option("90")
        expect(page.get_by_role("region", name="Monthly recurring revenue", exact=True).locator("svg")).to_be_visible()
        page.wait_for_load_state("networkidle")
        take_picture(page, file)
    assert os.path.getsize(file) < LARGEST, f"the picture has {os.path.getsize(file)} bytes"


main()
