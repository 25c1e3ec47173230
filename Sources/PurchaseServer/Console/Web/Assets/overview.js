// The business at a glance: what there is now, what changed, and every figure with what it means.

import { below, get, part } from "./api.js";
import { select } from "./commands.js";
import { drawChart } from "./chart.js";
import { fill, h } from "./dom.js";
import { ask, empty, heading } from "./model.js";
import { counted, quiet } from "./pieces.js";
import { change, number, short, unsigned } from "./values.js";

const periods = {
  7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 365: "Last 365 days", own: "From … to",
};
const steps = { day: "Days", week: "Weeks", month: "Months", quarter: "Quarters", year: "Years" };
const filters = ["app", "product", "storefront", "currency"];
const environments = { Production: "Production", Sandbox: "Sandbox", Xcode: "Xcode", all: "All of them" };

/** What an owner wants to see first: figure, line, title, and whether more of it is good. */
const tiles = [
  ["mrr", "mrr", "Monthly recurring revenue", 1], ["revenue", "net", "Revenue, net", 1],
  ["active-subscriptions", "active", "Active subscriptions", 1], ["active-trials", "trials", "Active trials", 1],
  ["new-and-lost", "new", "New subscriptions", 1], ["new-and-lost", "lost", "Lost subscriptions", -1],
  ["revenue", "refunds", "Refunds", -1], ["trial-conversion", "converted", "Trial conversion", 1],
];

/** What there is to choose from, by dimension; asked once for each App Store. */
const choices = new Map();

export async function overviewPlace(section, parts, query, isCurrent) {
  let list;
  try {
    list = await get("figures");
  } catch (error) {
    if (error.code !== "figures-not-kept") throw error;
    if (isCurrent()) {
      fill(section, heading("Overview"), empty("This server keeps no figures yet.", h("p", {}, "Say in which currency they are "
        + "to be told, and start it again: ", h("code", {}, "--reporting-currency USD"))));
    }
    return undefined;
  }
  const environment = query.get("environment") ?? "Production";
  // The server's day, which is another one than the browser's at night and in a demonstration.
  const today = (await get("figures/mrr?by=all")).series.asOf;
  if (!choices.has(environment)) choices.set(environment, await choicesIn(environment));
  if (!isCurrent()) return undefined;
  const form = bar(query, choices.get(environment), today);
  const numbers = h("div", { class: "tiles", id: "tiles" });
  const charts = h("div", { class: "charts" });
  fill(section, heading("Overview"), form, list.waitingCount > 0 && h("p", { class: "card notice", role: "status" },
    `${counted(list.waitingCount)} purchases and customers are not counted yet.`), numbers, charts);
  const asked = question(query, today);
  const redraw = [];
  await Promise.all([
    drawTiles(numbers, asked, isCurrent, list.currency),
    ...list.figures.map((figure) => {
      const card = h("section", { class: "card figure", "aria-labelledby": `figure-${figure.id}` });
      charts.append(card);
      return drawFigure(card, figure, asked, isCurrent, redraw);
    }),
  ]);
  const again = () => redraw.forEach((draw) => draw());
  let width = innerWidth;
  const resized = () => {
    if (width !== innerWidth) again();
    width = innerWidth;
  };
  addEventListener("resize", resized);
  return () => removeEventListener("resize", resized);
}

/** The values of each dimension, the biggest seller first. */
async function choicesIn(environment) {
  const found = await Promise.all(filters.map(async (name) => {
    const answer = await get(`figures/revenue?by=all&from=2008-07-10&split=${name}&environment=${part(environment)}`)
      .catch(() => ({ series: { lines: [] } }));
    const sold = answer.series.lines.filter((line) => line.name === "gross");
    const amount = (line) => Number(line.points[0]?.value?.money ?? 0);
    return [name, sold.sort((a, b) => amount(b) - amount(a)).map((line) => line.segment).filter(Boolean).slice(0, 200)];
  }));
  return Object.fromEntries(found);
}

/** What is asked of every figure: the days, the steps, what counts. */
function question(query, today) {
  const asked = new URLSearchParams();
  const period = query.get("period") ?? "30";
  if (period === "own") {
    for (const name of ["from", "until"]) if (query.get(name)) asked.set(name, query.get(name));
  } else {
    const day = (offset) => new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
    asked.set("from", day(1 - Number(period)));
    asked.set("until", day(1));
  }
  for (const name of [...filters, "environment"]) if (query.get(name)) asked.set(name, query.get(name));
  asked.set("by", query.get("by") ?? ({ 90: "week", 365: "month" }[period] ?? "day"));
  return asked;
}

