"""An owner's day at the console: python console_page.py URL ADMIN_SECRET READER_SECRET FOLDER

The server has figures and a customer with a hostile name who bought, let a period end, and was granted a level.
"""

import base64
import json
import sys
import urllib.error
import urllib.request

from playwright.sync_api import expect

from browser import check_accessibility, chromium, take_picture
from console import check, go, log_in, open_console

HOSTILE = "<img src=x onerror=alert(1)>"
ALIAS = '"><b>alias</b>'


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


# Signed by nobody, and with a name that is no name.
FORGED = json.dumps({"signedPayload": f"{part({'alg': 'ES256'})}.{part({'notificationType': HOSTILE})}.AAAA"}).encode()


def overview(page):
    expect(page.locator(".tile")).to_have_count(8)
    figure = page.get_by_role("region", name="Revenue", exact=True)
    expect(figure.locator("svg")).to_be_visible()
    figure.locator("svg").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(figure.locator("output")).to_contain_text("Gross")
    figure.get_by_text("As a table").click()
    expect(figure.get_by_role("table")).to_be_visible()
    with page.expect_download() as download:
        figure.get_by_role("link", name="Revenue as CSV").click()
    assert download.value.suggested_filename.endswith(".csv"), download.value.suggested_filename
    fields = page.get_by_role("group", name="What is counted")
    fields.get_by_label("Period").select_option("365")
    expect(fields.get_by_label("In steps of")).to_have_value("month")
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


def customer(page):
    go(page, "Customers")
    page.get_by_label("Which begins with, or is").fill("<img")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=HOSTILE).click()
    expect(page.get_by_role("heading", level=2, name=HOSTILE)).to_be_visible()
    assert page.locator("main img").count() == 0, "markup of a name became part of the page"
    access = page.get_by_role("region", name="Access")
    expect(access.get_by_text("No access", exact=True)).to_be_visible()
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


def linking(page):
    page.get_by_role("button", name="Link a name…").click()
    sheet = page.get_by_role("dialog", name="Link a name")
    sheet.get_by_label("Other name").fill(ALIAS)
    check_accessibility(page, "a name that is linked")
    sheet.get_by_role("button", name="Link", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text(f"also {ALIAS}")


def documents(page):
    page.get_by_role("button", name="Show and verify").click()
    expect(page.get_by_role("region", name="Documents")).to_contain_text("No receipt and no signed data was kept")


def transferring(page):
    """What one bought is another's from then on, and both pages say so."""
    page.goto(page.url.split("#")[0] + "#/customers/customer-1")
    expect(page.get_by_role("heading", level=2, name="customer-1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Transfer…").click()
    sheet = page.get_by_role("dialog", name="Transfer purchases")
    sheet.get_by_label("To the customer").fill("customer-2")
    sheet.get_by_label("Why").fill(HOSTILE)
    sheet.get_by_role("button", name="Transfer", exact=True).click()
    done = page.get_by_role("region", name="What was done")
    expect(done.get_by_role("row", name=HOSTILE).first).to_contain_text("customer-2")
    expect(page.get_by_role("region", name="Access")).to_contain_text("Nothing had been bought by then")


def erasing(page):
    """Asked for the name again; another one erases nobody."""
    page.goto(page.url.split("#")[0] + "#/customers/customer-3")
    expect(page.get_by_role("heading", level=2, name="customer-3", exact=True)).to_be_visible()
    page.get_by_role("button", name="Erase…").click()
    sheet = page.get_by_role("dialog", name="Erase the customer")
    sheet.get_by_label("Type the customer's name").fill("customer-4")
    sheet.get_by_role("button", name="Erase", exact=True).click()
    expect(sheet.get_by_role("alert")).to_have_text("That is another name.")
    sheet.get_by_label("Type the customer's name").fill("customer-3")
    sheet.get_by_role("button", name="Erase", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="Customers")).to_be_visible()
    expect(page.get_by_role("link", name="customer-2", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="customer-3", exact=True)).to_have_count(0)


def refund(page):
    page.get_by_role("button", name="Refund…").click()
    guide = page.get_by_role("dialog", name="A refund")
    expect(guide).to_contain_text("Only the customer can ask the App Store")
    guide.get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name="Refunds")).to_contain_text("has not asked")


