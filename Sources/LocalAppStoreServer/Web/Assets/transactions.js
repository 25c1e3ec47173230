// Transactions in the transaction manager.

import { post, remove, tell } from "./api.js";
import { actions, asking, button, opening, select, table, when } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { date, moment, words } from "./format.js";
import { inspectReceipt, inspectTransaction } from "./inspector.js";
import { model, product, refresh, title } from "./model.js";
import { beginPurchase, chosenOffer, offerList } from "./offers.js";
import { commerceItems, price } from "./prices.js";
import { sheet } from "./sheet.js";

let onlyCustomer = true;
let wanted = "";
/** How many are shown, and how many more each time. */
const step = 20;
let shown = step;

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
    found.length > shown && h("div", { class: "row below" },
      h("p", { class: "quiet" }, `The newest ${shown} of ${found.length}.`),
      opening("Show more", "more-transactions", () => {
        shown += 2 * step;
        drawTransactions(model.state);
      })),
  );
}

function matches(item) {
  if (onlyCustomer && item.account !== model.account) return false;
  const text = [item.transactionId, item.originalTransactionId, item.productId, title(item.productId), item.account];
  return text.join(" ").toLowerCase().includes(wanted.trim().toLowerCase());
}

function filters() {
  const redraw = () => drawTransactions(model.state);
  return h("div", { class: "row fields" },
    h("label", {}, "Filter", h("input", {
      type: "search", key: "filter", value: wanted, autocomplete: "off",
      oninput: (event) => {
        wanted = event.target.value;
        shown = step;
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
      item.advancedCommerceInfo && h("p", { class: "quiet" }, commerceItems(item.advancedCommerceInfo)),
      h("p", { class: "quiet fixed" }, `${id}${item.transactionReason === "RENEWAL" ? " · renewal" : ""}`)),
    !onlyCustomer && h("td", {}, item.account),
    when(item.purchaseDate),
    h("td", { class: "fixed" }, price(item.price, item.currency, item.storefront),
      item.proratedRefund && h("p", { class: "quiet" },
        `${price(item.proratedRefund.price, item.proratedRefund.currency, item.storefront)} back`)),
    h("td", {}, state(item)),
    h("td", {}, commands(item)));
}

function state(item) {
  const isShared = item.inAppOwnershipType === "FAMILY_SHARED";
  const word = isShared ? "Revoked" : "Refunded";
  return [
    item.revocationDate
      ? h("span", { class: "badge bad" }, `${word} ${date(item.revocationDate)}`)
      : h("span", { class: `badge ${item.isFinished ? "good" : "warn"}` }, item.isFinished ? "Finished" : "Unfinished"),
    isShared && h("p", { class: "quiet" }, "shared by the family"),
    refundWish(item),
    item.isUpgraded && h("p", { class: "quiet" }, "upgraded"),
    item.offerType && h("p", { class: "quiet" }, offerNames[item.offerType], item.offerIdentifier && `: ${item.offerIdentifier}`),
  ];
}

/** What the customer asked for last; the badge says that it was granted. */
const wish = (item) => model.state.refundRequests.findLast((one) => one.transactionId === item.transactionId);

function refundWish(item) {
  const asked = wish(item);
  if (!asked || asked.isGranted) return undefined;
  return h("p", { class: "quiet" }, asked.isGranted === false
    ? `refund declined ${date(asked.decisionDate)}`
    : `a refund is asked for, decided at the latest ${moment(asked.deadlineDate)}`);
}

const offerNames = { 1: "introductory offer", 2: "promotional offer", 3: "offer code", 4: "win-back offer" };

function commands(item) {
  const id = item.transactionId;
  const path = `transactions/${encodeURIComponent(id)}`;
  const about = title(item.productId);
  const isShared = item.inAppOwnershipType === "FAMILY_SHARED";
  const refunds = item.revocationDate
    ? button("Reverse refund", `refund-${id}`, () => post(`${path}/reverse-refund`), { done: "Refund reversed.", about })
    : [
      button("Refund", `refund-${id}`, () => post(`${path}/refund`, {}), { done: "Refunded.", about }),
      opening("Refund otherwise", `ask-refund-${id}`, () => answer(item, path), { about }),
    ];
  return actions([
    wish(item) && wish(item).isGranted === undefined
      && button("Decide the refund", `settle-${id}`, () => post(`${path}/settle-refund`), { done: "Decided.", about }),
    !item.isFinished && button("Finish", `finish-${id}`, () => post(`${path}/finish`), { done: "Finished.", about }),
    !isShared && refunds,
    opening("Inspect", `inspect-${id}`, () => inspectTransaction(item), { about }),
    asking("Delete", `delete-${id}`, "The transaction, and what came of it, is deleted.", () => remove(path), about),
  ], id, about);
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
  const done = await sheet({
    title: `Refund of ${title(item.productId)}`,
    content: h("label", {}, "What happens", what),
    action: "Do it",
    act: () => {
      if (what.value === "app") return post(`${path}/refund`, { revocationReason: 1 });
      if (what.value === "decline") return post(`${path}/decline-refund`);
      return post(`${path}/request-refund`, { consumptionRequestReason: what.value });
    },
  });
  // Of a refusal that nobody asked for only the developer's server hears.
  const told = { app: "Refunded.", decline: "The refund was declined; your server is told." };
  if (done) tell(told[what.value] ?? "The customer asks for a refund; your server is told.");
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
  const howMany = h("label", {}, "Quantity", quantity);
  const renewing = h("label", { class: "check" }, renews, "If it is past: renewed until now");
  let list;
  const suggest = () => {
    const chosen = product(item.value);
    list = offerList(chosen, state.settings.storefront);
    offers.replaceChildren(...(list ? [h("label", {}, "Offer", list)] : []));
    howMany.hidden = chosen.type !== "Consumable";
    renewing.hidden = !chosen.period || chosen.type !== "Auto-Renewable Subscription";
  };
  suggest();
  await sheet({
    title: "Create a purchase",
    content: [
      h("p", { class: "quiet" }, `It was made outside the app, by ${model.account}.`),
      h("label", {}, "Product", item), offers, howMany,
      h("label", {}, "When, in UTC; empty for now", date),
      renewing,
    ],
    action: "Create",
    act: () => post("purchases", {
      productId: item.value, account: model.account, ...chosenOffer(list),
      ...(!howMany.hidden && { quantity: Number(quantity.value) }),
      ...(date.value && { purchaseDate: Date.parse(`${date.value}Z`), renewsUntilNow: renews.checked }),
    }),
  });
  await refresh();
}

/** The form that fields of date and time have. */
const local = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 19);
