// What a customer had when, as a picture, and as a table for those who cannot see it.

import { table } from "./commands.js";
import { byID, fill, h, s } from "./dom.js";
import { date, moment, words } from "./format.js";
import { model, title } from "./model.js";

const kinds = {
  freeTrial: "Free trial", offer: "Offer", paid: "Paid", gracePeriod: "Grace period", billingRetry: "Billing retry",
  billingFailed: "Billing failed for a time", shared: "Shared by the family", refunded: "Refunded or revoked",
};
const lane = 46;
const top = 12;
const axis = 26;

export function drawTimeline() {
  const container = byID("timeline");
  const timeline = model.timeline;
  const rows = timeline ? entries(timeline) : [];
  if (!rows.length) {
    fill(container, h("p", { class: "quiet" }, "Nothing bought yet. Purchases and renewals will be drawn here."));
    return;
  }
  const used = Object.keys(kinds).filter((kind) => rows.some((row) => row.kind === kind));
  fill(
    container,
    h("div", { class: "timeline" }, picture(timeline, container.clientWidth || 600)),
    h("ul", { class: "legend" }, used.map((kind) => h("li", {}, h("span", { class: kind }), kinds[kind]))),
    h("details", { key: "timeline-table" }, h("summary", { key: "timeline-summary" }, "As a table"),
      table(["Product", "What", "From", "To"], rows.map(rowOf))),
  );
}

/** Every period and purchase in one list. */
function entries(timeline) {
  const periods = timeline.lanes.flatMap(({ periods }) => periods.map((period) => ({ ...period })));
  const marks = timeline.marks.map((mark) => ({
    kind: mark.revocationDate ? "refunded" : "bought", productId: mark.productId, startDate: mark.purchaseDate,
  }));
  return [...periods, ...marks].sort((a, b) => a.startDate - b.startDate);
}

function rowOf(row) {
  const cells = [title(row.productId), kinds[row.kind] ?? words(row.kind), moment(row.startDate), moment(row.endDate)];
  return h("tr", {}, cells.map((text) => h("td", {}, text)));
}

function picture(timeline, width) {
  const scale = new Scale(timeline, width);
  const hasMarks = timeline.marks.length > 0;
  const lanes = timeline.lanes.length + (hasMarks ? 1 : 0);
  const height = top + lanes * lane + axis;
  const text = `${lanes} lanes from ${date(scale.start)} to ${date(scale.end)}; the table below says the same`;
  return s("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": text },
    grid(scale, height),
    timeline.lanes.map((item, index) => periods(item, top + index * lane, scale)),
    hasMarks && marks(timeline.marks, top + timeline.lanes.length * lane, scale),
    now(timeline.now, scale, height));
}

/** Where moments are in the picture. */
class Scale {
  constructor(timeline, width) {
    const periods = timeline.lanes.flatMap((item) => item.periods);
    const moments = [
      timeline.now, ...periods.map((period) => period.startDate), ...periods.map((period) => period.endDate),
      ...timeline.marks.map((mark) => mark.purchaseDate),
    ].filter((moment) => moment != null);
    const [first, last] = [Math.min(...moments), Math.max(...moments)];
    const room = Math.max((last - first) * 0.03, 60_000);
    [this.start, this.end, this.width] = [first - room, last + room, width];
  }

  x(moment) {
    return Math.round(((moment - this.start) / (this.end - this.start)) * (this.width - 24) * 10) / 10 + 12;
  }
}

function grid(scale, height) {
  const count = Math.max(2, Math.min(6, Math.floor(scale.width / 130)));
  const short = scale.end - scale.start < 3 * 86_400_000;
  return Array.from({ length: count }, (_, index) => {
    const moment = scale.start + ((index + 0.5) / count) * (scale.end - scale.start);
    const text = short ? new Date(moment).toISOString().slice(5, 16).replace("T", " ") : date(moment);
    return s("g", {},
      s("line", { class: "grid", x1: scale.x(moment), x2: scale.x(moment), y1: 0, y2: height - axis }),
      s("text", { class: "axis", x: scale.x(moment), y: height - 9, "text-anchor": "middle" }, text));
  });
}

function periods(item, y, scale) {
  return s("g", {},
    s("text", { x: 14, y: y + 12 }, title(item.subscription.productId)),
    item.periods.map((period) => {
      const [start, end] = [scale.x(period.startDate), scale.x(period.endDate ?? scale.end)];
      return s("rect", {
        class: period.kind, x: start, y: y + 18, width: Math.max(2, end - start - 1), height: 18, rx: 4,
      }, s("title", {}, `${title(period.productId)}: ${kinds[period.kind] ?? period.kind}, ${moment(period.startDate)} `
        + `to ${moment(period.endDate)}`));
    }));
}

function marks(list, y, scale) {
  return s("g", {},
    s("text", { x: 14, y: y + 12 }, "Single purchases"),
    list.map((mark) => s("circle", {
      class: mark.revocationDate ? "mark refunded" : "mark", cx: scale.x(mark.purchaseDate), cy: y + 27, r: 6,
    }, s("title", {}, `${title(mark.productId)}, ${moment(mark.purchaseDate)}`))));
}

function now(moment, scale, height) {
  const x = scale.x(moment);
  return s("g", {}, s("line", { class: "now", x1: x, x2: x, y1: 2, y2: height - axis }),
    s("title", {}, "Now"));
}
