"""A customer and the App Store on the page of a running store: python store_page.py URL FOLDER

FOLDER receives the pictures.
"""

import sys
from pathlib import Path

from playwright.sync_api import expect

from browser import (
    check_accessibility, check_width, chromium, open_page, press, region, store_is_told, take_picture,
)


def buy(page, product, action, ask_a_parent=False):
    page.get_by_role("button", name=f"Buy {product}").click()
    sheet = page.get_by_role("dialog", name=product)
    if ask_a_parent:
        sheet.get_by_label("Ask a parent first").check()
    sheet.get_by_role("button", name=action, exact=True).click()
    expect(sheet).to_have_count(0)


def buys_with_the_keyboard_alone(page):
    page.get_by_role("button", name="Buy Ten Seed Bags").focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Ten Seed Bags")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Buy Ten Seed Bags")).to_be_focused()
    page.keyboard.press("Enter")
    sheet.get_by_label("Quantity").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(region(page, "Transactions").get_by_role("row", name="Ten Seed Bags × 2")).to_have_count(1)


def subscribes_and_renews(page):
    buy(page, "Posy Club", "Subscribe")
    subscriptions = region(page, "Subscriptions")
    expect(subscriptions.get_by_role("row", name="Posy Club")).to_contain_text("Active")
    expect(page.locator("#timeline rect.freeTrial")).to_have_count(1)
    page.get_by_role("button", name="Step to the next renewal").click()
    expect(region(page, "Transactions").get_by_role("row", name="renewal")).to_have_count(1)
    expect(page.locator("#timeline rect.paid")).to_have_count(1)


def asks_a_parent(page):
    buy(page, "Greenhouse", "Buy", ask_a_parent=True)
    waiting = region(page, "Waiting for an answer")
    expect(waiting).to_contain_text("Greenhouse")
    waiting.get_by_role("button", name="Approve: Greenhouse").click()
    expect(waiting).to_have_count(0)
    expect(page.get_by_role("article").filter(has_text="Greenhouse")).to_contain_text("Owned")


def refunds(page):
    row = region(page, "Transactions").get_by_role("row", name="Greenhouse")
    row.get_by_role("button", name="Refund: Greenhouse").focus()
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Refunded")
    expect(page.get_by_role("article").filter(has_text="Greenhouse")).not_to_contain_text("Owned")
    # The keyboard stays where it was, so that one key takes the refund back.
    expect(row.get_by_role("button", name="Reverse refund")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("article").filter(has_text="Greenhouse")).to_contain_text("Owned")


def fails_to_renew_and_recovers(page):
    behaviour = region(page, "Behaviour")
    with store_is_told(page):
        behaviour.get_by_label("Grace period when a charge fails").check()
    with store_is_told(page):
        behaviour.get_by_label("Renewals cannot be charged", exact=True).check()
    row = region(page, "Subscriptions").get_by_role("row", name="Posy Club")
    page.get_by_role("button", name="Step to the next renewal").click()
    expect(row).to_contain_text("Grace period")
    expect(page.locator("#timeline rect.gracePeriod")).to_have_count(1)
    page.get_by_role("button", name="Step to the next renewal").click()
    expect(row).to_contain_text("Billing retry")
    with store_is_told(page):
        behaviour.get_by_label("Renewals cannot be charged", exact=True).uncheck()
    press(row, "Resolve billing")
    expect(row).to_contain_text("Active")


def raises_the_price(page):
    row = region(page, "Subscriptions").get_by_role("row", name="Posy Club")
    press(row, "Raise price")
    sheet = page.get_by_role("dialog", name="Raise the price")
    expect(sheet).to_contain_text("flora paid $4.99")
    sheet.get_by_label("New price in USD").fill("4.99")
    sheet.get_by_role("button", name="Raise price").click()
    expect(sheet.get_by_role("alert")).to_contain_text("no increase")
    sheet.get_by_label("New price in USD").fill("7.49")
    sheet.get_by_role("button", name="Raise price").click()
    expect(page.get_by_role("heading", name="Posy Club will cost $7.49")).to_be_visible()
    page.get_by_role("button", name="Agree to new price").click()
    expect(page.get_by_role("heading", name="Posy Club will cost $7.49")).to_have_count(0)
    page.get_by_role("button", name="Step to the next renewal").click()
    expect(region(page, "Transactions").get_by_role("row", name="$7.49")).to_have_count(1)


