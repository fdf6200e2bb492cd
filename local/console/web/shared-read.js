import { call } from './api.js';
import { version } from './feed.js';

/** What was read since the data changed last, by person and address. */
let reads = new Map();
version.subscribe(() => {
  reads = new Map();
});

/** Reads an address once for all fields of a form that need it, until a call changes data. A failed read is not kept. */
export function readShared(session, route) {
  const key = `${session?.id} ${route}`;
  const of = reads;
  const running = of.get(key);
  if (running) return running;
  const read = call(session, route);
  of.set(key, read);
  read.catch(() => of.delete(key));
  return read;
}
