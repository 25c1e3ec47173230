// Charts: lines, stacked bars and heat maps as SVG, each with its numbers as a table. Arrow keys and the pointer read values.

import { table } from "./commands.js";
import { fill, h, s } from "./dom.js";
import { words } from "./format.js";
import { quiet } from "./pieces.js";
import { days, kind, month, number, short, shortDay, text, written } from "./values.js";

const height = 210;
const margin = { left: 58, right: 12, top: 12, bottom: 26 };
/** How many colours there are; what comes after them is in the table. */
const colours = 8;

const abbreviations = { mrr: "MRR", arr: "ARR" };
/** What a line is called: where it is one part of many, that part. */
const nameOf = (line) => [abbreviations[line.name] ?? words(line.name), line.segment].filter(Boolean).join(" · ");

/** How a figure is best drawn. */
function shape(series) {
  if (series.lines.some((line) => line.points.some((point) => point.step !== undefined))) return "heat";
  return series.figure === "mrr-movement" ? "bars" : "lines";
}

/** The picture of a figure and its table. */
function chart(series, previous, width) {
  if (shape(series) === "heat") return heatMap(series);
  const all = series.lines.filter((line) => isDrawn(series, line));
  const lines = all.slice(0, colours);
  if (!lines.length || !lines[0].points.length) return nothing("Nothing to draw yet.");
  const old = previous?.lines.find((line) => line.name === lines[0].name && line.segment === lines[0].segment);
  const hasOld = shape(series) === "lines" && old?.points.some((point) => number(point.value));
  const earlier = hasOld ? old : undefined;
  if (![...lines, earlier].some((line) => line?.points.some((point) => number(point.value)))) {
    return [...nothing("Nothing of the kind in this time, nor in the one before."), numbers(series)];
  }
  return [
    picture(series, lines, earlier, width),
    h("ul", { class: "legend" }, lines.map((line, index) => h("li", {}, h("span", { class: `c${index}` }), nameOf(line))),
      earlier && h("li", {}, h("span", { class: "before" }), "Before"),
      all.length > lines.length && h("li", {}, `and ${all.length - lines.length} more in the table`)),
    numbers(series),
  ];
}

const nothing = (text) => [h("p", { class: "nothing quiet" }, text)];

/** Counts beside shares, and sums beside their parts, would flatten the picture; the table has them. */
function isDrawn(series, line) {
  if (series.figure === "mrr-movement") return !["opening", "closing", "renewed"].includes(line.name);
  const kinds = series.lines.map((other) => kind(other.points[0]?.value));
  return !kinds.includes("share") || kind(line.points[0]?.value) === "share";
}

