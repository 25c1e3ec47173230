"""Prices, win-back offers, hosted content and snapshots on the page of a running store: python shelf_page.py URL

The store sells subscriptions with a win-back offer called return.
"""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from browser import check_accessibility, check_width, chromium, open_page, press, region, store_is_told


# Two products of the shop, and their names.
PRODUCTS = ("com.example.flowershop.greenhouse", "com.example.flowershop.seeds")
NAMES = ("Greenhouse", "Ten Seed Bags")


def changes_a_price(page):
    shelf = region(page, "Prices and content")
    shelf.get_by_role("button", name="Change a price").click()
    sheet = page.get_by_role("dialog", name="Change a price")
    sheet.get_by_label("Product").select_option(label="Greenhouse")
    expect(sheet.get_by_label("Price in USD")).to_have_value("9.99")
    sheet.get_by_label("Storefront").select_option("DEU")
    # What it costs in dollars is no price in euros.
    expect(sheet.get_by_label("Price in EUR")).to_have_value("")
    sheet.get_by_label("Price in EUR").fill("9.5")
    check_accessibility(page, "the sheet of prices")
    sheet.get_by_role("button", name="Change", exact=True).click()
    expect(sheet).to_have_count(0)
    expect(shelf.get_by_role("row", name="Greenhouse")).to_contain_text("9,50 €")
    shop = region(page, "Shop")
    expect(shop.get_by_role("article").filter(has_text="Greenhouse")).to_contain_text("$9.99")
    with store_is_told(page):
        shop.get_by_label("Storefront").select_option("DEU")
    expect(shop.get_by_role("article").filter(has_text="Greenhouse")).to_contain_text("9,50 €")
    shelf.get_by_role("button", name="Catalogue's price: Greenhouse in DEU").click()
    expect(shop.get_by_role("article").filter(has_text="Greenhouse")).not_to_contain_text("9,50 €")
    with store_is_told(page):
        shop.get_by_label("Storefront").select_option("USA")


def changes_two_prices_at_once(page):
    """Pressed one after the other, before the store has answered: neither takes the other back."""
    shelf = region(page, "Prices and content")
    page.evaluate("""() => fetch("/control/settings", { method: "PATCH", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ priceOverrides: { DEU: { "%s": { price: 1000 }, "%s": { price: 2000 } } } }) })"""
        % PRODUCTS)
    buttons = [shelf.get_by_role("button", name=f"Catalogue's price: {name} in DEU") for name in NAMES]
    for button in buttons:
        expect(button).to_be_visible()
    page.evaluate("""(keys) => keys.forEach((key) => document.querySelector(`[data-key="${key}"]`).click())""",
        [f"price-DEU-{product}" for product in PRODUCTS])
    for button in buttons:
        expect(button).to_have_count(0)


def says_whom_an_offer_wins_back(page):
    shelf = region(page, "Prices and content")
    row = shelf.get_by_role("row", name="return")
    expect(row).to_contain_text("every former subscriber")
    row.get_by_role("button", name="Change: return").click()
    sheet = page.get_by_role("dialog", name="Who may have return")
    sheet.get_by_label("Paid for at least, in months").fill("3")
    sheet.get_by_label(re.compile("^Left at most")).fill("12")
    check_accessibility(page, "the sheet of a win-back rule")
    sheet.get_by_role("button", name="Change", exact=True).click()
    expect(row).to_contain_text("paid for 3 months or more, left 12 months ago or less")


def hosts_content(page):
    shelf = region(page, "Prices and content")
    shelf.get_by_role("button", name="Host content").click()
    sheet = page.get_by_role("dialog", name="Host content")
    sheet.get_by_label("Product").select_option(label="Greenhouse")
    sheet.get_by_label("Version").fill("2.1")
    sheet.get_by_role("button", name="Host", exact=True).click()
    expect(shelf.get_by_role("row", name="Greenhouse")).to_contain_text("2.1")


