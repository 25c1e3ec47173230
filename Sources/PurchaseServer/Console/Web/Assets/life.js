// A customer's life as a picture: what was paid for when, what the App Store told, what was told to others.

import { fill, h, s } from "./dom.js";
import { date, moment, time as clock, words } from "./format.js";
import { quiet, spoken } from "./pieces.js";
import { byEvent } from "./told.js";

const [lane, line_, top, axis] = [46, 22, 12, 26];
const kinds = { freeTrial: "Free trial", paid: "Paid", refunded: "Taken back", grant: "Granted" };

/** Draws it; a click, or Enter on the picture, looks at that moment. */
export function drawLife(container, history, events, choose) {
  const lanes = lanesOf(history);
  if (!lanes.length) {
    fill(container, quiet("Nothing was bought or granted yet. Purchases will be drawn here."));
    return;
  }
  const width = Math.max(280, container.clientWidth || 600);
  const rows = rowsOf(history, events).filter((row) => row.marks.length);
  const scale = new Scale(lanes, rows.flatMap((row) => row.marks), history.date, width);
  const below = top + lanes.length * lane;
  const height = below + rows.length * line_ + (rows.length ? 10 : 0) + axis;
  let at = history.moment.date;
  const line = s("line", { class: "cursor", y1: 2, y2: height - axis });
  const readout = h("output", { class: "readout quiet" });
  const point = (time) => {
    at = time;
    line.setAttribute("x1", scale.x(at));
    line.setAttribute("x2", scale.x(at));
    readout.textContent = `${moment(at)} · press Enter or click to see what was there then`;
  };
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${height}`, height, role: "img", tabindex: 0, "data-key": "life-picture",
    "aria-label": `${lanes.length} purchases and grants from ${date(scale.start)} to ${date(scale.end)}; the tables below say the same`,
  }, grid(scale, height), lanes.map((item, index) => bars(item, top + index * lane, scale)),
  rows.map((row, index) => dots(row, below + index * line_ + 12, scale)),
  s("line", { class: "now", x1: scale.x(history.date), x2: scale.x(history.date), y1: 2, y2: height - axis }), line);
  const time = (event) => {
    const box = svg.getBoundingClientRect();
    return scale.time(((event.clientX - box.left) / box.width) * width);
  };
  svg.addEventListener("pointermove", (event) => point(time(event)));
  svg.addEventListener("click", (event) => choose(time(event)));
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) point(Math.min(scale.end, Math.max(scale.start, at + (step * (scale.end - scale.start)) / 100)));
    else if (event.key === "Enter") choose(at);
    else return;
    event.preventDefault();
  });
  point(at);
  const used = Object.keys(kinds).filter((kind) => lanes.some((item) => item.periods.some((period) => period.kind === kind)));
  fill(container, h("div", { class: "timeline" }, svg, readout), h("ul", { class: "legend" },
    used.map((kind) => h("li", {}, h("span", { class: kind }), kinds[kind])),
    rows.map((row) => h("li", {}, h("span", { class: row.kind }), row.title)),
    rows.some((row) => row.marks.some((mark) => mark.kind === "undelivered"))
      && h("li", {}, h("span", { class: "undelivered" }), "Not delivered")));
}

/** The newest statement about each transaction, by purchase; and grants. */
function lanesOf(history) {
  const newest = new Map();
  for (const item of history.transactions) {
    const known = newest.get(item.transactionId);
    if (!known || known.signedDate <= item.signedDate) newest.set(item.transactionId, item);
  }
  const chains = new Map();
  for (const item of newest.values()) {
    const chain = chains.get(item.originalTransactionId) ?? { title: item.productId, periods: [] };
    const end = item.revocationDate ?? item.expiresDate;
    chain.title = item.productId;
    chain.periods.push({
      kind: item.revocationDate ? "refunded" : item.isTrialPeriod ? "freeTrial" : "paid", start: item.purchaseDate, end,
      text: item.productId,
    });
    chains.set(item.originalTransactionId, chain);
  }
  const granted = history.grants.map((item) => ({
    title: `Grant ${item.level}`,
    periods: [{ kind: "grant", start: item.startDate, end: item.revokedDate ?? item.endDate, text: item.level }],
  }));
  // More than a person can look at is in the tables.
  return [...chains.values(), ...granted].slice(-24);
}

/** Where moments are in the picture. */
class Scale {
  constructor(lanes, marks, now, width) {
    const moments = [now, ...marks.map((mark) => mark.time),
      ...lanes.flatMap((item) => item.periods.flatMap((period) => [period.start, period.end]))].filter((time) => time != null);
    const [first, last] = [Math.min(...moments), Math.max(...moments)];
    const room = Math.max((last - first) * 0.03, 60_000);
    [this.start, this.end, this.width] = [first - room, last + room, width];
  }

  x(time) {
    return Math.round(((time - this.start) / (this.end - this.start)) * (this.width - 24) * 10) / 10 + 12;
  }

  time(x) {
    return this.start + Math.min(1, Math.max(0, (x - 12) / (this.width - 24))) * (this.end - this.start);
  }
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** How far apart the lines of the grid may be, in milliseconds. */
const steps = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour,
  ...[1, 2, 4, 7, 14, 30, 61, 91, 182, 365, 730, 1_825].map((count) => count * day)];

/** Lines at whole minutes, hours or days, so that what stands at a line is what it is. */
function grid(scale, height) {
  const most = Math.max(2, Math.min(6, Math.floor(scale.width / 130)));
  const step = steps.find((length) => (scale.end - scale.start) / length <= most) ?? steps.at(-1);
  const first = Math.ceil(scale.start / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((scale.end - first) / step) + 1) }, (_, index) => {
    const at = first + index * step;
    const x = scale.x(at);
    const label = step < day ? clock(at).slice(0, 5) : date(at);
    return s("g", {}, s("line", { class: "grid", x1: x, x2: x, y1: 0, y2: height - axis }),
      x > 40 && x < scale.width - 40 && s("text", { class: "axis", x, y: height - 9, "text-anchor": "middle" }, label));
  });
}

const bars = (item, y, scale) => s("g", {}, s("text", { x: 14, y: y + 12 }, item.title), item.periods.map((period) => {
  const [start, end] = [scale.x(period.start), scale.x(period.end ?? scale.end)];
  return s("rect", { class: period.kind, x: start, y: y + 18, width: Math.max(2, end - start - 1), height: 18, rx: 4 },
    s("title", {}, `${period.text}: ${kinds[period.kind]}, ${moment(period.start)} to ${moment(period.end)}`));
}));

/** What was stated, what the App Store told, and what was told to others: a row each, so that none hides another. */
function rowsOf(history, events) {
  const sent = byEvent(history.deliveries);
  const state = (item) => (sent.get(item.id) ?? []).map((one) => one.state);
  return [
    { kind: "fact", title: "Statement of the App Store", marks: [
      ...history.transactions.map((item) => ({ time: item.signedDate, text: `Transaction ${item.transactionId}` })),
      ...history.renewals.map((item) => ({ time: item.signedDate, text: `Renewal of ${item.productId ?? item.originalTransactionId}` })),
    ] },
    { kind: "notification", title: "Notification", marks: history.notifications.map((item) => ({
      time: item.signedDate ?? item.receivedDate, text: spoken(item.type),
    })) },
    { kind: "event", title: "Event, told to webhooks", marks: events.map((item) => ({
      time: item.createdDate, text: [words(item.type), ...state(item)].join(", "),
      kind: state(item).includes("dead") ? "undelivered" : undefined,
    })) },
  ];
}

const dots = (row, y, scale) => s("g", {}, row.marks.map((mark) =>
  s("circle", { class: mark.kind ?? row.kind, cx: scale.x(mark.time), cy: y, r: 4.5 },
    s("title", {}, `${row.title}: ${mark.text}, ${moment(mark.time)}`))));
