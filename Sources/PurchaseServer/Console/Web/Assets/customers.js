// Finding a customer.

import { get, mayChange, part, put } from "./api.js";
import { nameField, opening, select, table, when } from "./commands.js";
import { fill, h } from "./dom.js";
import { ask, empty, heading, to } from "./model.js";
import { quiet } from "./pieces.js";
import { sheet } from "./sheet.js";

const kinds = {
  query: "Name, alias or account token", transactionId: "Transaction", originalTransactionId: "Original transaction",
  productId: "Product", orderId: "Order of an invoice",
};

export async function customersPlace(section, parts, query, isCurrent) {
  if (parts.length) return (await import("./customer.js")).customerPage(section, parts[0], query, isCurrent);
  const kind = Object.keys(kinds).find((name) => query.has(name)) ?? "query";
  const text = query.get(kind) ?? "";
  const field = h("input", { type: "search", key: "search", name: "text", value: text, maxLength: 256, autocomplete: "off" });
  const chosen = select(Object.entries(kinds), kind, { key: "search-kind", name: "kind" });
  const form = h("form", {
    class: "row fields search", role: "search",
    onsubmit: (event) => {
      event.preventDefault();
      const value = field.value.trim();
      ask(new URLSearchParams(value ? { [chosen.value]: value } : {}));
    },
  }, h("label", {}, "Look for", chosen), h("label", { class: "wide" }, "Which begins with, or is", field),
  h("button", { class: "primary", type: "submit", key: "search-go" }, "Find"));
  const found = h("div", {}, quiet("Looking…"));
  if (!section.querySelector("form.search")) fill(section, heading("Customers"), form, found);
  const asked = new URLSearchParams({ limit: "50" });
  if (text) asked.set(kind, text);
  if (query.get("cursor")) asked.set("cursor", query.get("cursor"));
  const answer = await get(`customers?${asked}`);
  if (!isCurrent()) return undefined;
  const next = new URLSearchParams(query);
  if (answer.cursor) next.set("cursor", answer.cursor);
  const most = answer.customers;
  fill(section, heading("Customers"), form, most.length ? list(most)
    : empty(text ? `Nobody is found by “${text}”.` : "Nobody has bought anything yet.",
      quiet(text ? "A name is found by its beginning, everything else as a whole. The App Store is asked for an order."
        : "Customers appear when an app uploads a purchase, or when the App Store tells of one.")),
  h("div", { class: "row above" }, answer.cursor && h("a", { href: to("customers", [], next), key: "more" }, "More"),
    mayChange() && opening("Grant a level…", "grant-anybody", grantSomebody)));
  return undefined;
}

/** Customers; where somebody was found by another name, that too. */
function list(found) {
  const hasAliases = found.some((item) => item.alias);
  return table(["Customer", hasAliases && "Found as", "Since"].filter(Boolean), found.map((item) => h("tr", {},
    h("td", {}, h("a", { href: to("customers", [item.customer]), key: `customer-${item.customer}` }, item.customer),
      item.isAnonymous && quiet("without an account")),
    hasAliases && h("td", {}, item.alias ?? "–"), when(item.createdDate))));
}

async function grantSomebody() {
  const name = nameField({ name: "customer", maxLength: 256 });
  const done = await grantSheet(() => name.value.trim(), h("label", {}, "Customer", name));
  if (done) location.hash = to("customers", [done]);
}

/** Grants a level of access without a purchase; answers whose it is. */
export async function grantSheet(customer, ...more) {
  const level = nameField({ name: "level", maxLength: 128 });
  const grant = nameField({ name: "grant", maxLength: 128, value: `console-${Date.now().toString(36)}` });
  const end = h("input", { type: "datetime-local", name: "end" });
  const reason = h("input", { type: "text", name: "reason", maxLength: 200, autocomplete: "off" });
  return sheet({
    title: "Grant a level", action: "Grant",
    content: [...more, h("label", {}, "Level", level), h("label", {}, "Name of the grant", grant),
      h("label", {}, "Until (UTC); empty for ever", end), h("label", {}, "Why", reason)],
    act: async () => {
      const body = { level: level.value.trim() };
      if (end.value) body.endDate = Date.parse(`${end.value}Z`);
      if (reason.value.trim()) body.reason = reason.value.trim();
      await put(`customers/${part(customer())}/grants/${part(grant.value.trim())}`, body);
      return customer();
    },
  });
}