def own_settings(page):
    """Apps, levels, policies and the address, entered without files; what the program fixed stays as it is."""
    apps = page.get_by_role("region", name="Apps", exact=True)
    expect(apps.get_by_role("row").nth(1)).to_contain_text("Fixed by flag or file")
    page.get_by_role("button", name="New app…").click()
    sheet = page.get_by_role("dialog", name="New app")
    sheet.get_by_label("Bundle identifier").fill(HOSTILE)
    check_accessibility(page, "new app")
    sheet.get_by_role("button", name="Save").click()
    expect(apps.get_by_role("row", name=HOSTILE)).to_contain_text("Set up here")
    page.get_by_role("button", name="New level…").click()
    sheet = page.get_by_role("dialog", name="New level")
    sheet.get_by_label("Name").fill(HOSTILE)
    sheet.get_by_label("Products").fill("monthly yearly")
    sheet.get_by_role("button", name="Save").click()
    levels = page.get_by_role("region", name="Products and what they give")
    expect(levels.get_by_role("row", name=HOSTILE)).to_contain_text("monthly, yearly")
    page.get_by_role("button", name="Change…: A purchase that turns up for another customer").click()
    sheet = page.get_by_role("dialog", name="Change the policy")
    sheet.get_by_role("combobox").select_option("refuse")
    sheet.get_by_role("button", name="Save").click()
    policies = page.get_by_role("region", name="Policies")
    expect(policies.get_by_role("row", name="A purchase that turns up")).to_contain_text("Stays with whoever came first")
    page.get_by_role("button", name="Change…: What a price for a week is a month, in figures").click()
    sheet = page.get_by_role("dialog", name="Change the policy")
    sheet.get_by_role("combobox").select_option("calendar")
    sheet.get_by_role("button", name="Save").click()
    expect(policies.get_by_role("row", name="What a price for a week")).to_contain_text("4.345 times")
    page.get_by_role("button", name="Change…: address for notifications").click()
    sheet = page.get_by_role("dialog", name="Address for notifications")
    sheet.get_by_label("Address").fill("https://shop.example/apple/notifications")
    sheet.get_by_role("button", name="Save").click()
    expect(page.locator("code.address")).to_have_text("https://shop.example/apple/notifications")
    apps.get_by_role("button", name=f"Remove: {HOSTILE}").click()
    page.get_by_role("dialog", name="Remove").get_by_role("button", name="Remove").click()
    expect(apps.get_by_role("row", name=HOSTILE)).to_have_count(0)


def webhook(page):
    """What happens is told to somebody, as far as they want to hear it; the secret is shown once."""
    page.get_by_role("button", name="New webhook…").click()
    sheet = page.get_by_role("dialog", name="New webhook")
    sheet.get_by_label("Address").fill("http://127.0.0.1:9/<img src=x>")
    sheet.get_by_text("Only some events").click()
    sheet.get_by_label("Level granted").check()
    check_accessibility(page, "new webhook")
    sheet.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("dialog", name="The webhook's secret")).to_contain_text("whsec_")
    page.get_by_role("button", name="Close").click()
    row = page.get_by_role("region", name="Webhooks").get_by_role("row").nth(1)
    expect(row).to_contain_text("Level granted")
    row.get_by_role("button", name="Change…").click()
    sheet = page.get_by_role("dialog", name="Change the webhook")
    expect(sheet.get_by_label("Level granted")).to_be_checked()
    sheet.get_by_label("Refunded", exact=True).check()
    sheet.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Refunded")


def inspecting(page, url):
    """A notification of somebody else is refused, and says by which rule."""
    try:
        urllib.request.urlopen(urllib.request.Request(f"{url}/apple/notifications", data=FORGED, method="POST"), timeout=30)
        raise AssertionError("a forged notification was taken")
    except urllib.error.HTTPError as error:
        assert error.code in (401, 422), error.code
    row = page.get_by_role("region", name="Notifications of the App Store").get_by_role("row", name="Refused")
    expect(row).to_contain_text("by the rule")
    row.get_by_role("button", name="Inspect").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("✗ Signature")
    expect(panel).to_contain_text("which nobody should believe")
    expect(panel).to_contain_text(HOSTILE)
    assert panel.locator("img").count() == 0, "markup of a notification became part of the page"
    check_accessibility(page, "a notification")
    panel.get_by_role("button", name="Close").click()


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
    sheet.get_by_label("Level").fill("gold")
    sheet.get_by_role("button", name="Grant", exact=True).click()
    expect(events.get_by_role("link", name="somebody-new")).to_be_visible()
    deliveries = page.get_by_role("region", name="Deliveries to webhooks")
    expect(deliveries.get_by_role("row", name="levelGranted")).to_contain_text("Pending")
    inspecting(page, url)
    # The customer's page shows how far the same came.
    go(other, "Customers")
    other.goto(other.url.split("#")[0] + "#/customers/somebody-new")
    told = other.get_by_role("region", name="What was told to webhooks")
    expect(told.get_by_role("row", name="Level granted")).to_contain_text("Waits")
    other.context.close()


def setup(page):
    go(page, "Set-up")
    expect(page.locator("code.address")).to_contain_text("/apple/notifications")
    own_settings(page)
    page.get_by_role("button", name="New offering…").click()
    sheet = page.get_by_role("dialog", name="New offering")
    sheet.get_by_label("Name").fill(HOSTILE)
    sheet.get_by_label("Products").fill("monthly yearly")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("region", name="Offerings").get_by_role("row", name=HOSTILE)).to_contain_text("monthly, yearly")
    page.get_by_role("button", name="New key…").click()
    sheet = page.get_by_role("dialog", name="New key")
    sheet.get_by_label("Name").fill(HOSTILE)
    sheet.get_by_role("button", name="Make").click()
    # A secret key that may do nothing cannot be; the refusal is told where it happened.
    expect(sheet.get_by_role("alert")).to_be_visible()
    sheet.get_by_label("customers").check()
    sheet.get_by_role("button", name="Make").click()
    expect(page.get_by_role("dialog", name="The key")).to_contain_text("psr_secret_")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name="Keys").get_by_role("row", name=HOSTILE)).to_have_count(1)
    webhook(page)
    page.complaints.clear()


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
        overview(page)
        check(page, "overview")
        take_picture(page, f"{folder}/console-overview.png")
        searching(page)
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
            page.wait_for_load_state("networkidle") if place != "Live" else None
            check(page, f"{place} on a phone")
        assert page.get_by_role("button", name="New key…").count() == 0, "a reader is offered what is refused"


main()
