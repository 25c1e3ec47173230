// How the store behaves, and what it is told to do wrong.

import { patch, post, put, run } from "./api.js";
import { byID, fill, h } from "./dom.js";
import { words } from "./format.js";
import { customer, refresh } from "./model.js";
import { sheet } from "./sheet.js";

const rates = [
  "realtime", "monthly-1h", "monthly-30m", "monthly-15m", "monthly-5m", "monthly-3m", "monthly-30s", "every-15m",
  "every-5m", "every-1m", "every-30s", "every-10s", "every-2s", "daily-1h", "daily-30m", "daily-5m", "daily-1m",
  "daily-30s", "daily-1s",
];
const failures = [
  "unknown", "cancelled", "paymentInvalid", "paymentNotAllowed", "productNotAvailable", "networkConnectionFailed",
  "invalidOfferIdentifier", "invalidSignature", "missingOfferParameters", "invalidOfferPrice",
];
const switches = [
  ["askToBuyEnabled", "Every purchase asks a parent"],
  ["interruptedPurchasesEnabled", "Every purchase is interrupted"],
  ["billingRetryOnRenewalEnabled", "Renewals cannot be charged"],
  ["billingGracePeriodEnabled", "Grace period when a charge fails"],
];

export function drawSettings(state) {
  const settings = state.settings;
  fill(
    byID("settings"),
    h("div", { class: "card" },
      switches.map(([name, text]) => check(`setting-${name}`, text, settings[name],
        (isOn) => patch("settings", { [name]: isOn }))),
      accountRules(),
      h("div", { class: "row fields" },
        choice("purchaseFailure", "Purchases fail with", [["", "nothing, they succeed"],
          ...failures.map((name) => [name, words(name)])], settings.purchaseFailure ?? "",
        (value) => patch("settings", { purchaseFailure: value || null })),
        choice("timeRate", "A month lasts", rates.map((name) => [name, name]), settings.timeRate,
          (value) => patch("settings", { timeRate: value })),
        h("button", { key: "reset", class: "danger", onclick: reset }, "Reset store"))),
  );
}

/** What only the chosen customer may do. */
function accountRules() {
  const account = customer();
  if (!account) return [];
  const path = `accounts/${encodeURIComponent(account.id)}`;
  return [
    check("rule-pay", `${account.id} may pay`, account.canMakePayments, (isOn) => patch(path, { canMakePayments: isOn })),
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

export function drawNotifications(state) {
  const { destination, waiting, finished } = state.notifications;
  fill(
    byID("notifications"),
    h("div", { class: "card" },
      h("p", {}, destination ? `They go to ${destination}.` : "They go nowhere yet."),
      h("p", { class: "quiet" }, `${finished} delivered or given up, ${waiting} waiting.`),
      h("div", { class: "row" },
        h("button", { key: "destination", class: "small", onclick: () => setDestination(destination) },
          "Choose destination"),
        h("button", {
          key: "deliver", class: "small", disabled: !destination || !waiting,
          onclick: async (event) => {
            await run(event.currentTarget, () => post("notifications/deliver"));
            await refresh();
          },
        }, "Deliver now"))),
  );
}

async function setDestination(destination) {
  const input = h("input", { type: "url", value: destination ?? "", placeholder: "http://127.0.0.1:8080/…" });
  await sheet({
    title: "Where notifications go",
    content: h("label", {}, "Address; empty for nowhere", input),
    action: "Save",
    act: () => put("notifications/destination", { url: input.value || null }),
  });
  await refresh();
}
