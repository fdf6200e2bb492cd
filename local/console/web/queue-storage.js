const STORE = 'queue';

/** The names in the local storage under which the console kept the queues before it had the database. */
const formerKeys = (database) => Object.keys(localStorage).filter((key) => key.startsWith(`${database}.`));

/** Opens the database. The first tab that does so makes it, and moves into it what waits in the local storage. */
function open(database) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    let moved = [];
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE);
      moved = formerKeys(database);
      for (const key of moved) store.put(localStorage.getItem(key), key);
    };
    request.onsuccess = () => {
      for (const key of moved) localStorage.removeItem(key);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/**
 * The browser closes the database when a person clears the data of the site. What began before fails then, with another error in each browser, a later transaction
 * is refused, and Chromium also refuses the next attempt to open the database. So a request is made up to three times in all.
 */
const ATTEMPTS = 3;

/** Makes one request in a transaction of its own, and returns what it read. */
function transact(database, mode, ask) {
  const transaction = database.transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  let closed;
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result ?? null);
    transaction.onabort = () => reject(transaction.error);
    // Chromium ends no transaction that began after it closed the database.
    closed = () => reject(new Error('The browser closed the database.'));
    database.addEventListener('close', closed);
  }).finally(() => database.removeEventListener('close', closed));
}

/** The storage of the drivers' queues: an IndexedDB database, in which each tab reads at once what another one wrote (client/README.md). */
export function queueStorage(database) {
  let opened;
  const attempt = async (mode, ask) => {
    opened ??= open(database);
    return transact(await opened, mode, ask);
  };
  const run = (mode, ask, attempts = ATTEMPTS) =>
    attempt(mode, ask).catch((failure) => {
      opened = undefined;
      // No further attempt makes room.
      if (attempts === 1 || failure?.name === 'QuotaExceededError') throw failure;
      return run(mode, ask, attempts - 1);
    });
  return {
    getItem: (key) => run('readonly', (store) => store.get(key)),
    setItem: (key, value) => run('readwrite', (store) => store.put(value, key)),
    removeItem: (key) => run('readwrite', (store) => store.delete(key)),
  };
}