/** The fields above the figures. Each changes the address, and with it all that is shown. */
function bar(query, values, today) {
  const change = (name) => (event) => {
    const next = new URLSearchParams(query);
    if (event.currentTarget.value) next.set(name, event.currentTarget.value);
    else next.delete(name);
    if (name === "period") next.delete("by");
    ask(next);
  };
  const field = (name, text, options, value) => h("label", {}, text,
    select(options, value, { key: `filter-${name}`, name, onchange: change(name) }));
  const period = query.get("period") ?? "30";
  const day = (name, text) => h("label", {}, text, h("input", {
    type: "date", key: `filter-${name}`, name, value: query.get(name) ?? "", onchange: change(name),
  }));
  return h("div", { class: "row fields filters", role: "group", "aria-label": "What is counted" },
    field("period", "Period", Object.entries(periods), period),
    period === "own" && [day("from", "From"), day("until", "Until (not included)")],
    field("by", "In steps of", Object.entries(steps), question(query, today).get("by")),
    filters.map((name) => {
      const known = values[name].includes(query.get(name) ?? "") || !query.get(name);
      const all = [["", "All"], ...(known ? [] : [[query.get(name), query.get(name)]]),
        ...values[name].map((value) => [value, value])];
      return field(name, name.charAt(0).toUpperCase() + name.slice(1), all, query.get(name) ?? "");
    }),
    field("environment", "App Store", Object.entries(environments), query.get("environment") ?? "Production"));
}

/** A period as one number each, beside the one before. */
async function drawTiles(container, asked, isCurrent, currency) {
  const whole = new URLSearchParams(asked);
  whole.set("by", "all");
  whole.set("compare", "previous");
  const names = [...new Set(tiles.map(([figure]) => figure))];
  const answers = new Map(await Promise.all(names.map(async (name) => [
    name, await get(`figures/${name}?${whole}`).catch((error) => ({ error })),
  ])));
  if (!isCurrent()) return;
  fill(container, tiles.map(([figure, name, title, good]) => {
    const answer = answers.get(figure);
    if (answer.error) return h("div", { class: "card tile" }, h("h3", {}, title), h("p", { class: "alert" }, answer.error.message));
    const value = (series) => {
      const found = series?.lines.find((line) => line.name === name)?.points[0]?.value;
      return good < 0 ? unsigned(found) : found;
    };
    const [now, then] = [value(answer.series), value(answer.previous)];
    const moved = change(now, then);
    return h("div", { class: "card tile" }, h("h3", {}, title), h("p", { class: "number" }, short(now, currency)),
      quiet(moved && h("span", {
        class: moved.direction * good > 0 ? "up" : moved.direction * good < 0 ? "down" : "",
      }, moved.text), comparison(then, currency, moved)));
  }));
}

/** What there was before, where there was anything. */
function comparison(then, currency, moved) {
  if (moved) return ` · before ${short(then, currency)}`;
  return number(then) ? `before ${short(then, currency)}` : "nothing before to compare with";
}

async function drawFigure(card, figure, asked, isCurrent, redraw) {
  const place = h("div", { class: "place" }, quiet("Counting…"));
  const table = new URLSearchParams(asked);
  table.set("format", "csv");
  const address = (asked) => below(`figures/${part(figure.id)}?${asked}`);
  fill(card, h("div", { class: "row spread" }, h("h3", { id: `figure-${figure.id}` }, figure.title), h("div", { class: "row links" },
    h("a", { href: address(table), download: "", key: `csv-${figure.id}`, "aria-label": `${figure.title} as CSV` }, "CSV"),
    h("a", { href: address(asked), target: "_blank", key: `json-${figure.id}`, "aria-label": `${figure.title} as JSON` }, "JSON"))),
  quiet(figure.definition), place);
  try {
    const answer = await get(`figures/${part(figure.id)}?${asked}&compare=previous`);
    if (!isCurrent()) return;
    redraw.push(drawChart(place, answer.series, answer.previous));
    const missing = answer.series.missing ?? [];
    if (missing.length) {
      place.append(quiet(`Not in it: ${missing.map((item) =>
        `${item.count} in ${item.currency || "no currency"} (no ${item.reason})`).join(", ")}.`));
    }
  } catch (error) {
    if (isCurrent()) fill(place, h("p", { class: "alert", role: "alert" }, error.message));
  }
}
