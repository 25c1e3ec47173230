"""An owner's day at the console: python console_page.py URL ADMIN_SECRET READER_SECRET FOLDER

The server has figures and a customer with a hostile name who bought, let a period end, and was granted a level.
"""

import sys

from playwright.sync_api import expect

from browser import chromium, take_picture
from console import HOSTILE, check, go, log_in, open_console, settle
from console_customer import erasing, linking, transferring
from console_notifications import inspecting
from console_setup import setup


def crowded(page):
    """Of very many that wait nobody counts all, and nobody is told that somebody did."""
    page.route("**/v1/figures", lambda route: route.fulfill(json={**route.fetch().json(), "waitingCount": 10001}))
    go(page, "Customers")
    go(page, "Overview")
    expect(page.get_by_text("More than 10,000 purchases and customers are not counted yet.")).to_be_visible()
    page.unroute("**/v1/figures")
    go(page, "Customers")
    go(page, "Overview")


def overview(page):
    expect(page.locator(".tile")).to_have_count(8)
    # Nobody bought anything in the last days.
    fields = page.get_by_role("group", name="What is counted")
    fields.get_by_label("Period").select_option("365")
    expect(fields.get_by_label("In steps of")).to_have_value("month")
    # A value between days that have none is no line, and is seen all the same.
    fields.get_by_label("In steps of").select_option("day")
    expect(page.get_by_role("region", name="Trial conversion", exact=True).locator("circle")).not_to_have_count(0)
    fields.get_by_label("In steps of").select_option("month")
    # A picture that is drawn again takes the keyboard's place with it.
    settle(page)
    figure = page.get_by_role("region", name="Revenue", exact=True)
    expect(figure.locator("svg")).to_be_visible()
    figure.locator("svg").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(figure.locator("output")).to_contain_text("Gross")
    figure.get_by_text("As a table").click()
    expect(figure.get_by_role("table")).to_be_visible()
    expect(figure.get_by_role("group", name="Table: Revenue", exact=True)).to_be_visible()
    with page.expect_download() as download:
        figure.get_by_role("link", name="Revenue as CSV").click()
    assert download.value.suggested_filename.endswith(".csv"), download.value.suggested_filename
    fields.get_by_label("Storefront").select_option("USA")
    page.wait_for_url(lambda url: "storefront=USA" in url and "period=365" in url)
    expect(page.get_by_role("region", name="Cohort retention").get_by_role("table")).to_be_visible()


def searching(page):
    go(page, "Customers")
    page.get_by_label("Look for").select_option("Product")
    page.get_by_label("Which begins with, or is").fill("<svg onload=alert(2)>")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name=HOSTILE)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("row")).to_have_count(2)
    # Nobody can be asked for an order here; the refusal says what it takes.
    page.get_by_label("Look for").select_option("Order of an invoice")
    page.get_by_label("Which begins with, or is").fill("MNOTHING")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("alert")).to_contain_text("In-App Purchase key")
    page.complaints.clear()
    page.get_by_label("Look for").select_option("Name, alias or account token")
    page.get_by_label("Which begins with, or is").fill("")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name="customer-0", exact=True)).to_be_visible()


def mistyped(page):
    """An address that somebody typed, and that is no percent-encoding, is meant as it stands."""
    for move in [lambda: page.goto(page.url.split("#")[0] + "#/customers/50%"), page.reload]:
        move()
        expect(page.get_by_role("heading", level=2, name="Customers")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("nothing is known about this customer")
        settle(page)
    assert not [text for text in page.complaints if "URI" in text], page.complaints
    page.complaints.clear()


def customer(page):
    go(page, "Customers")
    page.get_by_label("Which begins with, or is").fill("<img")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=HOSTILE).click()
    expect(page.get_by_role("heading", level=2, name=HOSTILE)).to_be_visible()
    assert page.locator("main img").count() == 0, "markup of a name became part of the page"
    access = page.get_by_role("region", name="Access")
    expect(access.get_by_text("No access", exact=True)).to_be_visible()
    settle(page)
    page.locator("#life svg").focus()
    for _ in range(90):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_label("At the moment")).not_to_have_value("")
    expect(access.get_by_text("Access", exact=True).first).to_be_visible()
    expect(access).to_contain_text("A period that was paid for runs.")
    expect(access).to_contain_text("the transaction")
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.get_by_label("At the moment")).to_have_value("")


