// Server notifications: where they go, and what became of them.

import { get, post, put, run } from "./api.js";
import { table } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { moment } from "./format.js";
import { refresh } from "./model.js";
import { panel, sheet } from "./sheet.js";

export function drawNotifications(state) {
  const { destination, destinationV1, waitingCount, finishedCount } = state.notifications;
  fill(
    byID("notifications"),
    h("div", { class: "card" },
      h("p", {}, destination ? `They go to ${destination}.` : "They go nowhere yet."),
      destinationV1 && h("p", {}, `Those of version 1 go to ${destinationV1}.`),
      h("p", { class: "quiet" }, `${finishedCount} delivered or given up, ${waitingCount} waiting.`),
      h("div", { class: "row" },
        h("button", { key: "destination", class: "small", onclick: () => setDestination(destination, destinationV1) },
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
          key: "deliver", class: "small", disabled: !(destination || destinationV1) || !waitingCount,
          onclick: async (event) => {
            await run(event.currentTarget, () => post("notifications/deliver"));
            await refresh();
          },
        }, "Deliver now"))),
  );
}

async function setDestination(destination, destinationV1) {
  const address = (value) => h("input", { type: "url", value: value ?? "", placeholder: "http://127.0.0.1:8080/…" });
  const [two, one] = [address(destination), address(destinationV1)];
  await sheet({
    title: "Where notifications go",
    content: [
      h("label", {}, "Address; empty for nowhere", two),
      h("label", {}, "Address for version 1, deprecated; empty for nowhere", one),
    ],
    action: "Save",
    act: async () => {
      await put("notifications/destination", { url: two.value || null });
      return put("notifications/destination", { url: one.value || null, version: 1 });
    },
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
