// Buttons that tell the server to do something, and the tables they stand in. Each page has a `model.js` that can
// `refresh` what it shows.

import { h } from "./dom.js";
import { date, time } from "./format.js";
import { run } from "./messages.js";
import { refresh } from "./model.js";
import { sheet } from "./sheet.js";

/** What a button in a row does, for those who hear it without its row. */
const named = (text, about) => about && `${text}: ${about}`;

/** A button that runs a command and draws what came of it; `about` says to what. */
export function button(text, key, command, { done, tone, about } = {}) {
  return h("button", {
    class: `small ${tone ?? ""}`, key, "aria-label": named(text, about),
    onclick: async (event) => {
      await run(event.currentTarget, command, done);
      await refresh();
    },
  }, text);
}

/** A button that asks before it does what cannot be undone. */
export function asking(text, key, question, command, about) {
  return opening(text, key, async () => {
    await sheet({ title: text, content: h("p", {}, question), action: text, act: command, danger: true });
    await refresh();
  }, { tone: "danger", about });
}

/** A button that opens something. */
export const opening = (text, key, open, { tone = "", about } = {}) =>
  h("button", { class: `small ${tone}`, key, "aria-label": named(text, about), onclick: open }, text);

/** The commands of a row. Of more than three the first two are at hand, and the others behind them. */
export function actions(commands, key, about) {
  const all = commands.flat(Infinity).filter(Boolean);
  if (all.length <= 3) return h("div", { class: "row" }, all);
  return h("div", { class: "row" }, all.slice(0, 2),
    h("details", { class: "more", key: `more-${key}` },
      h("summary", { key: `more-summary-${key}`, "aria-label": named("More", about) }, "More"),
      h("div", { class: "row" }, all.slice(2))));
}

/** A field for a name or code: blanks alone are none. */
export const nameField = (properties = {}) => h("input", {
  type: "text", required: true, maxLength: 64, autocomplete: "off", pattern: ".*\\S.*", title: "Not only blanks",
  ...properties,
});

/** A list to choose from. */
export const select = (options, value, properties = {}) => h("select", properties,
  options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));

/**
 * A table. It scrolls sideways where it is too wide, also by the keyboard; on a phone each row is a card, whose cells say
 * what they are. The roles are named, because a table that is laid out otherwise loses them. Where many tables begin with
 * the same column, a name tells them apart.
 */
export function table(columns, rows, name = columns[0]) {
  for (const row of rows) {
    row.setAttribute("role", "row");
    [...row.children].forEach((cell, index) => {
      cell.setAttribute("role", "cell");
      cell.dataset.label = columns[index];
    });
  }
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Table: ${name}` },
    h("table", { role: "table" },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
        columns.map((text) => h("th", { scope: "col", role: "columnheader" }, text)))),
      h("tbody", { role: "rowgroup" }, rows)));
}

/** A cell with the day and, below it, the time. */
export const when = (moment) => h("td", { class: "fixed" }, date(moment), h("p", { class: "quiet" }, time(moment)));
