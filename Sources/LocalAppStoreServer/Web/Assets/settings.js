// How the store behaves, and what it is told to do wrong.

import { get, patch, post, run } from "./api.js";
import { byID, fill, h } from "./dom.js";
import { words } from "./format.js";
import { customer, refresh } from "./model.js";
import { sheet } from "./sheet.js";

const rates = [
  "realtime", "monthly-1h", "monthly-30m", "monthly-15m", "monthly-5m", "monthly-3m", "monthly-30s", "every-15m",
  "every-5m", "every-1m", "every-30s", "every-10s", "every-2s", "daily-1h", "daily-30m", "daily-5m", "daily-1m",
  "daily-30s", "daily-1s",
];
export const failures = [
  "unknown", "cancelled", "paymentInvalid", "paymentNotAllowed", "productNotAvailable", "networkConnectionFailed",
  "invalidOfferIdentifier", "invalidSignature", "missingOfferParameters", "invalidOfferPrice",
];
const languages = ["en_US", "en_GB", "de", "fr", "es_ES", "it", "ja", "ko", "pt_BR", "zh_Hans"];
const switches = [
  ["askToBuyEnabled", "Every purchase asks a parent"],
  ["interruptedPurchasesEnabled", "Every purchase is interrupted"],
  ["billingRetryOnRenewalEnabled", "Renewals cannot be charged"],
  ["billingGracePeriodEnabled", "Grace period when a charge fails"],
  ["disableDialogs", "Purchases go through without a sheet"],
];

export function drawSettings(state) {
  const settings = state.settings;
  fill(
    byID("settings"),
    h("div", { class: "card" },
      h("div", { class: "checks" },
        switches.map(([name, text]) => check(`setting-${name}`, text, settings[name],
          (isOn) => patch("settings", { [name]: isOn }))),
        accountRules()),
      h("div", { class: "row fields" },
        choice("purchaseFailure", "Purchases fail with", [["", "nothing, they succeed"],
          ...failures.map((name) => [name, words(name)])], settings.purchaseFailure ?? "",
        (value) => patch("settings", { purchaseFailure: value || null })),
        choice("timeRate", "A month lasts", [["manual", "a month, the clock stands"],
          // No rate sets a clock going that stands.
          ...rates.filter((name) => name !== "realtime" || state.clock.isRunning).map((name) => [name, name])],
          settings.timeRate,
          (value) => patch("settings", { timeRate: value })),
        choice("renewalLimit", "Renewals", [["", "without limit, as in Xcode"], ["6", "6"], ["12", "12, as in the sandbox"]],
          String(settings.renewalLimit ?? ""), (value) => patch("settings", { renewalLimit: value ? Number(value) : null })),
        choice("default-storefront", "New customers buy in", state.storefronts.map((one) => [one.storefront, one.storefront]),
          settings.storefront, (value) => patch("settings", { storefront: value })),
        choice("locale", "Language", [...new Set([settings.locale, ...languages])].map((name) => [name, name]),
          settings.locale, (value) => patch("settings", { locale: value })),
        "receiptDigest" in settings && [
          choice("environment", "Environment", [["", "as the store was opened"], ["Production", "Production"], ["Sandbox", "Sandbox"],
            ["Xcode", "Xcode"]], settings.environment ?? "", (value) => patch("settings", { environment: value || null })),
          choice("receiptDigest", "Receipts use", [["SHA-256", "SHA-256"], ["SHA-1", "SHA-1"]], settings.receiptDigest,
            (value) => patch("settings", { receiptDigest: value })),
        ],
        h("button", { key: "reset", class: "danger", onclick: reset }, "Reset store")),
      h("p", { class: "quiet below" }, "Who verifies what this store signs must trust ",
        h("a", { href: "/certificates/receipt-root.pem", download: "" }, "the root of receipts"), " or ",
        h("a", { href: "/certificates/jws-root.pem", download: "" }, "the root of signed transactions"), "."),
      h("details", { key: "for-sale" }, h("summary", { key: "for-sale-summary" }, "Products for sale"),
        h("div", { class: "checks" }, state.products.map((item) => forSale(item, settings))))),
  );
}

/** A product that is removed from sale cannot be bought, and subscriptions to it end with their period. */
function forSale(item, settings) {
  const isForSale = changing.get(item.productId)?.isOn ?? !settings.withdrawnProductIds.includes(item.productId);
  return check(`sale-${item.productId}`, item.title || item.productId, isForSale, (isOn) => sell(item.productId, isOn));
}

let last = Promise.resolve();

/**
 * Changes a setting that is a table or a list of all: one change after the other, each made of what the store has then, and
 * not of what the page showed. Two at once would take one another back.
 */
export function change(name, edit) {
  const done = last.then(async () => patch("settings", { [name]: edit((await get("settings"))[name]) }));
  last = done.catch(() => {});
  return done;
}

/**
 * What was chosen and is not shown by the store yet: an answer to an earlier change must not take it back meanwhile, nor its
 * end a later choice for the same product.
 */
const changing = new Map();

async function sell(id, isOn) {
  const choice = { isOn };
  changing.set(id, choice);
  try {
    await change("withdrawnProductIds", (all) => {
      const others = all.filter((other) => other !== id);
      return isOn ? others : [...others, id];
    });
    await refresh();
  } finally {
    if (changing.get(id) === choice) changing.delete(id);
  }
}

/** What only the chosen customer may do. */
function accountRules() {
  const account = customer();
  if (!account) return [];
  const path = `accounts/${encodeURIComponent(account.id)}`;
  return [
    check("rule-pay", `${account.id} may pay`, account.canMakePayments, (isOn) => patch(path, { canMakePayments: isOn })),
    check("rule-ask", `Every purchase of ${account.id} asks a parent`, account.requiresApproval,
      (isOn) => patch(path, { requiresApproval: isOn })),
    check("rule-fail", `Renewals of ${account.id} cannot be charged`, account.renewalChargesFail,
      (isOn) => patch(path, { renewalChargesFail: isOn })),
  ];
}

function check(key, text, value, change) {
  return h("div", {}, h("label", { class: "check" }, h("input", {
    type: "checkbox", key, checked: value,
    onchange: async (event) => {
      await run(event.target, () => change(event.target.checked));
      await refresh();
    },
  }), text));
}

function choice(key, text, options, value, change) {
  return h("label", {}, text, h("select", {
    key,
    onchange: async (event) => {
      await run(event.target, () => change(event.target.value));
      await refresh();
    },
  }, options.map(([name, label]) => h("option", { value: name, selected: name === value }, label))));
}

async function reset() {
  await sheet({
    title: "Reset store",
    content: h("p", {}, "All transactions are deleted and the settings become those of the catalogue. Accounts stay."),
    action: "Reset store", danger: true,
    act: () => post("reset"),
  });
  await refresh();
}
