interface Locks {
  readonly request: <Done>(name: string, work: () => Promise<Done>) => Promise<Done>;
}

/** Browsers have Web Locks. React Native runs one copy of the app, and has no locks. */
declare const navigator: { readonly locks?: Locks } | undefined;

/** The last work of each name, by the storage that it changes. */
const running = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work alone: works with one name follow each other in the order of the calls. Where the platform has Web Locks, this holds for all
 * tabs, else for all queues of the app.
 */
export function exclusively<Done>(storage: object, name: string, work: () => Promise<Done>): Promise<Done> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (locks) return locks.request(name, work);
  const names = running.get(storage) ?? new Map<string, Promise<unknown>>();
  running.set(storage, names);
  const done = (names.get(name) ?? Promise.resolve()).then(work);
  names.set(
    name,
    done.catch(() => undefined),
  );
  return done;
}
