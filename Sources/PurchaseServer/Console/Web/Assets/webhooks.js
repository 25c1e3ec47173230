// To whom the server tells what happens.

import { mayChange, part, patch, post, remove } from "./api.js";
import { actions, asking, button, opening, select, table } from "./commands.js";
import { h } from "./dom.js";
import { words } from "./format.js";
import { empty, refresh } from "./model.js";
import { quiet, verbatim } from "./pieces.js";
import { panel, sheet } from "./sheet.js";


/** Shows what is shown once. */
export const once = (title, text) => panel(title, h("p", {}, "It is shown this once. Keep it where nobody else may read it."),
  verbatim(text, title));

const shapes = { purser: "Purser's own words", revenuecat: "RevenueCat's words" };

/** Asks what is to be sent where; answers what the server says. */
function edit(types, item) {
  const address = h("input", { type: "url", name: "address", required: true, maxLength: 2048, placeholder: "https://", value: item?.address ?? "" });
  const environment = select([["", "All App Stores"], ["Production", "Production only"], ["Sandbox", "Sandbox only"]], item?.environment ?? "",
    { name: "environment" });
  const shape = select(Object.entries(shapes), item?.shape ?? "purser", { name: "shape" });
  const forwards = h("input", { type: "checkbox", name: "forwards", checked: item?.forwardsNotifications ?? false });
  const boxes = types.map((type) => h("input", { type: "checkbox", name: type, value: type, checked: item?.types?.includes(type) ?? false }));
  const some = h("details", { class: "some" }, h("summary", {}, "Only some events; none chosen means all"),
    h("div", { class: "checks" }, boxes.map((box) => h("label", { class: "check" }, box, words(box.value)))));
  some.open = Boolean(item?.types);
  return sheet({
    title: item ? "Change the webhook" : "New webhook", action: item ? "Save" : "Add",
    content: [quiet("Events are sent there, signed, until your server says it has them."), h("label", {}, "Address", address),
      h("label", {}, "Of which App Store", environment), h("label", {}, "In whose words", shape),
      h("label", { class: "check" }, forwards, "Forward the App Store's notifications as they came"), some],
    act: () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      const wish = {
        address: address.value.trim(), types: chosen.length ? chosen : null, environment: environment.value || null,
        shape: shape.value, forwardsNotifications: forwards.checked,
      };
      return item ? patch(`webhooks/${part(item.id)}`, wish) : post("webhooks", wish);
    },
  });
}

const what = (item) => (item.types ? item.types.map(words).join(", ") : "Everything");

export function webhooks(list, types) {
  const add = async () => {
    const made = await edit(types);
    if (!made) return;
    await once("The webhook's secret", made.secret);
    await refresh();
  };
  const change = (item) => async () => {
    if (await edit(types, item)) await refresh();
  };
  const rotate = (item) => async () => {
    const made = await sheet({
      title: "New secret", action: "Make", content: h("p", {}, "The old secret signs along for a day, so that your server can change over."),
      act: () => post(`webhooks/${part(item.id)}/secret`),
    });
    if (!made) return;
    await once("The webhook's new secret", made.secret);
    await refresh();
  };
  return [
    list.length ? table(["Address", "What", "State", "Actions"], list.map((item) => h("tr", {}, h("td", {}, item.address),
      h("td", {}, what(item), quiet([item.environment ?? "all App Stores", item.shape === "revenuecat" && "in RevenueCat's words",
        item.forwardsNotifications && "with the App Store's notifications"].filter(Boolean).join(", "))),
      h("td", {}, h("span", { class: `badge ${item.isEnabled ? "good" : "warn"}` }, item.isEnabled ? "On" : "Off")),
      h("td", {}, mayChange() && actions([
        button("Test", `hook-test-${item.id}`, () => post(`webhooks/${part(item.id)}/test`), { done: "A test is on its way; see Live.", about: item.address }),
        opening("Change…", `hook-change-${item.id}`, change(item), { about: item.address }),
        button(item.isEnabled ? "Switch off" : "Switch on", `hook-${item.id}`,
          () => patch(`webhooks/${part(item.id)}`, { isEnabled: !item.isEnabled }), { about: item.address }),
        opening("New secret…", `hook-secret-${item.id}`, rotate(item), { about: item.address }),
        asking("Remove", `hook-remove-${item.id}`, "Nothing is sent there any more, and its deliveries are forgotten.",
          () => remove(`webhooks/${part(item.id)}`), item.address),
      ], item.id, item.address)))))
      : empty("Nobody is told what happens.", quiet("A webhook tells your server of every purchase, renewal and refund.")),
    mayChange() && h("div", { class: "row above" }, opening("New webhook…", "hook-new", add)),
  ];
}
