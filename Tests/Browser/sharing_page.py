"""Codes, families, purchases of other days, wishes for refunds and faults on the page of a running store:
python sharing_page.py URL FOLDER

FOLDER receives the pictures. The store sells subscriptions with an offer for codes called Spring.
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import expect

from browser import (
    check_accessibility, check_width, chromium, open_page, press, region, store_is_told, take_picture,
)


def makes_codes_and_redeems_one(page):
    region(page, "Offer codes").get_by_role("button", name="Make codes").click()
    sheet = page.get_by_role("dialog", name="Make codes")
    sheet.get_by_label("Product").select_option(label="Posy Club")
    expect(sheet.get_by_label("Offer, by its reference name")).to_have_value("Spring")
    sheet.get_by_label("Word of choice").fill("tulip")
    sheet.get_by_role("button", name="Make codes").click()
    panel = page.get_by_role("dialog", name="Made")
    expect(panel).to_contain_text("TULIP")
    check_accessibility(page, "the codes that were made")
    panel.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Redeem a code").click()
    sheet = page.get_by_role("dialog", name="Redeem a code")
    sheet.get_by_label("Code").fill("rose")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("no such offer code")
    sheet.get_by_label("Code").fill("tulip")
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    row = region(page, "Transactions").get_by_role("row", name="Posy Club")
    expect(row).to_contain_text("offer code: Spring")
    expect(region(page, "Offer codes").get_by_role("row", name="TULIP")).to_contain_text("flora")
    expect(page.locator("#timeline rect.offer")).to_have_count(1)


def shares_with_a_family(page):
    page.get_by_role("button", name="New account").click()
    sheet = page.get_by_role("dialog", name="New account")
    sheet.get_by_label("Name").fill("fern")
    sheet.get_by_role("button", name="Create").click()
    family = region(page, "Family")
    expect(family).to_contain_text("fern is in no family")
    page.get_by_label("Account").select_option("flora")
    expect(family).to_contain_text("flora is in no family")
    family.get_by_role("button", name="Start a family").click()
    sheet = page.get_by_role("dialog", name="Start a family")
    sheet.get_by_label("Name of the family").fill("bloom")
    sheet.get_by_role("button", name="Start").click()
    expect(family.get_by_label("Share Posy Club")).to_be_checked()

    page.get_by_label("Account").select_option("fern")
    family.get_by_role("button", name="Join a family").click()
    page.get_by_role("dialog", name="Join a family").get_by_role("button", name="Join").click()
    expect(region(page, "Manage subscriptions")).to_contain_text("Shared by your family")
    expect(page.locator("#timeline rect.shared")).to_have_count(1)
    check_accessibility(page, "a family")

    page.get_by_label("Account").select_option("flora")
    with store_is_told(page):
        family.get_by_label("Share Posy Club").uncheck()
    page.get_by_label("Account").select_option("fern")
    expect(region(page, "Manage subscriptions")).to_contain_text("Revoked")
    expect(region(page, "Manage subscriptions")).to_contain_text("Taken back; was paid until")
    page.get_by_label("Account").select_option("flora")
    expect(family.get_by_label("Share Posy Club")).not_to_be_checked()
    family.get_by_label("Share Posy Club").check()


def creates_a_purchase_of_another_day(page):
    transactions = region(page, "Transactions")
    transactions.get_by_role("button", name="Create a purchase").click()
    sheet = page.get_by_role("dialog", name="Create a purchase")
    sheet.get_by_label("Product").select_option(label="Greenhouse")
    sheet.get_by_label("When, in UTC; empty for now").fill("2024-01-02T03:04:05")
    sheet.get_by_role("button", name="Create", exact=True).click()
    row = transactions.get_by_role("row", name="Greenhouse")
    expect(row).to_contain_text("2 Jan 2024")
    transactions.get_by_label("Filter").press_sequentially("green")
    expect(transactions.get_by_role("row")).to_have_count(2)
    expect(transactions.get_by_label("Filter")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.type("ten ")
    expect(transactions.get_by_label("Filter")).to_have_value("ten green")
    transactions.get_by_label("Filter").fill("")


def begins_a_purchase_with_a_link(page):
    region(page, "Transactions").get_by_role("button", name="Begin a purchase").click()
    sheet = page.get_by_role("dialog", name="Begin a purchase in the App Store")
    sheet.get_by_label("Or a link").fill("https://example.com")
    sheet.get_by_role("button", name="Begin purchase").click()
    expect(sheet.get_by_role("alert")).to_contain_text("itms-services://?")
    sheet.get_by_role("button", name="Cancel").click()


def asks_for_a_refund(page):
    row = region(page, "Transactions").get_by_role("row", name="Posy Club")
    press(row, "Refund otherwise")
    sheet = page.get_by_role("dialog", name="Refund of Posy Club")
    sheet.get_by_label("What happens").select_option("LEGAL")
    sheet.get_by_role("button", name="Do it").click()
    expect(sheet).to_have_count(0)
    expect(page.locator("#messages")).to_contain_text("asks for a refund")
    expect(row).to_contain_text("a refund is asked for, decided at the latest")
    expect(row.get_by_role("button", name="Decide the refund: Posy Club")).to_have_count(1)
    press(row, "Refund otherwise")
    sheet.get_by_label("What happens").select_option("decline")
    sheet.get_by_role("button", name="Do it").click()
    expect(sheet).to_have_count(0)
    expect(row).to_contain_text("refund declined")
    expect(row.get_by_role("button", name="Decide the refund: Posy Club")).to_have_count(0)


def says_where_notifications_go(page):
    card = page.locator("#notifications")
    for two, one in [("http://127.0.0.1:9/two", "http://127.0.0.1:9/one"), ("", "")]:
        card.get_by_role("button", name="Choose destination").click()
        sheet = page.get_by_role("dialog", name="Where notifications go")
        sheet.get_by_label("Address; empty for nowhere").fill(two)
        sheet.get_by_label("Address for version 1").fill(one)
        sheet.get_by_role("button", name="Save").click()
        expect(sheet).to_have_count(0)
        expect(card).to_contain_text(f"They go to {two}." if two else "They go nowhere yet.")
        expect(card.get_by_text(f"Those of version 1 go to {one}.")).to_have_count(1 if one else 0)


def changes_the_plan_and_ends_for_a_reason(page):
    row = region(page, "Subscriptions").get_by_role("row", name="flora")
    press(row, "Extend")
    sheet = page.get_by_role("dialog", name="Extend the period")
    sheet.get_by_label("Days, 1 to 90").fill("10")
    sheet.get_by_role("button", name="Extend").click()
    expect(sheet).to_have_count(0)
    press(row, "Turn renewal off")
    expect(row).to_contain_text("does not renew")
    press(row, "Turn renewal on")
    page.get_by_label(re.compile("^Plan")).select_option(label="Bouquet Club")
    sheet = page.get_by_role("dialog", name="Bouquet Club")
    expect(sheet).to_contain_text("begins now")
    sheet.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label(re.compile("^Plan"))).to_have_value("com.example.flowershop.club.posy")
    page.get_by_label(re.compile("^Plan")).select_option(label="Bouquet Club")
    sheet.get_by_role("button", name="Change plan").click()
    expect(row).to_contain_text("Bouquet Club")
    press(row, "End because")
    sheet = page.get_by_role("dialog", name="End the subscription")
    sheet.get_by_label("Because").select_option(label="higher price declined")
    sheet.get_by_role("button", name="End it").click()
    expect(row).to_contain_text("higher price declined")


def sets_faults(page):
    faults = region(page, "Faults")
    faults.get_by_role("button", name="Set a fault").click()
    sheet = page.get_by_role("dialog", name="Set a fault")
    sheet.get_by_label(re.compile("^What goes wrong")).select_option(label="Purchase fails")
    sheet.get_by_label(re.compile("^Product")).select_option(label="Spring Season Pass")
    sheet.get_by_label(re.compile("^Error")).select_option("paymentInvalid")
    check_accessibility(page, "the sheet of faults")
    sheet.get_by_role("button", name="Set", exact=True).click()
    row = faults.get_by_role("row", name="Purchase fails")
    expect(row).to_contain_text("Payment invalid")
    expect(row).to_contain_text("Spring Season Pass")

    page.get_by_role("button", name="Buy Spring Season Pass").click()
    sheet = page.get_by_role("dialog", name="Spring Season Pass")
    sheet.get_by_role("button", name="Buy", exact=True).click()
    expect(sheet.get_by_role("alert")).to_be_visible()
    # It was to strike once.
    expect(row).to_have_count(0)
    sheet.get_by_role("button", name="Buy", exact=True).click()
    expect(sheet).to_have_count(0)

    faults.get_by_role("button", name="Set a fault").click()
    sheet = page.get_by_role("dialog", name="Set a fault")
    sheet.get_by_label(re.compile("^What goes wrong")).select_option(label="Device is offline")
    sheet.get_by_label(re.compile("^How often")).fill("")
    sheet.get_by_role("button", name="Set", exact=True).click()
    expect(faults.get_by_role("row", name="Device is offline")).to_contain_text("until cleared")
    faults.get_by_role("button", name="Clear: Device is offline").click()
    expect(faults).to_contain_text("Nothing goes wrong by itself.")


def takes_a_product_from_sale(page):
    behaviour = region(page, "Behaviour")
    behaviour.get_by_text("Products for sale").click()
    with store_is_told(page):
        behaviour.get_by_label("Ten Seed Bags").uncheck()
    page.get_by_role("button", name="Buy Ten Seed Bags").click()
    sheet = page.get_by_role("dialog", name="Ten Seed Bags")
    sheet.get_by_role("button", name="Buy", exact=True).click()
    expect(sheet.get_by_role("alert")).to_contain_text("removed from sale")
    sheet.get_by_role("button", name="Cancel").click()
    # Two at once: neither change undoes the other.
    page.evaluate("""for (const name of ["seeds", "greenhouse"]) {
        document.querySelector(`[data-key="sale-com.example.flowershop.${name}"]`).click();
    }""")
    page.wait_for_function("""async () => {
        const settings = await (await fetch("/control/settings")).json();
        return settings.withdrawnProductIds.join() === "com.example.flowershop.greenhouse";
    }""")
    expect(behaviour.get_by_label("Greenhouse")).not_to_be_checked()
    with store_is_told(page):
        behaviour.get_by_label("Greenhouse").check()
    behaviour.get_by_label("Purchases go through without a sheet").check()
    expect(region(page, "Shop")).to_contain_text("One press buys")
    page.get_by_role("button", name="Buy Ten Seed Bags").click()
    expect(region(page, "Transactions").get_by_role("row", name="Ten Seed Bags")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)


def main():
    url, folder = sys.argv[1], Path(sys.argv[2])
    with chromium() as browser:
        page = open_page(browser, url)
        for tell in [
            makes_codes_and_redeems_one, shares_with_a_family, creates_a_purchase_of_another_day,
            begins_a_purchase_with_a_link, asks_for_a_refund, changes_the_plan_and_ends_for_a_reason,
            sets_faults, takes_a_product_from_sale, says_where_notifications_go,
        ]:
            tell(page)
        check_accessibility(page, "everything")
        page.evaluate("scrollTo(0, 0)")
        take_picture(page, folder / "sharing.png", full_page=True)
        phone = open_page(browser, url, width=360, height=780)
        check_width(phone, "the shop on a phone")
        check_accessibility(phone, "the shop on a phone")
        phone.get_by_role("tab", name="Transactions").click()
        check_width(phone, "the transactions on a phone")
        check_accessibility(phone, "the transactions on a phone")
        take_picture(phone, folder / "sharing-phone.png", full_page=True)
        # Refusals that the story provoked are answers with an error status, which the browser notes.
        complaints = [text for seen in (page, phone) for text in seen.complaints if "status of 4" not in text]
        assert not complaints, complaints


main()
