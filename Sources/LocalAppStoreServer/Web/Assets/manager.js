// The transaction manager: everything the App Store can do to what customers bought.

import { post, remove, run } from "./api.js";
import { byID, fill, h } from "./dom.js";
import { date, moment, price, statusNames, statusTone, time, words } from "./format.js";
import { inspectReceipt, inspectSubscription, inspectTransaction } from "./inspector.js";
import { model, product, refresh, title } from "./model.js";
import { sheet } from "./sheet.js";

export function drawManager(state) {
  drawWaiting(state);
  drawSubscriptions(state);
  drawTransactions(state);
}

/** A button that runs a command and draws what came of it. */
function button(text, key, command, { done, tone, label } = {}) {
  return h("button", {
    class: `small ${tone ?? ""}`, key, "aria-label": label,
    onclick: async (event) => {
      await run(event.currentTarget, command, done);
      await refresh();
    },
  }, text);
}

/** A button that asks before it does what cannot be undone. */
function asking(text, key, question, command, done) {
  return h("button", {
    class: "small danger", key,
    onclick: async () => {
      await sheet({ title: text, content: h("p", {}, question), action: text, act: command, danger: true });
      await refresh();
    },
  }, text);
}

const table = (columns, rows) => h("div", { class: "scroll" }, h("table", {},
  h("thead", {}, h("tr", {}, columns.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows)));

/** A cell with the day and, below it, the time. */
const when = (moment) => h("td", { class: "fixed" }, date(moment), h("p", { class: "quiet" }, time(moment)));

// MARK: What waits

function drawWaiting(state) {
  const waiting = state.attempts.filter((item) => ["waitingForApproval", "interrupted"].includes(item.status));
  byID("waiting-section").hidden = waiting.length === 0;
  fill(byID("waiting"), waiting.map((item) => {
    const path = `attempts/${encodeURIComponent(item.id)}`;
    return h("div", { class: "card row spread" },
      h("div", {}, h("h4", {}, title(item.productId)),
        h("p", { class: "quiet" }, `${item.account} · ${words(item.status)} · ${moment(item.date)}`)),
      h("div", { class: "row" }, item.status === "interrupted"
        ? button("Resolve", `resolve-${item.id}`, () => post(`${path}/resolve`), { done: "Resolved.", tone: "primary" })
        : [
          button("Approve", `approve-${item.id}`, () => post(`${path}/approve`), { done: "Approved.", tone: "primary" }),
          button("Decline", `decline-${item.id}`, () => post(`${path}/decline`), { done: "Declined." }),
        ]));
  }));
}

// MARK: Subscriptions

function drawSubscriptions(state) {
  if (!state.subscriptions.length) {
    fill(byID("subscriptions"), h("p", { class: "quiet" }, "No customer has a subscription."));
    return;
  }
  fill(byID("subscriptions"), table(["Subscription", "Customer", "Status", "Until", "Do"],
    state.subscriptions.map((item) => h("tr", {},
      h("td", {}, title(item.productId)), h("td", {}, item.account),
      h("td", {}, h("span", { class: `badge ${statusTone[item.status] ?? ""}` }, statusNames[item.status] ?? "?"),
        item.autoRenewStatus !== 1 && item.status === 1 && h("p", { class: "quiet" }, "does not renew")),
      when(until(item)),
      h("td", {}, h("div", { class: "row" }, commands(item)))))));
}

const until = (item) => (item.status === 4 ? item.gracePeriodExpiresDate : item.expiresDate);

function commands(item) {
  const id = item.originalTransactionId;
  const path = `subscriptions/${encodeURIComponent(id)}`;
  const isLive = [1, 3, 4].includes(item.status);
  const unpaid = [3, 4].includes(item.status);
  return [
    unpaid && button("Resolve billing", `billing-${id}`, () => post(`${path}/resolve-billing`), { tone: "primary" }),
    item.status === 1 && button("Renew now", `force-${id}`, () => post(`${path}/renew`)),
    item.status === 1 && h("button", { class: "small", key: `price-${id}`, onclick: () => raise(item, path) },
      "Raise price"),
    item.status === 1 && button("Extend 7 days", `extend-${id}`, () => post(`${path}/extend`, { extendByDays: 7 })),
    isLive && asking("Expire", `expire-${id}`, "The subscription ends now and does not renew.",
      () => post(`${path}/expire`)),
    h("button", { class: "small", key: `inspect-${id}`, onclick: () => inspectSubscription(item) }, "Inspect"),
  ];
}

async function raise(item, path) {
  const known = product(item.productId);
  const input = h("input", { type: "number", min: 0, step: "0.01", required: true,
    value: (((known?.price ?? 0) / 1000) * 1.2).toFixed(2) });
  const consent = h("input", { type: "checkbox", checked: true });
  await sheet({
    title: "Raise the price",
    content: [
      h("p", { class: "quiet" }, `${title(item.productId)} costs ${price(known?.price, known?.currency)} now.`),
      h("label", {}, `New price in ${known?.currency ?? "the storefront's currency"}`, input),
      h("label", { class: "check" }, consent, "The customer must agree"),
    ],
    action: "Raise price",
    act: () => post(`${path}/price-increase`, {
      price: Math.round(Number(input.value) * 1000), needsConsent: consent.checked,
    }),
  });
  await refresh();
}

// MARK: Transactions

let onlyCustomer = true;
const shown = 100;

function drawTransactions(state) {
  const all = state.transactions.filter((item) => !onlyCustomer || item.account === model.account).reverse();
  const filter = h("label", { class: "check" }, h("input", {
    type: "checkbox", key: "only-customer", checked: onlyCustomer,
    onchange: (event) => {
      onlyCustomer = event.target.checked;
      drawTransactions(model.state);
    },
  }), `Only ${model.account ?? "this customer"}`);
  fill(
    byID("transactions"),
    h("div", { class: "row spread" }, filter, h("div", { class: "row" },
      model.account && h("button", { class: "small", key: "receipt", onclick: () => inspectReceipt(model.account) },
        "Receipt"),
      state.transactionCount > 0 && asking("Delete all", "delete-all", "All transactions of all customers are deleted.",
        () => remove("transactions")))),
    all.length
      ? table(["Purchase", "Customer", "When", "Price", "State", "Do"], all.slice(0, shown).map(row))
      : h("p", { class: "quiet" }, "No transactions. Buy something in the shop."),
    all.length > shown && h("p", { class: "quiet" }, `The newest ${shown} of ${all.length}.`),
  );
}

function row(item) {
  const id = item.transactionId;
  const path = `transactions/${encodeURIComponent(id)}`;
  return h("tr", {},
    h("td", {}, title(item.productId), item.quantity > 1 && ` × ${item.quantity}`,
      h("p", { class: "quiet fixed" }, `${id}${item.transactionReason === "RENEWAL" ? " · renewal" : ""}`)),
    h("td", {}, item.account),
    when(item.purchaseDate),
    h("td", { class: "fixed" }, price(item.price, item.currency, item.storefront)),
    h("td", {}, state(item)),
    h("td", {}, h("div", { class: "row" },
      !item.isFinished && button("Finish", `finish-${id}`, () => post(`${path}/finish`)),
      item.revocationDate
        ? button("Reverse refund", `reverse-${id}`, () => post(`${path}/reverse-refund`), { done: "Refund reversed." })
        : button("Refund", `refund-${id}`, () => post(`${path}/refund`, {}), { done: "Refunded." }),
      !item.revocationDate
        && button("Decline refund", `decline-refund-${id}`, () => post(`${path}/decline-refund`)),
      h("button", { class: "small", key: `inspect-${id}`, onclick: () => inspectTransaction(item) }, "Inspect"),
      asking("Delete", `delete-${id}`, "The transaction, and what came of it, is deleted.", () => remove(path)))));
}

function state(item) {
  if (item.revocationDate) return h("span", { class: "badge bad" }, `Refunded ${date(item.revocationDate)}`);
  if (!item.isFinished) return h("span", { class: "badge warn" }, "Unfinished");
  return h("span", { class: "badge good" }, "Finished");
}
