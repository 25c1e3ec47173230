// What goes wrong on demand: at purchases, in the queue, with receipts, on the device.

import { post, remove } from "./api.js";
import { button, opening, select, table } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { words } from "./format.js";
import { model, refresh, title } from "./model.js";
import { failures } from "./settings.js";
import { sheet } from "./sheet.js";

const purchase = { product: true };
const server = { noAccount: true, call: true, rate: true };

/** Every kind of fault: its name, what a person calls it, and what it takes. */
const kinds = [
  ["chargeThenError", "Charged, but the app sees an error", { ...purchase, failure: true }],
  ["cancelledAfterSuccess", "Cancelled after success", purchase],
  ["purchaseFails", "Purchase fails", { ...purchase, failure: true }],
  ["sheetNeverShown", "Payment sheet never shown", purchase],
  ["duplicateDelivery", "Delivered twice", purchase],
  ["accountSwitch", "Signed in to another account", { otherAccount: true }],
  ["storefrontSwitch", "Storefront changes during a purchase", { ...purchase, storefront: true }],
  ["entitlementLate", "Entitlement comes late", { ...purchase, seconds: 1, uncounted: true }],
  ["unfinishedNewestFirst", "Unfinished purchases come newest first", { uncounted: true }],
  ["refusalIgnored", "A parent's refusal is ignored", purchase],
  ["finishLost", "Finish is lost", purchase],
  ["finishLate", "Finish comes late", { ...purchase, seconds: 60 }],
  ["productRequestSlow", "Product request is slow", { seconds: 10 }],
  ["productRequestFails", "Product request fails", { failure: true }],
  ["emptyProductList", "Product list is empty", {}],
  ["restoreFails", "Restore fails", { failure: true }],
  ["receiptMissing", "Receipt is missing", {}],
  ["receiptDamaged", "Receipt is damaged", {}],
  ["receiptAltered", "Receipt was altered", {}],
  ["wrongEnvironment", "Receipt names another environment", { environment: true }],
  ["expiredCertificate", "Signed with an expired certificate", {}],
  ["revokedCertificate", "Signed with a revoked certificate", {}],
  ["clockJump", "The device's clock is wrong", { seconds: 3600, uncounted: true }],
  ["offline", "Device is offline", {}],
  ["connectionLost", "Connection to the store is lost", {}],
  ["apiError", "Server API answers with an error", { ...server, errorCode: 4040010 }],
  ["rateLimited", "Server API limits the rate", { ...server, seconds: 60 }],
  ["serverError", "Server fails", { ...server, status: 500, body: true }],
  ["serverSlow", "Server is slow", { ...server, seconds: 10 }],
  ["answerCut", "Server's answer is cut off", server],
  ["receiptStatus", "verifyReceipt answers with a status", { ...server, status: 21009, isRetryable: true }],
  ["transactionLate", "Server API finds purchases late", { ...purchase, seconds: 60 }],
];

const nameOf = (kind) => kinds.find(([name]) => name === kind)?.[1] ?? words(kind);

export function drawFaults(state) {
  const faults = state.faults ?? [];
  // A store of an earlier version knows no faults.
  byID("faults").closest("section").hidden = state.faults === undefined;
  fill(
    byID("faults"),
    faults.length
      ? table(["Fault", "For", "Times", "Do"], faults.map(row))
      : h("p", { class: "quiet" }, "Nothing goes wrong by itself."),
    h("div", { class: "row below" },
      opening("Set a fault", "set-fault", () => set(state)),
      faults.length > 1 && button("Clear all", "clear-faults", () => remove("faults"))),
  );
}