def keeps_the_state_and_puts_it_back(page, folder):
    snapshots, transactions = region(page, "Snapshots"), region(page, "Transactions")
    snapshots.get_by_role("button", name="Keep the state").click()
    sheet = page.get_by_role("dialog", name="Keep the state")
    sheet.get_by_label("Name").fill("before the purchase")
    sheet.get_by_role("button", name="Keep", exact=True).click()
    row = snapshots.get_by_role("row", name="before the purchase")
    expect(row).to_have_count(1)
    with page.expect_download() as download:
        row.get_by_role("button", name="Save as a file").click()
    file = Path(folder, "kept.snapshot")
    download.value.save_as(file)
    assert download.value.suggested_filename == "before the purchase.snapshot", download.value.suggested_filename

    page.get_by_role("button", name="Buy Ten Seed Bags").click()
    page.get_by_role("dialog", name="Ten Seed Bags").get_by_role("button", name="Buy", exact=True).click()
    expect(transactions.get_by_role("row", name="Ten Seed Bags")).to_have_count(1)
    row.get_by_role("button", name="Put back").click()
    sheet = page.get_by_role("dialog", name="Put back")
    check_accessibility(page, "the question before a state is put back")
    sheet.get_by_role("button", name="Put back").click()
    expect(transactions.get_by_role("row", name="Ten Seed Bags")).to_have_count(0)

    snapshots.get_by_label("Put back from a file").set_input_files(file)
    question = page.get_by_role("dialog", name="Put back from a file")
    expect(question).to_contain_text("kept.snapshot")
    check_accessibility(page, "the question before a file is put back")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    snapshots.get_by_label("Put back from a file").set_input_files(file)
    with store_is_told(page):
        question.get_by_role("button", name="Put back").click()
    expect(page.locator("#messages")).to_contain_text("The state of kept.snapshot is back.")
    nonsense = Path(folder, "nonsense")
    nonsense.write_text("this is no snapshot")
    snapshots.get_by_label("Put back from a file").set_input_files(nonsense)
    question.get_by_role("button", name="Put back").click()
    expect(question.get_by_role("alert")).to_be_visible()
    question.get_by_role("button", name="Cancel").click()

    snapshots.get_by_role("button", name="Keep the state").click()
    sheet = page.get_by_role("dialog", name="Keep the state")
    sheet.get_by_label("Name").fill("another one")
    sheet.get_by_role("button", name="Keep", exact=True).click()
    other = snapshots.get_by_role("row", name="another one")
    expect(other).to_have_count(1)
    # Pressed twice at once it forgets one.
    other.get_by_role("button", name="Forget").evaluate(
        "(button) => { button.click(); button.ariaDisabled = null; button.click(); }"
    )
    expect(other).to_have_count(0)
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Forget").click()
    expect(row).to_have_count(0)


def has_few_buttons_in_a_row(page):
    page.get_by_role("button", name="Buy Greenhouse").click()
    page.get_by_role("dialog", name="Greenhouse").get_by_role("button", name="Buy", exact=True).click()
    row = region(page, "Transactions").get_by_role("row", name="Greenhouse")
    expect(row.get_by_role("button")).to_have_count(2)
    more = row.get_by_text("More", exact=True)
    more.focus()
    page.keyboard.press("Enter")
    expect(row.get_by_role("button")).to_have_count(5)
    press(row, "Finish")
    expect(row).to_contain_text("Finished")
    # It stays open while the row is drawn anew.
    expect(row.get_by_role("button", name="Inspect")).to_be_visible()


def is_clicked_though_it_is_drawn_anew(page):
    """Something happens in the store while the pointer is down."""
    button = page.get_by_role("button", name="Buy Ten Seed Bags")
    button.hover()
    page.mouse.down()
    before = page.locator("#clock-time").text_content()
    with page.expect_response("**/control/state"):
        page.evaluate("""fetch("/control/clock", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ step: "day" }) })""")
    page.mouse.up()
    sheet = page.get_by_role("dialog", name="Ten Seed Bags")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Cancel").click()
    expect(page.locator("#clock-time")).not_to_have_text(before)


def main():
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        page = open_page(browser, sys.argv[1])
        changes_a_price(page)
        changes_two_prices_at_once(page)
        says_whom_an_offer_wins_back(page)
        hosts_content(page)
        keeps_the_state_and_puts_it_back(page, folder)
        has_few_buttons_in_a_row(page)
        is_clicked_though_it_is_drawn_anew(page)
        check_accessibility(page, "the shelf")
        phone = open_page(browser, sys.argv[1], width=360, height=780, scheme="dark")
        phone.get_by_role("tab", name="Transactions").click()
        check_width(phone, "the shelf on a phone")
        check_accessibility(phone, "the shelf on a phone")
        complaints = [text for seen in (page, phone) for text in seen.complaints if "status of 4" not in text]
        assert not complaints, complaints


main()
