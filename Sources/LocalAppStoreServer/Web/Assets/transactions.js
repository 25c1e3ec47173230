// Transactions in the transaction manager.

import { post, remove } from "./api.js";
import { asking, button, opening, select, table, when } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { date, price, words } from "./format.js";
import { inspectReceipt, inspectTransaction } from "./inspector.js";
import { model, product, refresh, title } from "./model.js";
import { beginPurchase, chosenOffer, offerList } from "./offers.js";
import { sheet } from "./sheet.js";

let onlyCustomer = true;
let wanted = "";
const shown = 100;

export function drawTransactions(state) {
  const found = state.transactions.filter(matches).reverse();
  fill(
    byID("transactions"),
    h("div", { class: "row spread below" }, filters(), h("div", { class: "row" },
      model.account && [
        opening("Create a purchase", "create", () => create(state)),
        opening("Begin a purchase", "begin", () => beginPurchase(state)),
        opening("Receipt", "receipt", () => inspectReceipt(model.account)),
      ],
      state.transactionCount > 0 && asking("Delete all", "delete-all", "All transactions of all customers are deleted.",
        () => remove("transactions")))),
    found.length
      ? table(columns().filter(Boolean), found.slice(0, shown).map(row))
      : h("p", { class: "quiet" }, wanted ? "No transaction is like that." : "No transactions. Buy something in the shop."),
    found.length > shown && h("p", { class: "quiet" }, `The newest ${shown} of ${found.length}.`),
  );
}

function matches(item) {
  if (onlyCustomer && item.account !== model.account) return false;
  const text = [item.transactionId, item.originalTransactionId, item.productId, title(item.productId), item.account];
  return text.join(" ").toLowerCase().includes(wanted.toLowerCase());
}

function filters() {
  const redraw = () => drawTransactions(model.state);
  return h("div", { class: "row fields" },
    h("label", {}, "Filter", h("input", {
      type: "search", key: "filter", value: wanted, autocomplete: "off",
      oninput: (event) => {
        wanted = event.target.value.trim();
        redraw();
      },
    })),
    h("label", { class: "check" }, h("input", {
      type: "checkbox", key: "only-customer", checked: onlyCustomer,
      onchange: (event) => {
        onlyCustomer = event.target.checked;
        redraw();
      },
    }), `Only ${model.account ?? "this customer"}`));
}

/** Whose a transaction is need not be said when all are one customer's. */
const columns = () => ["Purchase", !onlyCustomer && "Customer", "When", "Price", "State", "Do"];

function row(item) {
  const id = item.transactionId;
  return h("tr", {},
    h("td", {}, title(item.productId), item.quantity > 1 && ` × ${item.quantity}`,
      h("p", { class: "quiet fixed" }, `${id}${item.transactionReason === "RENEWAL" ? " · renewal" : ""}`)),
    !onlyCustomer && h("td", {}, item.account),
    when(item.purchaseDate),
    h("td", { class: "fixed" }, price(item.price, item.currency, item.storefront),
      item.proratedRefund && h("p", { class: "quiet" },
        `${price(item.proratedRefund.price, item.proratedRefund.currency, item.storefront)} back`)),
    h("td", {}, state(item)),
    h("td", {}, h("div", { class: "row" }, commands(item))));
}

function state(item) {
  const isShared = item.inAppOwnershipType === "FAMILY_SHARED";
  const word = isShared ? "Revoked" : "Refunded";
  return [
    item.revocationDate
      ? h("span", { class: "badge bad" }, `${word} ${date(item.revocationDate)}`)
      : h("span", { class: `badge ${item.isFinished ? "good" : "warn"}` }, item.isFinished ? "Finished" : "Unfinished"),
    isShared && h("p", { class: "quiet" }, "shared by the family"),
    item.isUpgraded && h("p", { class: "quiet" }, "upgraded"),
    item.offerType && h("p", { class: "quiet" }, offerNames[item.offerType], item.offerIdentifier && `: ${item.offerIdentifier}`),
  ];
}

const offerNames = { 1: "introductory offer", 2: "promotional offer", 3: "offer code", 4: "win-back offer" };

function commands(item) {
  const id = item.transactionId;
  const path = `transactions/${encodeURIComponent(id)}`;
  const isShared = item.inAppOwnershipType === "FAMILY_SHARED";
  const refunds = item.revocationDate
    ? button("Reverse refund", `reverse-${id}`, () => post(`${path}/reverse-refund`), { done: "Refund reversed." })
    : [
      button("Refund", `refund-${id}`, () => post(`${path}/refund`, {}), { done: "Refunded." }),
      opening("Refund…", `ask-refund-${id}`, () => answer(item, path)),
    ];
  return [
    !item.isFinished && button("Finish", `finish-${id}`, () => post(`${path}/finish`)),
    !isShared && refunds,
    opening("Inspect", `inspect-${id}`, () => inspectTransaction(item)),
    asking("Delete", `delete-${id}`, "The transaction, and what came of it, is deleted.", () => remove(path)),
  ];
}

// MARK: Refunds

const refundReasons = ["UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER"];

/** Everything else that can become of a wish for a refund. */
async function answer(item, path) {
  const asked = ["Consumable", "Auto-Renewable Subscription"].includes(item.type);
  const what = select([
    ["app", "Refund: the app was the reason"], ["decline", "Decline the refund"],
    ...(asked ? refundReasons.map((name) => [name, `The customer asks: ${words(name.replaceAll("_", " ").toLowerCase())}`]) : []),
  ], asked ? "UNINTENDED_PURCHASE" : "app");
  await sheet({
    title: `Refund of ${title(item.productId)}`,
    content: h("label", {}, "What happens", what),
    action: "Do it",
    act: () => {
      if (what.value === "app") return post(`${path}/refund`, { revocationReason: 1 });
      if (what.value === "decline") return post(`${path}/decline-refund`);
      return post(`${path}/request-refund`, { consumptionRequestReason: what.value });
    },
  });
  await refresh();
}

// MARK: Purchases that did not begin in the shop

async function create(state) {
  const offers = h("div", {});
  const item = select(state.products.map((one) => [one.productId, one.title || one.productId]), undefined, {
    onchange: () => suggest(),
  });
  const date = h("input", { type: "datetime-local", step: 1, max: local(state.clock.now) });
  const renews = h("input", { type: "checkbox", checked: true });
  const quantity = h("input", { type: "number", min: 1, max: 10, value: 1 });
  let list;
  const suggest = () => {
    list = offerList(product(item.value), state.settings.storefront);
    offers.replaceChildren(...(list ? [h("label", {}, "Offer", list)] : []));
  };
  suggest();
  await sheet({
    title: "Create a purchase",
    content: [
      h("p", { class: "quiet" }, `It was made outside the app, by ${model.account}.`),
      h("label", {}, "Product", item), offers, h("label", {}, "Quantity", quantity),
      h("label", {}, "When, in UTC; empty for now", date),
      h("label", { class: "check" }, renews, "Renews until now"),
    ],
    action: "Create",
    act: () => post("purchases", {
      productId: item.value, account: model.account, quantity: Number(quantity.value), ...chosenOffer(list),
      ...(date.value && { purchaseDate: Date.parse(`${date.value}Z`), renewsUntilNow: renews.checked }),
    }),
  });
  await refresh();
}

/** The form that fields of date and time have. */
const local = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 19);