function row(item) {
  const details = [
    item.seconds != null && `${item.seconds} s`, item.failure && words(item.failure), item.storefront,
    item.otherAccount && `as ${item.otherAccount}`, item.environment, item.errorCode && `code ${item.errorCode}`,
    item.status && `status ${item.status}`, item.body, item.isRetryable && "retryable", item.call,
    item.rate != null && `${item.rate * 100} %`,
  ].filter(Boolean);
  return h("tr", {},
    h("td", {}, nameOf(item.kind), details.length > 0 && h("p", { class: "quiet" }, details.join(", "))),
    h("td", {}, item.account ?? "everybody", item.productId && h("p", { class: "quiet" }, title(item.productId))),
    h("td", {}, item.times == null ? "until cleared" : String(item.times)),
    h("td", {}, button("Clear", `clear-${item.id}`, () => remove(`faults/${encodeURIComponent(item.id)}`),
      { about: nameOf(item.kind) })));
}

async function set(state) {
  const accounts = state.accounts.map(({ id }) => [id, id]);
  const kind = select(kinds.map(([name, text]) => [name, text]), "chargeThenError", { onchange: () => suggest() });
  const fields = {
    account: select([["", "Everybody"], ...accounts], model.account ?? ""),
    productId: select([["", "Any"], ...state.products.map((one) => [one.productId, one.title || one.productId])], ""),
    times: h("input", { type: "number", min: 1, placeholder: "until cleared", value: 1 }),
    seconds: h("input", { type: "number", required: true }),
    failure: select([["", "Unknown"], ...failures.map((name) => [name, words(name)])], ""),
    storefront: select(state.storefronts.map((one) => [one.storefront, one.storefront]), "DEU"),
    otherAccount: select(accounts, accounts.at(-1)?.[0]),
    environment: select([["", "The other one"], ["Production", "Production"], ["Sandbox", "Sandbox"], ["Xcode", "Xcode"]], ""),
    errorCode: h("input", { type: "number", required: true }),
    status: h("input", { type: "number", required: true }),
    body: select([["", "JSON"], ["html", "A page"], ["empty", "Nothing"]], ""),
    isRetryable: select([["", "Not said"], ["true", "Yes"], ["false", "No"]], ""),
    call: h("input", { type: "text", placeholder: "any call" }),
    rate: h("input", { type: "number", min: 0.01, max: 1, step: "any", placeholder: "every call" }),
  };
  const labels = {
    account: "For", productId: "Product", times: "How often; empty until cleared", seconds: "Seconds", failure: "Error",
    storefront: "To storefront", otherAccount: "As", environment: "Environment", errorCode: "Code", status: "Status",
    body: "Answer", isRetryable: "Worth asking again", call: "Call, by name or path", rate: "Part of the calls, 0 to 1",
  };
  const place = h("div", { class: "form" });
  let used = [];
  const suggest = () => {
    const rule = kinds.find(([name]) => name === kind.value)[2];
    used = [!rule.noAccount && "account", rule.product && "productId", !rule.uncounted && "times", rule.seconds != null && "seconds",
      rule.failure && "failure", rule.storefront && "storefront", rule.otherAccount && "otherAccount",
      rule.environment && "environment", rule.errorCode && "errorCode", rule.status && "status", rule.body && "body",
      rule.isRetryable && "isRetryable", rule.call && "call", rule.rate && "rate"].filter(Boolean);
    for (const name of ["seconds", "errorCode", "status"]) if (rule[name] != null) fields[name].value = rule[name];
    // Only a wrong clock may be behind.
    fields.seconds.min = rule.uncounted ? "" : "0";
    place.replaceChildren(...used.map((name) => h("label", {}, labels[name], fields[name])));
  };
  suggest();
  await sheet({
    title: "Set a fault",
    content: [
      h("p", { class: "quiet" }, "Faults meet apps on devices, the shop of this page where it buys and restores, and servers that ask Apple's."),
      h("label", {}, "What goes wrong", kind), place,
    ],
    action: "Set",
    act: () => post("faults", { kind: kind.value, ...Object.fromEntries(used.map(value).filter(([, one]) => one !== "")) }),
  });
  await refresh();

  function value(name) {
    const text = fields[name].value;
    if (name === "isRetryable" && text !== "") return [name, text === "true"];
    return [name, ["times", "seconds", "errorCode", "status", "rate"].includes(name) && text !== "" ? Number(text) : text];
  }
}
