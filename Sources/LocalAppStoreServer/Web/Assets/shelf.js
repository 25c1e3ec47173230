// What the shop's products cost elsewhere than in the catalogue, whom their offers win back, and what they bring along.

import { button, nameField, opening, select, table } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { customer, product, refresh, title } from "./model.js";
import { offer, price } from "./prices.js";
import { change as changeSetting } from "./settings.js";
import { sheet } from "./sheet.js";

export function drawShelf(state) {
  const { priceOverrides: prices, hostedContentVersions: versions } = state.settings;
  const offers = state.products.flatMap((item) => (item.winBackOffers ?? []).map((one) => [item, one]));
  fill(
    byID("shelf"),
    Object.keys(prices).length > 0 && table(["Product", "Storefront", "Price", "Do"],
      Object.entries(prices).flatMap(([place, list]) => Object.entries(list).map(([id, one]) => priceRow(place, id, one)))),
    offers.length > 0 && table(["Win-back offer", "For whom", "Do"], offers.map((pair) => offerRow(state, ...pair))),
    Object.keys(versions).length > 0 && table(["Hosted content", "Version", "Do"],
      Object.entries(versions).map(([id, version]) => contentRow(id, version))),
    h("div", { class: "row below" },
      opening("Change a price", "change-price", () => changePrice(state)),
      state.products.some(({ type }) => type === "Non-Consumable")
        && opening("Host content", "host-content", () => host(state))),
  );
}

/** `edit` changes a table of the settings in its place. */
const change = (member, edit) => changeSetting(member, (table) => {
  edit(table);
  return table;
});

// MARK: Prices

function priceRow(place, id, one) {
  const about = `${title(id)} in ${place}`;
  return h("tr", {},
    h("td", {}, title(id)), h("td", {}, place), h("td", { class: "fixed" }, price(one.price, one.currency, place)),
    h("td", {}, button("Catalogue's price", `price-${place}-${id}`, () => change("priceOverrides", (all) => {
      delete all[place]?.[id];
      if (Object.keys(all[place] ?? {}).length === 0) delete all[place];
    }), { about })));
}

async function changePrice(state) {
  const item = select(state.products.map((one) => [one.productId, one.title || one.productId]), undefined,
    { onchange: () => suggest() });
  const place = select(state.storefronts.map((one) => [one.storefront, one.storefront]),
    customer()?.storefront ?? state.settings.storefront, { onchange: () => suggest() });
  const amount = h("input", { type: "number", min: 0, step: "any", required: true });
  const currency = h("span", {});
  const suggest = () => {
    const other = state.storefronts.find((one) => one.storefront === place.value);
    currency.textContent = `Price in ${other?.currency ?? "the storefront's currency"}`;
    // What the product costs elsewhere is no price in this currency.
    const shown = product(item.value);
    const known = state.settings.priceOverrides[place.value]?.[item.value]?.price
      ?? (shown.currency === other?.currency ? shown.price : undefined);
    amount.value = known === undefined ? "" : (known / 1000).toString();
  };
  suggest();
  await sheet({
    title: "Change a price",
    content: [
      h("p", { class: "quiet" }, "New customers pay it; subscribers keep theirs until it is raised for them."),
      h("label", {}, "Product", item), h("label", {}, "Storefront", place), h("label", {}, currency, amount),
    ],
    action: "Change",
    act: () => change("priceOverrides", (all) => {
      (all[place.value] ??= {})[item.value] = { price: Math.round(Number(amount.value) * 1000) };
    }),
  });
  await refresh();
}

// MARK: Win-back offers

const months = (count) => `${count} ${count === 1 ? "month" : "months"}`;

function whom(rule) {
  const conditions = !rule ? [] : [
    rule.minimumPaidMonths > 0 && `paid for ${months(rule.minimumPaidMonths)} or more`,
    rule.minimumMonthsSinceChurn > 0 && `left ${months(rule.minimumMonthsSinceChurn)} ago or more`,
    rule.maximumMonthsSinceChurn != null && `left ${months(rule.maximumMonthsSinceChurn)} ago or less`,
    rule.monthsBetweenOffers != null && `no such offer for ${months(rule.monthsBetweenOffers)}`,
  ].filter(Boolean);
  return conditions.join(", ") || "every former subscriber";
}

function offerRow(state, item, one) {
  const id = one.offerIdentifier;
  const rule = state.settings.winBackRules[id];
  return h("tr", {},
    h("td", {}, id, h("p", { class: "quiet" }, `${title(item.productId)}: ${offer(one, customer()?.storefront)}`)),
    h("td", {}, whom(rule)),
    h("td", {}, h("div", { class: "row" },
      opening("Change", `win-back-${id}`, () => changeRule(id, rule), { about: id }),
      rule && button("For everybody", `win-back-all-${id}`, () => change("winBackRules", (all) => delete all[id]),
        { about: id }))));
}

const ruleFields = [
  ["minimumPaidMonths", "Paid for at least, in months"], ["minimumMonthsSinceChurn", "Left at least so many months ago"],
  ["maximumMonthsSinceChurn", "Left at most so many months ago; empty for any"],
  ["monthsBetweenOffers", "Months since the last such offer; empty for any"],
];

async function changeRule(id, rule) {
  const fields = ruleFields.map(([name, text]) => [name, text, h("input", {
    type: "number", min: 0, max: 1200, value: rule?.[name] ?? (name.startsWith("minimum") ? 0 : ""),
    required: name.startsWith("minimum"),
  })]);
  await sheet({
    title: `Who may have ${id}`,
    content: fields.map(([, text, input]) => h("label", {}, text, input)),
    action: "Change",
    act: () => change("winBackRules", (all) => {
      all[id] = Object.fromEntries(fields.filter(([, , input]) => input.value !== "")
        .map(([name, , input]) => [name, Number(input.value)]));
    }),
  });
  await refresh();
}

// MARK: Hosted content

function contentRow(id, version) {
  return h("tr", {},
    h("td", {}, title(id)), h("td", {}, version),
    h("td", {}, button("Take away", `content-${id}`, () => change("hostedContentVersions", (all) => delete all[id]),
      { about: title(id) })));
}

async function host(state) {
  const items = state.products.filter(({ type }) => type === "Non-Consumable");
  const item = select(items.map((one) => [one.productId, one.title || one.productId]));
  const version = nameField({ value: "1.0" });
  await sheet({
    title: "Host content",
    content: [
      h("p", { class: "quiet" }, "Who buys it gets a download, which the app asks the store for."),
      h("label", {}, "Product", item), h("label", {}, "Version", version),
    ],
    action: "Host",
    act: () => change("hostedContentVersions", (all) => (all[item.value] = version.value.trim())),
  });
  await refresh();
}
