import { onCall } from './api.js';
import { makeStore } from './store.js';

const EVERY_MS = 1_500;
const LONGEST_WAIT_MS = 15_000;
/** A question without an answer after this time counts as lost, unless the server answered another call meanwhile. */
const PATIENCE_MS = 5_000;
/** The list of calls may take longer to arrive over a slow network. */
const LONGEST_READ_MS = 60_000;
const SOON_MS = 60;

/** The last calls of the server from all sessions; null before the first answer. `isLost`: the server is away. */
export const feed = makeStore({ calls: null, isLost: false });

/**
 * Increases when a call may have changed data, and when the server is back. Pages read their data again then, and never on a timer.
 */
export const version = makeStore(0);

/**
 * Increases before `version`, but not for what the phones of drivers send: the routes and other records of the office are the same after it.
 */
export const edits = makeStore(0);

let sequence;
let newest;
/** Whether a call of this page may have changed data before the first list of calls was there. */
let isChangedEarly = false;
let isAsking = false;
let isWantedSoon = false;
let lostInARow = 0;
/** When the server answered a call last. */
let answeredAt = 0;
let timer;

/**
 * The wait before the next question. It doubles while the server is away. Each tab waits another time, so that a server that starts is not
 * asked by all tabs at once.
 */
function waitMs() {
  if (lostInARow === 0) return EVERY_MS;
  return Math.min(LONGEST_WAIT_MS, EVERY_MS * 2 ** (lostInARow - 1)) * (0.5 + Math.random() / 2);
}

function askIn(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(ask, milliseconds);
}

async function ask() {
  // A hidden tab asks again when it is shown.
  if (isAsking || document.hidden) return;
  isAsking = true;
  isWantedSoon = false;
  const askedAt = Date.now();
  try {
    const since = sequence === undefined ? '' : `?since=${sequence}`;
    take(await listAt(`/_local/calls${since}`));
  } catch {
    if (answeredAt <= askedAt) lose();
  } finally {
    isAsking = false;
    askIn(isWantedSoon ? SOON_MS : waitMs());
  }
}

async function listAt(address) {
  const patience = new AbortController();
  const end = () => patience.abort();
  let giveUp = setTimeout(end, PATIENCE_MS);
  try {
    const response = await fetch(address, { signal: patience.signal });
    clearTimeout(giveUp);
    giveUp = setTimeout(end, LONGEST_READ_MS);
    return await response.json();
  } finally {
    clearTimeout(giveUp);
  }
}

function lose() {
  sequence = undefined;
  lostInARow += 1;
  if (!feed.get().isLost) feed.set({ ...feed.get(), isLost: true });
}

function take({ sequence: at, calls = feed.get().calls }) {
  const isBack = lostInARow > 0;
  const known = calls.findIndex(({ requestId }) => requestId === newest);
  const fresh = known < 0 ? calls : calls.slice(0, known);
  const isFirst = newest === undefined;
  lostInARow = 0;
  sequence = at ?? sequence;
  newest = calls[0]?.requestId ?? newest;
  if (calls !== feed.get().calls || isBack) feed.set({ calls, isLost: false });
  // What changed while the server was away is not known.
  const isChanged = (of) => isBack || ((!isFirst || isChangedEarly) && fresh.some(of));
  if (isChanged(isEdit)) edits.set(edits.get() + 1);
  if (isChanged(isChange)) version.set(version.get() + 1);
}

/**
 * A call that wrote something. A refused call can write too: a refused stamp stores its reason. Sign-ins change nothing that a page shows.
 */
const isChange = ({ route = '', writeUnits }) => writeUnits > 0 && !/^GET |\/auth\//.test(route);

const isEdit = (one) => isChange(one) && one.route !== 'POST /drivers/me/sync';

/** Reads the calls soon, because a call was just made and its line should not wait for the next round. */
export function askSoon() {
  if (isAsking) isWantedSoon = true;
  else askIn(SOON_MS);
}

export function startFeed() {
  ask();
  // A call without an answer asks no earlier than planned while the server is away.
  onCall((method, isAnswered) => {
    if (newest === undefined && method !== 'GET') isChangedEarly = true;
    if (isAnswered) answeredAt = Date.now();
    if (isAnswered || lostInARow === 0) askSoon();
  });
  document.addEventListener('visibilitychange', ask);
  addEventListener('online', ask);
}
