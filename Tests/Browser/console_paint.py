"""How soon the console shows something, as a table in Markdown: python console_paint.py URL ADMIN_SECRET

No test: how long something takes depends on what the machine does besides. `scripts/measure-first-paint` runs it.
"""

import statistics
import sys

from playwright.sync_api import expect

from browser import chromium
from console import go, log_in, open_console

VISITS = 10
LONGEST = 200
PLACES = ["Overview", "Customers", "Live", "Set-up", "Log"]
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main():
    url, admin = sys.argv[1:]
    medians = []
    print("| place | fastest, ms | median, ms | slowest, ms |\n|---|---:|---:|---:|")
    with chromium() as browser:
        page = open_console(browser, url)
        log_in(page, admin)
        for place in PLACES:
            go(page, place)
            paints = []
            for _ in range(VISITS):
                page.reload()
                page.wait_for_function(PAINT)
                paints.append(page.evaluate(PAINT))
                expect(page.get_by_role("heading", level=2, name=place)).to_be_visible()
            medians.append(statistics.median(paints))
            print(f"| {place} | {min(paints):.0f} | {medians[-1]:.0f} | {max(paints):.0f} |")
    worst = max(medians)
    mark = "yes" if worst <= LONGEST else "**no**"
    print(f"\n| target | measured | met |\n|---|---:|---|\n| first paint, the slowest median, ms: at most {LONGEST} | {worst:.0f} | {mark} |")


main()
