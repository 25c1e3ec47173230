// The whole state at once: kept in the page or in a file, and put back.

import { getOctets, putOctets, tell } from "./api.js";
import { asking, button, nameField, opening, table, when } from "./commands.js";
import { byID, fill, h } from "./dom.js";
import { model, refresh } from "./model.js";
import { sheet } from "./sheet.js";

/** What this page has kept, the newest first; a page that is left has kept nothing. */
const kept = [];
/** How many the page keeps: each may be megabytes. */
const limit = 10;

export function drawSnapshots() {
  const file = h("input", { type: "file", key: "snapshot-file", onchange: (event) => putBack(event.target) });
  fill(
    byID("snapshots"),
    kept.length
      ? table(["State", "Store time", "Do"], kept.map(row))
      : h("p", { class: "quiet" }, "Keep the state before you try something, and put it back afterwards."),
    h("div", { class: "row fields below" },
      opening("Keep the state", "keep-snapshot", keep),
      h("label", {}, "Put back from a file", file)),
  );
}

function row(item) {
  return h("tr", {},
    h("td", {}, item.name, h("p", { class: "quiet" }, `${Math.max(1, Math.round(item.octets.size / 1024))} KB`)),
    when(item.date),
    h("td", {}, h("div", { class: "row" },
      asking("Put back", `put-${item.id}`, "Everything that happened since is gone, the customers' purchases too.",
        () => putOctets("snapshot", item.octets), item.name),
      opening("Save as a file", `save-${item.id}`, () => save(item), { about: item.name }),
      button("Forget", `forget-${item.id}`, () => forget(item), { about: item.name }))));
}

/** Pressed twice it forgets no other one. */
async function forget(item) {
  const place = kept.indexOf(item);
  if (place >= 0) kept.splice(place, 1);
}

async function keep() {
  const name = nameField({ value: `State ${kept.length + 1}` });
  await sheet({
    title: "Keep the state",
    content: [
      h("p", { class: "quiet" }, `This page keeps the last ${limit} until it is left; save a state as a file for later.`),
      h("label", {}, "Name", name),
    ],
    action: "Keep",
    act: async () => {
      const date = model.state.clock.now;
      kept.unshift({ id: `${Date.now()}`, name: name.value.trim(), date, octets: await getOctets("snapshot") });
      kept.splice(limit);
    },
  });
  drawSnapshots();
}

function save(item) {
  const address = URL.createObjectURL(item.octets);
  h("a", { href: address, download: `${item.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, "-")}.snapshot` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

async function putBack(input) {
  const [file] = input.files;
  if (!file) return;
  const done = await sheet({
    title: "Put back from a file",
    content: h("p", {}, `The store becomes what ${file.name} holds. Everything that happened since is gone, the customers' `
      + "purchases too."),
    action: "Put back", danger: true,
    act: () => putOctets("snapshot", file),
  });
  // The same file can be chosen again.
  input.value = "";
  if (done) tell(`The state of ${file.name} is back.`);
  await refresh();
}
