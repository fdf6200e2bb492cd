const { appendFileSync } = require('node:fs');

// For standstill.ts: the test and its server load this file. It appends the seconds in which the process should have run and did not: its timer came
// late though the process had no work, or the machine's clock jumped.
const EVERY_MS = 100;
const LEAST_MS = 1_000;

const now = () => {
  const { user, system } = process.cpuUsage();
  return { steady: performance.now(), wall: Date.now(), worked: (user + system) / 1_000 };
};

let last = now();
setInterval(() => {
  const present = now();
  const late = Math.max(present.steady - last.steady, present.wall - last.wall) - EVERY_MS;
  const isOwnWork = present.worked - last.worked > late / 2;
  last = present;
  if (late >= LEAST_MS && !isOwnWork) appendFileSync(process.env.STANDSTILL_REPORT, `${late / 1_000}\n`);
}, EVERY_MS).unref();
