import { useEffect, useState } from 'preact/hooks';
// The import map of the page leads this address to the bundle that the server makes of it.
import { DriverQueue } from '../../../client/src/driver.ts';
import { call } from './api.js';
import { queueStorage } from './queue-storage.js';
import { sessions } from './sessions.js';

const KEY = 'consola-cola';
const storage = queueStorage(KEY);

/** The queues of the drivers who are signed in in this tab, each with the function that ends its sending. */
const queues = new Map();

const isSignedIn = (driver) => sessions.get().all.some(({ id }) => id === driver.id);

/**
 * The offline queue of a driver, as the driver's app has it. It survives a reload, and all tabs share it.
 * It sends by itself while the driver is signed in.
 */
export function queueOf(driver) {
  const known = queues.get(driver.id);
  if (known) return known.queue;
  const queue = new DriverQueue({
    storage,
    key: `${KEY}.${driver.id}`,
    account: () => (isSignedIn(driver) ? driver.id : undefined),
    send: (body) => call(driver, 'POST /drivers/me/sync', { body }),
  });
  const [endSending, endSharing] = [queue.start(), shareChanges(queue)];
  const stop = () => {
    endSending();
    endSharing();
  };
  queues.set(driver.id, { queue, stop });
  return queue;
}

/**
 * Tells the other tabs that the queue changed. IndexedDB tells them nothing, and both the queue and its view listen to the event by which
 * the local storage would. Returns a function that ends it.
 */
function shareChanges(queue) {
  const channel = new BroadcastChannel(KEY);
  channel.onmessage = () => dispatchEvent(new Event('storage'));
  const forget = queue.subscribe(() => channel.postMessage(null));
  return () => {
    forget();
    channel.close();
  };
}

function startQueues({ all }) {
  for (const one of all) if (one.kind === 'driver') queueOf(one);
  for (const [id, { stop }] of queues) {
    if (all.some((one) => one.id === id)) continue;
    stop();
    queues.delete(id);
  }
}

startQueues(sessions.get());
sessions.subscribe(startQueues);

const UNREAD = { pending: [], refused: [], damaged: [] };

/** What the queue holds, also after another tab changed it. `isRead`: it is known what it holds. `failure`: it could not be read, and `reload` tries again. */
export function useQueue(queue) {
  const [state, setState] = useState(UNREAD);
  useEffect(() => {
    let isCurrent = true;
    const settle = (next) => isCurrent && setState(next);
    const read = () =>
      queue.read().then(
        (found) => settle({ ...found, queue }),
        (failure) => settle((before) => (before.queue === queue ? before : { ...UNREAD, failure })),
      );
    read();
    const forget = queue.subscribe(read);
    addEventListener('storage', read);
    return () => {
      isCurrent = false;
      forget();
      removeEventListener('storage', read);
    };
  }, [queue]);
  // What the queue of another driver holds says nothing of this one.
  const isRead = state.queue === queue;
  const reload = () => {
    setState(UNREAD);
    dispatchEvent(new Event('storage'));
  };
  return { ...(isRead ? state : UNREAD), isRead, failure: state.failure, reload };
}
