"""What all stories told in a real browser need: Chromium, and the page as a person finds things on it."""

import shutil
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

# A machine that builds beside the tests is no fault of the pages; what never comes ends a story all the same.
PATIENCE = 240_000
expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium():
    """A headless browser; the one that is installed, nothing is fetched."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


def open_page(browser, url, width=1440, height=1000, scheme="light", motion="reduce"):
    """The store's page, once it is live and drawn. Whatever the browser complains about fails the story.

    The browser is asked for reduced motion, as some people do; "no-preference" lets things move.
    """
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion=motion
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: message.type == "error" and page.complaints.append(message.text))
    page.goto(url)
    expect(page.locator("#connection")).to_have_text("Live")
    # All parts are drawn at once; before, there are only headings.
    expect(page.locator("#clock-controls button")).not_to_have_count(0)
    return page


def region(page, name):
    """A part of the page by its heading."""
    return page.get_by_role("region", name=name, exact=True)


def press(row, name):
    """Presses a button of a row, also one that is shown with "More"."""
    button = row.get_by_role("button", name=name)
    if button.count() == 0:
        row.get_by_text("More", exact=True).click()
    button.click()


def store_is_told(page):
    """Waits, when its block ends, until the store has answered what the block made the page tell it.

    A field changes at once and tells the store by itself; what is done next may otherwise be there first.
    """
    return page.expect_response(lambda answer: answer.request.method in ("PATCH", "POST", "PUT", "DELETE"))


def wait_until_still(page):
    """What fades in has too little contrast until it is there, and no picture shows it whole."""
    page.wait_for_function("() => document.getAnimations().length === 0")


def check_accessibility(page, what):
    """No violation of the rules that axe knows."""
    wait_until_still(page)
    found = Axe().run(page).response["violations"]
    listed = [f"{item['id']}: {item['nodes'][0]['html']}" for item in found]
    assert not listed, f"{what}: {listed}"


def take_picture(page, path, full_page=False):
    """A picture of the page, once nothing moves."""
    wait_until_still(page)
    page.screenshot(path=path, full_page=full_page)


def check_width(page, what):
    """Nothing sticks out to the side."""
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], f"{what}: {widths[0]} pixels wide in a window of {widths[1]}"
