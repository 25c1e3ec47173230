// Offers that a purchase can use, and the codes that customers redeem.

import { post, tell } from "./api.js";
import { nameField, opening, select, table } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { date } from "./format.js";
import { customer, model, product, refresh, title } from "./model.js";
import { offer } from "./prices.js";
import { panel, sheet } from "./sheet.js";

const kinds = [
  ["promotional", "promotionalOffers", "Promotional"], ["winBack", "winBackOffers", "Win-back"],
  ["code", "codeOffers", "Code"],
];

/** A list of a product's offers; undefined if it has none. What it chooses is read by `chosenOffer`. */
export function offerList(item, storefront) {
  const options = kinds.flatMap(([kind, member, name]) => (item[member] ?? []).map((one) => [
    JSON.stringify({ type: kind, identifier: one.offerIdentifier }),
    `${name} ${one.offerIdentifier}: ${offer(one, storefront)}`,
  ]));
  return options.length ? select([["", "None"], ...options], "") : undefined;
}

export const chosenOffer = (list) => (list?.value ? { offer: JSON.parse(list.value) } : {});

// MARK: The customer redeems

export async function redeem() {
  const account = customer();
  const code = nameField({ autocapitalize: "characters" });
  const bought = await sheet({
    title: "Redeem a code",
    content: [
      h("p", { class: "quiet" }, `For account ${account.id}.`),
      h("label", {}, "Code", code),
    ],
    action: "Redeem",
    act: () => post(`codes/${encodeURIComponent(code.value.trim())}/redeem`, { account: account.id }),
  });
  if (!bought) return;
  tell(`${title(bought.productId)}: you're all set.`);
  await refresh();
}

// MARK: The developer makes codes

const shown = 20;

export function drawCodes(state) {
  const codes = [...state.codes].reverse().slice(0, shown);
  fill(
    byID("codes"),
    codes.length
      ? table(["Code", "Product", "Offer", "Redeemed", "Until"], codes.map(row))
      : h("p", { class: "quiet" }, "No codes. Make some, and redeem them in the shop."),
    state.codeCount > shown && h("p", { class: "quiet" }, `The newest ${shown} of ${state.codeCount}.`),
    h("div", { class: "row below" }, opening("Make codes", "make-codes", () => make(state))),
  );
}

function row(item) {
  const uses = item.redemptionLimit == null ? "any number" : item.redemptionLimit;
  return h("tr", {},
    h("td", {}, h("code", {}, item.code)), h("td", {}, title(item.productId)), h("td", {}, item.referenceName),
    h("td", {}, `${item.redeemedBy.length} of ${uses}`, item.redeemedBy.length > 0
      && h("p", { class: "quiet" }, item.redeemedBy.join(", "))),
    h("td", { class: "fixed" }, item.expiresDate == null ? "for ever" : date(item.expiresDate)));
}

async function make(state) {
  const names = h("datalist", { id: "code-offers" });
  const item = select(state.products.map((item) => [item.productId, item.title || item.productId]), undefined, {
    onchange: () => suggest(),
  });
  const name = nameField({ list: "code-offers" });
  const word = h("input", { type: "text", maxLength: 64, autocomplete: "off", pattern: "[A-Za-z0-9]*" });
  const count = h("input", { type: "number", min: 1, max: 10000, value: 1, required: true });
  const suggest = () => {
    const offers = product(item.value)?.codeOffers ?? [];
    names.replaceChildren(...offers.map((one) => h("option", { value: one.offerIdentifier })));
    name.value = offers[0]?.offerIdentifier ?? "";
  };
  const first = state.products.find((one) => one.codeOffers?.length);
  if (first) item.value = first.productId;
  suggest();
  const made = await sheet({
    title: "Make codes",
    content: [
      h("label", {}, "Product", item), h("label", {}, "Offer, by its reference name", name), names,
      h("label", {}, "Word of choice for many customers; empty for codes of one use", word),
      h("label", {}, "How many", count),
    ],
    action: "Make codes",
    act: () => post("codes", {
      productId: item.value, referenceName: name.value,
      ...(word.value ? { code: word.value } : { count: Number(count.value) }),
    }),
  });
  await refresh();
  if (made) await panel("Made", h("pre", { tabindex: "0", role: "region", "aria-label": "Codes" },
    made.codes.map((one) => one.code).join("\n")));
}

// MARK: A link or the App Store begins a purchase

export async function beginPurchase(state) {
  const item = select([["", "Choose"], ...state.products.map((item) => [item.productId, item.title || item.productId])], "", {
    required: true,
  });
  const offer = h("input", { type: "text", autocomplete: "off", placeholder: "none" });
  const link = h("input", { type: "text", autocomplete: "off", placeholder: "itms-services://?action=purchaseIntent&…",
    oninput: () => (item.required = !link.value.trim()) });
  await sheet({
    title: "Begin a purchase in the App Store",
    content: [
      h("p", { class: "quiet" }, `The app of ${model.account} is asked whether to continue.`),
      h("label", {}, "Product", item), h("label", {}, "With the win-back offer", offer),
      h("label", {}, "Or a link", link),
    ],
    action: "Begin purchase",
    act: () => (link.value.trim()
      ? post("purchase-intents", { url: link.value.trim(), account: model.account })
      : post("promotions", { productId: item.value, account: model.account,
        ...(offer.value.trim() && { winBackOfferId: offer.value.trim() }) })),
  }).then((answer) => answer && tell("The app is asked: now if it runs, or when it starts."));
}
