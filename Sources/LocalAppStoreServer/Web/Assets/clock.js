// The store's clock and what moves it.

import { postLong, remove, run } from "./api.js";
import { byID, fill, h } from "./dom.js";
import { date, moment } from "./format.js";
import { model, refresh } from "./model.js";

let told = { now: 0, at: 0 };

export function drawClock(state) {
  told = { now: state.clock.now, at: performance.now() };
  const { isRunning, journey, nextDueDate } = state.clock;
  byID("clock-state").textContent = journey ? onTheWay(state.clock)
    : `${isRunning ? "running" : "paused"}, ${rate(state.settings.timeRate)}`;
  fill(
    byID("clock-controls"),
    journey ? stopping()
      : isRunning ? control("run", "Pause", "clock/pause") : control("run", "Run", "clock/resume"),
    control("day", "Day", "clock", { step: "day" }, "Step one day", !!journey),
    control("month", "Month", "clock", { step: "month" }, "Step one month", !!journey),
    control("next", "Next renewal", "clock", { step: "renewal" }, "Step to the next renewal", journey || !nextDueDate),
  );
  tick();
}

const rate = (name) => (["realtime", "manual"].includes(name) ? "months are months" : `rate ${name}`);

/** Where the clock goes, while it is on a long way. */
const onTheWay = ({ journey }) => `on its way to ${date(journey.targetDate)}, ${journey.eventCount} events`;

/** Ends a long way; the store stays where it has come to. */
const stopping = () => h("button", {
  key: "clock-run", title: "Stop on the way",
  onclick: async (event) => {
    await run(event.currentTarget, () => remove("clock/journey"));
    await refresh();
  },
}, "Stop");

function control(name, text, path, body, label, disabled) {
  return h("button", {
    key: `clock-${name}`, disabled: !!disabled, "aria-label": label, title: label,
    onclick: async (event) => {
      await run(event.currentTarget, () => postLong(path, body));
      await refresh();
    },
  }, text);
}

/** Shows the time between two answers of the store too. */
export function tick() {
  if (!model.state) return;
  const passed = model.state.clock.isRunning && !model.state.clock.journey ? performance.now() - told.at : 0;
  const text = `${moment(told.now + passed)} UTC`;
  const element = byID("clock-time");
  if (element.textContent !== text) element.textContent = text;
  element.dateTime = new Date(told.now + passed).toISOString();
}
