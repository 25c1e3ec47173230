// The store's clock and what moves it.

import { post, run } from "./api.js";
import { byID, fill, h } from "./dom.js";
import { moment } from "./format.js";
import { model, refresh } from "./model.js";

let told = { now: 0, at: 0 };

export function drawClock(state) {
  told = { now: state.clock.now, at: performance.now() };
  const running = state.clock.isRunning;
  byID("clock-state").textContent = running
    ? `running, ${rate(state.clock.timeRate)}`
    : `paused, ${rate(state.clock.timeRate)}`;
  fill(
    byID("clock-controls"),
    running ? control("run", "Pause", "clock/pause") : control("run", "Run", "clock/resume"),
    control("day", "Day", "clock", { step: "day" }, "Step one day"),
    control("month", "Month", "clock", { step: "month" }, "Step one month"),
    control("next", "Next renewal", "clock", { step: "renewal" }, "Step to the next renewal", !state.clock.nextDueDate),
  );
  tick();
}

const rate = (name) => (name === "realtime" ? "months are months" : `rate ${name}`);

function control(name, text, path, body, label, disabled) {
  return h("button", {
    key: `clock-${name}`, disabled, "aria-label": label, title: label,
    onclick: async (event) => {
      await run(event.currentTarget, () => post(path, body));
      await refresh();
    },
  }, text);
}

/** Shows the time between two answers of the store too. */
export function tick() {
  if (!model.state) return;
  const passed = model.state.clock.isRunning ? performance.now() - told.at : 0;
  const text = `${moment(told.now + passed)} UTC`;
  const element = byID("clock-time");
  if (element.textContent !== text) element.textContent = text;
  element.dateTime = new Date(told.now + passed).toISOString();
}
