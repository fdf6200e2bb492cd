import { setTimeout as sleep } from 'node:timers/promises';

export const PAUSE_MS = 20;

/** Counts the answers of one caller, one call after another, until `stop`. */
export function callSteadily(url: string, headers: Readonly<Record<string, string>> = {}) {
  const statuses = new Map<number, number>();
  let isOver = false;
  const calling = (async () => {
    while (!isOver) {
      const { status } = await fetch(url, { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  })();
  const stop = async () => {
    isOver = true;
    await calling;
    console.log(`      ${JSON.stringify(Object.fromEntries(statuses))}`);
  };
  return { statuses, stop };
}