def granting(page):
    page.get_by_role("button", name="Grant…").click()
    sheet = page.get_by_role("dialog", name="Grant a level")
    sheet.get_by_label("Level").fill("<b>gold</b>")
    sheet.get_by_label("Name of the grant").fill("gift")
    sheet.get_by_role("button", name="Grant", exact=True).click()
    grants = page.get_by_role("region", name="Grants")
    expect(grants.get_by_role("row", name="gift")).to_contain_text("<b>gold</b>")
    grants.get_by_role("button", name="Take back: gift").click()
    page.get_by_role("dialog", name="Take back").get_by_role("button", name="Take back").click()
    expect(grants.get_by_role("row", name="gift")).to_contain_text("Taken back")


def documents(page):
    page.get_by_role("button", name="Show and verify").click()
    expect(page.get_by_role("region", name="Documents")).to_contain_text("No receipt and no signed data was kept")


def refund(page):
    page.get_by_role("button", name="Refund…").click()
    guide = page.get_by_role("dialog", name="A refund")
    expect(guide).to_contain_text("Only the customer can ask the App Store")
    guide.get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name="Refunds")).to_contain_text("has not asked")


def live(page, browser, url, admin):
    """What happens elsewhere is shown without a look by hand."""
    go(page, "Live")
    events = page.get_by_role("region", name="Events")
    expect(events).to_contain_text(HOSTILE)
    other = open_console(browser, url)
    log_in(other, admin)
    go(other, "Customers")
    other.get_by_role("button", name="Grant a level…").click()
    sheet = other.get_by_role("dialog", name="Grant a level")
    sheet.get_by_label("Customer").fill("somebody-new")
    # The only level that there is since one was set up.
    sheet.get_by_label("Level").fill(HOSTILE)
    sheet.get_by_role("button", name="Grant", exact=True).click()
    expect(events.get_by_role("link", name="somebody-new")).to_be_visible()
    deliveries = page.get_by_role("region", name="Deliveries to webhooks")
    expect(deliveries.get_by_role("row", name="levelGranted")).to_contain_text("Waits")
    inspecting(page, url)
    # The customer's page shows how far the same came.
    go(other, "Customers")
    other.goto(other.url.split("#")[0] + "#/customers/somebody-new")
    told = other.get_by_role("region", name="What was told to webhooks")
    expect(told.get_by_role("row", name="Level granted")).to_contain_text("Waits")
    # A life of a moment has minutes below it, and not the same day several times.
    settle(other)
    labels = other.locator("#life svg text.axis").all_text_contents()
    assert labels and len(labels) == len(set(labels)), labels
    other.context.close()


def main():
    url, admin, reader, folder = sys.argv[1:]
    with chromium() as browser:
        page = open_console(browser, url)
        check(page, "door")
        page.get_by_label("Secret of the console").fill("a wrong one, long enough")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("no secret of the console")
        page.complaints.clear()
        log_in(page, admin, "Ann <script>")
        crowded(page)
        overview(page)
        check(page, "overview")
        take_picture(page, f"{folder}/console-overview.png")
        searching(page)
        mistyped(page)
        customer(page)
        granting(page)
        linking(page)
        documents(page)
        refund(page)
        check(page, "customer")
        take_picture(page, f"{folder}/console-customer.png")
        transferring(page)
        erasing(page)
        setup(page)
        check(page, "set-up")
        live(page, browser, url, admin)
        check(page, "live")
        go(page, "Log")
        expect(page.get_by_role("row", name="POST /v1/keys").first).to_contain_text("Ann <script>")
        check(page, "log")
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("heading", name="Log in")).to_be_visible()

        # On a phone in the dark, by somebody who may only look, and by keys alone.
        page = open_console(browser, url, width=390, height=844, scheme="dark")
        check(page, "door on a phone")
        page.get_by_label("Your name").focus()
        page.keyboard.press("Tab")
        page.keyboard.type(reader)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Log out")).to_be_visible()
        for place in ["Overview", "Customers", "Live", "Set-up", "Log"]:
            link = page.get_by_role("navigation", name="Places").get_by_role("link", name=place, exact=True)
            link.focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", level=2, name=place)).to_be_visible()
            settle(page)
            check(page, f"{place} on a phone")
        assert page.get_by_role("button", name="New key…").count() == 0, "a reader is offered what is refused"


main()