def inspects(page):
    row = region(page, "Transactions").get_by_role("row", name="Greenhouse")
    press(row, "Inspect")
    panel = page.get_by_role("dialog", name="Transaction of Greenhouse")
    expect(panel.get_by_role("region", name="Payload")).to_contain_text('"inAppOwnershipType": "PURCHASED"')
    check_accessibility(page, "the inspector")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)


def a_refusal_is_told_where_it_happened(page):
    page.get_by_role("button", name="New account").click()
    sheet = page.get_by_role("dialog", name="New account")
    sheet.get_by_label("Name").fill("flora")
    sheet.get_by_role("button", name="Create").click()
    expect(sheet.get_by_role("alert")).to_contain_text("flora")
    sheet.get_by_role("button", name="Cancel").click()


def keeps_the_keyboard(page):
    day = page.get_by_role("button", name="Step one day")
    day.focus()
    before = page.locator("#clock-time").text_content()
    page.keyboard.press("Enter")
    expect(page.locator("#clock-time")).not_to_have_text(before)
    expect(day).to_be_focused()
    # What is drawn anew elsewhere does not scroll the page away.
    page.get_by_label("Account").focus()
    page.evaluate("scrollTo(0, 600)")
    before = page.locator("#clock-time").text_content()
    page.evaluate("""fetch("/control/clock", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ step: "day" }) })""")
    expect(page.locator("#clock-time")).not_to_have_text(before)
    assert page.evaluate("scrollY") == 600, page.evaluate("scrollY")


def has_customers_of_any_name(page):
    for name in ["Zoë Müller", "a/b?c#d%20"]:
        page.get_by_role("button", name="New account").click()
        sheet = page.get_by_role("dialog", name="New account")
        sheet.get_by_label("Name").fill("   ")
        sheet.get_by_role("button", name="Create").click()
        expect(sheet).to_be_visible()
        sheet.get_by_label("Name").fill(name)
        sheet.get_by_role("button", name="Create").click()
        expect(sheet).to_have_count(0)
        expect(page.get_by_role("combobox", name="Account")).to_have_value(name)
        page.get_by_label("Storefront").select_option("JPN")
        expect(page.get_by_role("article").filter(has_text="Bouquet Club")).to_contain_text("13")
    page.reload()
    expect(page.get_by_role("combobox", name="Account")).to_have_value("a/b?c#d%20")
    page.get_by_role("combobox", name="Account").select_option("flora")
    # What follows is done to flora once the page shows flora.
    expect(page.get_by_role("combobox", name="Storefront")).to_have_value("USA")


def shows_another_storefront(page):
    page.get_by_label("Storefront").select_option("DEU")
    expect(page.get_by_role("article").filter(has_text="12,99 €")).to_have_count(1)
    page.get_by_label("Storefront").select_option("USA")
    expect(page.get_by_role("article").filter(has_text="$12.99")).to_have_count(1)


def main():
    url, folder = sys.argv[1], Path(sys.argv[2])
    with chromium() as browser:
        page = open_page(browser, url)
        other = open_page(browser, url, scheme="dark")
        for tell in [
            buys_with_the_keyboard_alone, subscribes_and_renews, asks_a_parent, refunds, fails_to_renew_and_recovers,
            raises_the_price, inspects, a_refusal_is_told_where_it_happened, keeps_the_keyboard,
            has_customers_of_any_name, shows_another_storefront,
        ]:
            tell(page)
        # The other window heard of everything without being touched.
        expect(region(other, "Transactions").get_by_role("row", name="$7.49")).to_have_count(1)
        check_accessibility(page, "light")
        check_accessibility(other, "dark")
        page.evaluate("scrollTo(0, 0)")
        take_picture(page, folder / "laptop.png")
        take_picture(other, folder / "laptop-dark.png")

        phone = open_page(browser, url, width=360, height=780)
        check_width(phone, "the shop on a phone")
        check_accessibility(phone, "the shop on a phone")
        take_picture(phone, folder / "phone-shop.png")
        phone.get_by_role("tab", name="Transactions").click()
        expect(phone.get_by_role("heading", name="Transaction manager")).to_be_visible()
        check_width(phone, "the transactions on a phone")
        check_accessibility(phone, "the transactions on a phone")
        take_picture(phone, folder / "phone-manager.png")
        # Refusals that the story provoked are answers with an error status, which the browser notes.
        complaints = [text for seen in (page, other, phone) for text in seen.complaints if "status of 4" not in text]
        assert not complaints, complaints


main()
