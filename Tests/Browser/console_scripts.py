"""How much script each place of the console takes: python console_scripts.py URL ADMIN_SECRET"""

import sys

from playwright.sync_api import expect

from browser import chromium
from console import log_in, open_console

MOST_SCRIPT = 60 * 1024

# The bytes as they are read, not as they came.
SCRIPTS = """() => performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js'))
  .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""


def check_scripts(page, what):
    size = page.evaluate(SCRIPTS)
    print(f"{what}: {size} bytes of script", file=sys.stderr)
    assert 0 < size <= MOST_SCRIPT, f"{what} loads {size} bytes of script"


def main():
    url, admin = sys.argv[1:]
    with chromium() as browser:
        for place in ["Overview", "Customers", "Live", "Set-up", "Log"]:
            # A browser of its own, that has kept nothing: of what it has kept it tells no size.
            page = open_console(browser, url, place=f"#/{place.lower().replace('-', '')}")
            log_in(page, admin)
            expect(page.get_by_role("heading", level=2, name=place)).to_be_visible()
            page.wait_for_function(f"() => ({SCRIPTS})() > 0")
            check_scripts(page, place)
            page.context.close()
        page = open_console(browser, url, place="#/customers/customer-0")
        log_in(page, admin)
        expect(page.get_by_role("heading", level=2, name="customer-0")).to_be_visible()
        page.get_by_role("button", name="Show and verify").click()
        expect(page.get_by_role("region", name="Documents")).not_to_contain_text("Show and verify")
        check_scripts(page, "a customer's page")


main()
