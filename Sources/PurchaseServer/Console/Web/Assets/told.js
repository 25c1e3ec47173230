// What was told to webhooks about a customer, and how far it came.

import { mayChange, part, post } from "./api.js";
import { actions, button, opening, table, when } from "./commands.js";
import { h } from "./dom.js";
import { moment, words } from "./format.js";
import { deliveryBadge, json, quiet } from "./pieces.js";
import { panel } from "./sheet.js";

/** The deliveries of each event. */
export function byEvent(deliveries) {
  const all = new Map();
  for (const item of deliveries) all.set(item.eventId, [...(all.get(item.eventId) ?? []), item]);
  return all;
}

const delivery = (item) => h("p", {}, deliveryBadge(item),
  item.state === "delivered" ? "" : h("span", { class: "quiet" }, ` ${item.lastStatus ?? item.lastFailure ?? "not tried yet"}${
    item.nextAttemptDate ? `, next ${moment(item.nextAttemptDate)}` : ""}`));

const show = (item) => panel(words(item.type), json(item));

export function eventTable(list, deliveries) {
  if (!list.length) return quiet("Nothing in the time for which events are kept.");
  const sent = byEvent(deliveries);
  return table(["When", "Event", "Product", "Why", "Webhooks", "More"], list.toReversed().map((item) => h("tr", {},
    when(item.createdDate), h("td", {}, words(item.type)), h("td", {}, item.productId ?? item.grant?.level ?? "–"),
    h("td", {}, item.reason ? words(item.reason) : "–"),
    h("td", {}, sent.get(item.id)?.map(delivery) ?? h("span", { class: "quiet" }, "no webhook")),
    h("td", {}, actions([
      opening("All of it", `event-${item.id}`, () => show(item), { about: words(item.type) }),
      mayChange() && sent.get(item.id)?.filter(({ state }) => state !== "pending").map((one) => button("Resend", `resend-${one.id}`,
        () => post(`deliveries/${part(one.id)}/resend`), { done: "Will be sent again.", about: `${words(item.type)}, delivery ${one.id}` })),
    ], item.id, words(item.type))))));
}
