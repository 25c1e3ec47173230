"""The console of a purchase server as a person uses it."""

from playwright.sync_api import expect

from browser import PATIENCE, check_accessibility, check_width

# A name that is no name: it must be shown as it is, wherever it is entered.
HOSTILE = "<img src=x onerror=alert(1)>"


def open_console(browser, url, width=1440, height=1000, scheme="light", place=""):
    """The door of the console. Whatever the browser complains about fails the story."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: message.type == "error" and page.complaints.append(message.text))
    page.goto(f"{url}/console{place}")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    # That nobody is logged in yet is an answer that the browser writes down.
    page.complaints.clear()
    return page


def settle(page):
    """Waits until what was asked is drawn: before, there may be what was asked earlier, which is about to go."""
    expect(page.locator("#main > [aria-busy=true]")).to_have_count(0)


def log_in(page, secret, name=""):
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Secret of the console").fill(secret)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    settle(page)


def go(page, place, heading=None):
    """To a place, once it is drawn."""
    page.get_by_role("navigation", name="Places").get_by_role("link", name=place, exact=True).click()
    expect(page.get_by_role("heading", level=2, name=heading or place)).to_be_visible()
    settle(page)


def check(page, what):
    """Accessible, and as wide as the window."""
    check_accessibility(page, what)
    check_width(page, what)
    assert not page.complaints, f"{what}: {page.complaints}"