function picture(series, lines, earlier, width) {
  const isStacked = shape(series) === "bars";
  const points = lines[0].points;
  const scale = new Scale(lines, earlier, isStacked, width);
  const cursor = s("line", { class: "cursor", y1: margin.top, y2: height - margin.bottom, visibility: "hidden" });
  const readout = h("output", { class: "readout quiet" }, "Move over the picture, or focus it and press the arrow keys.");
  let at = points.length;
  const show = (index) => {
    at = Math.max(0, Math.min(points.length - 1, index));
    const x = scale.x(at);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.setAttribute("visibility", "visible");
    const point = points[at];
    readout.textContent = [
      days(point.start, point.end) + (point.isComplete ? "" : " so far"),
      ...lines.map((line) => `${nameOf(line)} ${text(line.points[at]?.value, series.currency)}`),
      ...(earlier?.points[at] ? [`before ${text(earlier.points[at].value, series.currency)}`] : []),
    ].join(" · ");
  };
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${height}`, height, role: "img", tabindex: 0, "data-key": `chart-${series.figure}`,
    "aria-label": `${series.title} from ${days(points[0].start, points.at(-1).end)}; the table below says the same`,
  },
  scale.grid(series, lines[0]),
  isStacked ? bars(lines, scale) : [
    earlier && path(earlier, scale, "before"),
    lines.map((line, index) => path(line, scale, `c${index}`)),
  ],
  cursor);
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    show(scale.index(((event.clientX - box.left) / box.width) * width));
  });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(at + step);
  });
  return h("div", { class: "chart" }, svg, readout);
}

/** Where values are in the picture. */
class Scale {
  constructor(lines, earlier, isStacked, width) {
    const values = isStacked ? sums(lines) : [...lines, earlier].filter(Boolean)
      .flatMap((line) => line.points.map((point) => number(point.value) ?? 0));
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    this.step = stepOf(high - low || 1);
    this.low = Math.floor(low / this.step) * this.step;
    this.high = Math.max(this.low + this.step, Math.ceil(high / this.step) * this.step);
    this.count = lines[0].points.length;
    this.isStacked = isStacked;
    [this.left, this.right] = [margin.left, width - margin.right];
  }

  x(index) {
    const room = this.right - this.left;
    if (this.isStacked || this.count === 1) return this.left + ((index + 0.5) / this.count) * room;
    return this.left + (index / (this.count - 1)) * room;
  }

  index(x) {
    const share = (x - this.left) / (this.right - this.left);
    return this.isStacked || this.count === 1 ? Math.floor(share * this.count) : Math.round(share * (this.count - 1));
  }

  y(value) {
    const share = (value - this.low) / (this.high - this.low);
    return Math.round((height - margin.bottom - share * (height - margin.top - margin.bottom)) * 10) / 10;
  }

  grid(series, line) {
    const rows = [];
    const unit = kind(line.points.find((point) => number(point.value) !== null)?.value);
    for (let value = this.low; value <= this.high + this.step / 2; value += this.step) {
      const y = this.y(value);
      const label = written(Math.abs(value) < this.step / 1e6 ? 0 : value, unit, series.currency);
      rows.push(s("line", { class: "grid", x1: this.left, x2: this.right, y1: y, y2: y }),
        s("text", { class: "axis", x: this.left - 8, y: y + 4, "text-anchor": "end" }, label));
    }
    const every = Math.ceil(this.count / Math.max(2, Math.floor((this.right - this.left) / 90)));
    const isLong = line.points.length > 1 && line.points[0].end > line.points[0].start.slice(0, 8) + "32"
      || new Date(line.points[0].end) - new Date(line.points[0].start) > 20 * 86_400_000;
    line.points.forEach((point, index) => {
      if (index % every) return;
      const anchor = index === 0 && !this.isStacked && this.count > 1 ? "start" : "middle";
      if (anchor === "middle" && this.x(index) > this.right - 24 && !this.isStacked) return;
      rows.push(s("text", { class: "axis", x: this.x(index), y: height - 8, "text-anchor": anchor },
        isLong ? month(point.start) : shortDay(point.start)));
    });
    return s("g", {}, rows);
  }
}

/** How high and how deep the bars are. */
function sums(lines) {
  return lines[0].points.flatMap((_, index) => {
    const values = lines.map((line) => number(line.points[index]?.value) ?? 0);
    const sum = (list) => list.reduce((total, value) => total + value, 0);
    return [sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0))];
  });
}

/** A round step, so that three to six lines fill the picture. */
function stepOf(range) {
  const raw = range / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw * 0.999);
}

function path(line, scale, name) {
  const values = line.points.slice(0, scale.count).map((point) => number(point.value));
  const isThere = (index) => (values[index] ?? null) !== null;
  const [text, alone] = [[], []];
  values.forEach((value, index) => {
    if (!isThere(index)) return;
    const [x, y] = [scale.x(index).toFixed(1), scale.y(value)];
    text.push(`${isThere(index - 1) ? "L" : "M"}${x} ${y}`);
    // A line of one point would not be seen.
    if (!isThere(index - 1) && !isThere(index + 1)) alone.push(s("circle", { class: `dot ${name}`, cx: x, cy: y, r: 4 }));
  });
  return s("g", {}, s("path", { class: `line ${name}`, d: text.join("") || "M0 0" }), alone);
}

function bars(lines, scale) {
  const width = Math.max(1, Math.min(48, ((scale.right - scale.left) / scale.count) * 0.72));
  return lines[0].points.map((_, index) => {
    let [up, down] = [0, 0];
    return s("g", {}, lines.map((line, number_) => {
      const value = number(line.points[index]?.value) ?? 0;
      if (!value) return undefined;
      const from = value > 0 ? up : down;
      if (value > 0) up += value;
      else down += value;
      const [top, bottom] = [scale.y(Math.max(from, from + value)), scale.y(Math.min(from, from + value))];
      return s("rect", {
        class: `c${number_}`, x: (scale.x(index) - width / 2).toFixed(1), y: top, width: width.toFixed(1),
        height: Math.max(0.5, bottom - top),
      });
    }));
  });
}

/** Every number of a figure. */
function numbers(series) {
  const points = series.lines[0]?.points ?? [];
  return h("details", { key: `table-${series.figure}` },
    h("summary", { key: `summary-${series.figure}` }, "As a table"),
    table(["Period", ...series.lines.map(nameOf)], points.map((point, index) => h("tr", {},
      h("td", { class: "fixed" }, days(point.start, point.end), !point.isComplete && quiet("so far")),
      series.lines.map((line) => h("td", {}, text(line.points[index]?.value, series.currency))))), series.title));
}

/** Cohorts, each a row: how much of it is there after so many steps. The numbers stand in the cells. */
function heatMap(series) {
  const steps = [...new Set(series.lines.flatMap((line) => line.points.map((point) => point.step)))].sort((a, b) => a - b);
  if (!steps.length) return nothing("No month has begun yet.");
  const values = series.lines.flatMap((line) => line.points.map((point) => number(point.value) ?? 0));
  const most = Math.max(...values, 0);
  const isLifetime = series.figure.startsWith("lifetime");
  const cell = (line, step) => {
    const point = line.points.find((item) => item.step === step);
    const value = point && number(point.value);
    if (value === undefined || value === null) return h("td", { class: "heat" }, "");
    const level = most > 0 ? Math.round((Math.max(0, value) / most) * 9) : 0;
    return h("td", { class: `heat h${level}`, title: text(point.value, series.currency) },
      short(point.value, series.currency) + (point.isComplete ? "" : "*"));
  };
  return [h("div", { class: "heat-map", tabindex: "0", role: "group", "aria-label": `Table: ${series.title}` },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, isLifetime ? "First seen in" : "First paid in"),
      steps.map((step) => h("th", { scope: "col", class: "heat" }, isLifetime ? daysOf(step) : `${ordinal(step)}${step === steps[0] ? " renewal" : ""}`)))),
    h("tbody", {}, series.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, month(line.name)),
      steps.map((step) => cell(line, step))))))),
  quiet("* can still change")];
}

const daysOf = (count) => (count === 0 ? "that day" : count === 1 ? "1 day" : `${count} days`);
const ordinal = (count) => `${count}${[11, 12, 13].includes(count % 100) ? "th" : ["th", "st", "nd", "rd"][count % 10] ?? "th"}`;

/** Draws in a container, and again when its width changes. */
export function drawChart(container, series, previous) {
  const draw = () => fill(container, chart(series, previous, Math.max(280, container.clientWidth || 600)));
  draw();
  return draw;
}
