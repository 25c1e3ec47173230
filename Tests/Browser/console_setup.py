"""What an owner sets up at the console, without files."""

from playwright.sync_api import expect

from browser import check_accessibility
from console import HOSTILE, go


def own_settings(page):
    """Apps, levels, policies and the address, entered without files; what the program fixed stays as it is."""
    apps = page.get_by_role("region", name="Apps", exact=True)
    expect(apps.get_by_role("row").nth(1)).to_contain_text("Fixed by flag or file")
    page.get_by_role("button", name="New app…").click()
    sheet = page.get_by_role("dialog", name="New app")
    sheet.get_by_label("Bundle identifier").fill(HOSTILE)
    check_accessibility(page, "new app")
    # What a secret is typed into is no business of spelling services and stores of passwords.
    expect(sheet.get_by_label("The text of its .p8 file")).to_have_attribute("spellcheck", "false")
    expect(sheet.get_by_label("Shared secret")).to_have_attribute("autocomplete", "new-password")
    # Half a key is not passed over.
    identifier = sheet.get_by_label("In-App Purchase key: its identifier")
    identifier.fill("2X9R4HXF34")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("alert")).to_contain_text("privateKey")
    identifier.fill("")
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
    sheet.get_by_label("Address").fill("http://127.0.0.1:9/<img/src=x>")
    sheet.get_by_text("Only some events").click()
    sheet.get_by_label("Level granted").check()
    check_accessibility(page, "new webhook")
    sheet.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("dialog", name="The webhook's secret")).to_contain_text("psr_webhook_")
    page.get_by_role("button", name="Close").click()
    row = page.get_by_role("region", name="Webhooks").get_by_role("row").nth(1)
    expect(row).to_contain_text("Level granted")
    row.get_by_role("button", name="Change…").click()
    sheet = page.get_by_role("dialog", name="Change the webhook")
    expect(sheet.get_by_label("Level granted")).to_be_checked()
    sheet.get_by_label("Refunded", exact=True).check()
    sheet.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Refunded")


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
    expect(page.get_by_role("dialog", name="The key").locator("pre")).to_have_attribute("translate", "no")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name="Keys").get_by_role("row", name=HOSTILE)).to_have_count(1)
    webhook(page)
    page.complaints.clear()
