// Subscriptions in the transaction manager.

import { post, tell } from "./api.js";
import { actions, asking, button, opening, select, table, when } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { inspectSubscription } from "./inspector.js";
import { model, refresh, title } from "./model.js";
import { commerceItems, price, statusNames, statusTone } from "./prices.js";
import { sheet } from "./sheet.js";

export function drawSubscriptions(state) {
  if (!state.subscriptions.length) {
    fill(byID("subscriptions"), h("p", { class: "quiet" }, "No customer has a subscription."));
    return;
  }
  fill(byID("subscriptions"), table(["Subscription", "Customer", "Status", "Until", "Do"],
    state.subscriptions.map((item) => h("tr", {},
      h("td", {}, title(item.productId), plan(item)), h("td", {}, item.account),
      h("td", {}, h("span", { class: `badge ${statusTone[item.status] ?? ""}` }, statusNames[item.status] ?? "?"),
        notes(item).map((text) => h("p", { class: "quiet" }, text))),
      when(item.status === 4 ? item.gracePeriodExpiresDate : item.expiresDate),
      h("td", {}, commands(item))))));
}

/** What comes next, if that is something else. */
const plan = (item) => item.autoRenewProductId && item.autoRenewProductId !== item.productId && item.autoRenewStatus === 1
  && h("p", { class: "quiet" }, `then ${title(item.autoRenewProductId)}`);

const reasons = {
  1: "cancelled by the customer", 2: "billing error", 3: "higher price declined", 4: "no longer for sale", 5: "other reason",
};

function notes(item) {
  return [
    item.autoRenewStatus !== 1 && item.status === 1 && "does not renew",
    item.status === 2 && reasons[item.expirationIntent],
    item.priceIncrease && (item.priceIncrease.isAccepted ? "higher price agreed" : "asked about a higher price"),
    item.sharedOriginalTransactionId && "shared by the family",
    item.advancedCommerceInfo && commerceItems(item.advancedCommerceInfo),
  ].filter(Boolean);
}

const pathOf = (item) => `subscriptions/${encodeURIComponent(item.originalTransactionId)}`;

function commands(item) {
  const id = item.originalTransactionId;
  const path = pathOf(item);
  const about = `${title(item.productId)} of ${item.account}`;
  const isLive = [1, 3, 4].includes(item.status);
  const inspect = opening("Inspect", `inspect-${id}`, () => inspectSubscription(item), { about });
  if (item.sharedOriginalTransactionId) return actions([inspect], id, about);
  return actions([
    [3, 4].includes(item.status)
      && button("Resolve billing", `billing-${id}`, () => post(`${path}/resolve-billing`), { tone: "primary", about }),
    item.status === 1 && button("Renew now", `force-${id}`, () => post(`${path}/renew`), { about }),
    item.status === 1 && opening("Raise price", `price-${id}`, () => raise(item), { about }),
    item.priceIncrease?.isAccepted === false && [
      button("Approve price", `approve-price-${id}`, () => post(`${path}/price-consent`, { accepts: true }), { about }),
      button("Decline price", `decline-price-${id}`, () => post(`${path}/price-consent`, { accepts: false }), { about }),
    ],
    item.status === 1 && opening("Extend", `extend-${id}`, () => extend(item), { about }),
    isLive && button(item.autoRenewStatus === 1 ? "Turn renewal off" : "Turn renewal on", `auto-${id}`,
      () => post(`${path}/auto-renew`, { enabled: item.autoRenewStatus !== 1 }), { about }),
    isLive && asking("Expire", `expire-${id}`, "The subscription ends now and does not renew.",
      () => post(`${path}/expire`), about),
    isLive && opening("End because", `end-${id}`, () => end(item), { tone: "danger", about }),
    inspect,
  ], id, about);
}

async function raise(item) {
  // What the subscriber paid last, in the subscriber's currency; the page may look through other eyes.
  const paid = model.state.transactions.findLast((one) => one.originalTransactionId === item.originalTransactionId);
  const input = h("input", { type: "number", min: 0, step: "0.01", required: true,
    value: (((paid?.price ?? 0) / 1000) * 1.2).toFixed(2) });
  const consent = h("input", { type: "checkbox", checked: true });
  const raised = await sheet({
    title: "Raise the price",
    content: [
      h("p", { class: "quiet" }, `${item.account} paid ${price(paid?.price, paid?.currency, paid?.storefront)} `
        + `for ${title(item.productId)}.`),
      h("label", {}, `New price in ${paid?.currency ?? "the storefront's currency"}`, input),
      h("label", { class: "check" }, consent, "The customer must agree"),
    ],
    action: "Raise price",
    act: () => post(`${pathOf(item)}/price-increase`, {
      price: Math.round(Number(input.value) * 1000), needsConsent: consent.checked,
    }),
  });
  if (raised) tell(consent.checked ? `${item.account} is asked to agree.` : `${item.account} was told of the new price.`);
  await refresh();
}

async function extend(item) {
  const days = h("input", { type: "number", min: 1, max: 90, value: 7, required: true });
  await sheet({
    title: "Extend the period",
    content: h("label", {}, "Days, 1 to 90", days),
    action: "Extend",
    act: () => post(`${pathOf(item)}/extend`, { extendByDays: Number(days.value) }),
  });
  await refresh();
}

async function end(item) {
  const reason = select(Object.entries(reasons), "2");
  await sheet({
    title: "End the subscription",
    content: h("label", {}, "Because", reason),
    action: "End it", danger: true,
    act: () => post(`${pathOf(item)}/end`, { expirationIntent: Number(reason.value) }),
  });
  await refresh();
}
