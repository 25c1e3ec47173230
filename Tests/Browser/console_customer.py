"""What is done with a customer at the console, each after a question."""

from playwright.sync_api import expect

from browser import check_accessibility
from console import HOSTILE

ALIAS = '"><b>alias</b>'


def linking(page):
    page.get_by_role("button", name="Link a name…").click()
    sheet = page.get_by_role("dialog", name="Link a name")
    sheet.get_by_label("Other name").fill(ALIAS)
    check_accessibility(page, "a name that is linked")
    sheet.get_by_role("button", name="Link", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text(f"also {ALIAS}")


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
