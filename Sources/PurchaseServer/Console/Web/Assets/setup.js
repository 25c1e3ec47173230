// What the server is set up with, all of which can be changed without files.

import { get, mayChange, part, post, put, remove } from "./api.js";
import { asking, nameField, opening, select, table, when } from "./commands.js";
import { fill, h } from "./dom.js";
import { date } from "./format.js";
import { empty, heading, refresh } from "./model.js";
import { block, quiet } from "./pieces.js";
import { address, apps, levels, policies } from "./settings.js";
import { sheet } from "./sheet.js";
import { once, webhooks } from "./webhooks.js";

export async function setupPlace(section, parts, query, isCurrent) {
  const [settings, offerings, hooks, keys] = await Promise.all([
    get("settings"), get("offerings"), get("webhooks"), get("keys"),
  ]);
  if (!isCurrent()) return;
  fill(section, heading("Set-up"),
    block("setup-address", "Notifications of the App Store", address(settings)),
    block("setup-apps", "Apps", apps(settings.apps)),
    block("setup-levels", "Products and what they give", levels(settings)),
    block("setup-policies", "Policies", policies(settings)),
    block("setup-offerings", "Offerings", offeringList(offerings)),
    block("setup-webhooks", "Webhooks", webhooks(hooks.webhooks, settings.eventTypes)),
    block("setup-keys", "Keys", keyList(keys.keys)));
}


function offeringList({ offerings, revision }) {
  const change = (offering) => async () => {
    const name = nameField({ name: "offering", maxLength: 128, value: offering?.offering ?? "", readOnly: Boolean(offering) });
    const products = h("input", { type: "text", name: "products", value: offering?.productIds.join(" ") ?? "", required: true });
    const current = h("input", { type: "checkbox", name: "current", checked: offering?.isCurrent ?? !offerings.length });
    const done = await sheet({
      title: offering ? "Change the offering" : "New offering", action: "Save",
      content: [h("label", {}, "Name", name), h("label", {}, "Products, separated by blanks", products),
        h("label", { class: "check" }, current, "Shown to everybody")],
      act: () => put(`offerings/${part(name.value.trim())}`, {
        ...(offering?.metadata ? { metadata: offering.metadata } : {}),
        productIds: products.value.split(/[\s,]+/).filter(Boolean), isCurrent: current.checked,
      }, { "If-Match": `"${revision}"` }),
    });
    if (done) await refresh();
  };
  return [
    offerings.length ? table(["Offering", "Products", "Actions"], offerings.map((item) => h("tr", {},
      h("td", {}, item.offering, item.isCurrent && h("span", { class: "badge good" }, "Shown")),
      h("td", {}, item.productIds.join(", ") || "–"), h("td", {}, mayChange() && h("div", { class: "row" },
        opening("Change…", `offering-${item.offering}`, change(item), { about: item.offering }),
        asking("Remove", `offering-remove-${item.offering}`, "Apps that show it will find none of this name.",
          () => remove(`offerings/${part(item.offering)}`), item.offering))))))
      : empty("None yet.", quiet("An offering says which products an app shows, and changes without an update of the app.")),
    mayChange() && h("div", { class: "row above" }, opening("New offering…", "offering-new", change())),
  ];
}

const scopes = ["customers", "grants", "transfers", "balances", "events", "refunds", "figures", "keys", "metrics"];

function keyList(list) {
  const add = async () => {
    const name = nameField({ name: "name", maxLength: 100 });
    const kind = select([["secret", "Secret: for your servers"], ["public", "Public: for apps"]], "secret", { name: "kind" });
    const boxes = scopes.map((scope) => h("input", { type: "checkbox", name: scope, value: scope }));
    const made = await sheet({
      title: "New key", action: "Make",
      content: [h("label", {}, "Name", name), h("label", {}, "Kind", kind), h("fieldset", {}, h("legend", {}, "What a secret key may do"),
        boxes.map((box) => h("label", { class: "check" }, box, box.value)))],
      act: () => post("keys", {
        name: name.value.trim(), kind: kind.value,
        ...(kind.value === "secret" ? { scopes: boxes.filter((box) => box.checked).map((box) => box.value) } : {}),
      }),
    });
    if (!made) return;
    await once("The key", made.text);
    await refresh();
  };
  const rotate = (item) => async () => {
    const made = await sheet({
      title: `Rotate ${item.name}`, action: "Rotate", content: h("p", {}, "The old key stays good for a day."),
      act: () => post(`keys/${part(item.id)}/rotate`),
    });
    if (!made) return;
    await once("The new key", made.text);
    await refresh();
  };
  const isGood = (item) => !item.revocationDate && !(item.expirationDate < Date.now());
  return [
    list.length ? table(["Key", "Kind", "May", "Last used", "State", "Actions"], list.map((item) => h("tr", {},
      h("td", {}, item.name, quiet(item.id)), h("td", {}, item.kind), h("td", {}, item.scopes.join(", ") || "–"),
      when(item.lastUseDate), h("td", {}, item.revocationDate ? `Revoked ${date(item.revocationDate)}`
        : item.expirationDate ? `Until ${date(item.expirationDate)}` : "Good"),
      h("td", {}, mayChange() && isGood(item) && h("div", { class: "row" },
        !item.successorId && opening("Rotate…", `key-rotate-${item.id}`, rotate(item), { about: item.name }),
        asking("Revoke", `key-revoke-${item.id}`, "Whoever shows it is refused at once.", () => remove(`keys/${part(item.id)}`),
          item.name)))))) : empty("None yet.", quiet("Apps and servers show a key with every request.")),
    mayChange() && h("div", { class: "row above" }, opening("New key…", "key-new", add)),
  ];
}
