// Server notifications: where they go, and what became of them.

import { get, post, put, run } from "./api.js";
import { table } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { moment } from "./format.js";
import { refresh } from "./model.js";
import { panel, sheet } from "./sheet.js";

export function drawNotifications(state) {
  const { destination, waiting, finished } = state.notifications;
  fill(
    byID("notifications"),
    h("div", { class: "card" },
      h("p", {}, destination ? `They go to ${destination}.` : "They go nowhere yet."),
      h("p", { class: "quiet" }, `${finished} delivered or given up, ${waiting} waiting.`),
      h("div", { class: "row" },
        h("button", { key: "destination", class: "small", onclick: () => setDestination(destination) },
          "Choose destination"),
        h("button", { key: "sent", class: "small", onclick: showNotifications }, "Show"),
        h("button", {
          key: "test", class: "small", disabled: !destination,
          onclick: async (event) => {
            await run(event.currentTarget, () => post("notifications/test"), "A test was sent.");
            await refresh();
          },
        }, "Send a test"),
        h("button", {
          key: "deliver", class: "small", disabled: !destination || !waiting,
          onclick: async (event) => {
            await run(event.currentTarget, () => post("notifications/deliver"));
            await refresh();
          },
        }, "Deliver now"))),
  );
}

async function setDestination(destination) {
  const input = h("input", { type: "url", value: destination ?? "", placeholder: "http://127.0.0.1:8080/…" });
  await sheet({
    title: "Where notifications go",
    content: h("label", {}, "Address; empty for nowhere", input),
    action: "Save",
    act: () => put("notifications/destination", { url: input.value || null }),
  });
  await refresh();
}

/** What was delivered to the developer's server, and what waits. */
export async function showNotifications() {
  const log = await run(undefined, () => get("notifications"));
  if (!log) return;
  const rows = [...log.finished, ...log.waiting].reverse().slice(0, 100).map((item) => h("tr", {},
    h("td", {}, [item.notificationType, item.subtype].filter(Boolean).join(" / ")),
    h("td", { class: "fixed" }, moment(item.date)), h("td", {}, String(item.sendAttempts?.length ?? 0)),
    h("td", {}, item.sendAttempts?.at(-1)?.sendAttemptResult ?? "waits")));
  await panel("Server notifications", rows.length
    ? table(["Notification", "Date", "Attempts", "Result"], rows)
    : h("p", { class: "quiet" }, "Nothing was sent since the store was started."));
}
