const STORE = 'queue';

/** The names in the local storage under which the console kept the queues before it had the database. */
const formerKeys = (database) => Object.keys(localStorage).filter((key) => key.startsWith(`${database}.`));

/**
 * Opens the database. The first tab that does so makes it, and moves into it what waits in the local storage. Calls `ended` when the browser closes the
 * database, as it does when a person clears the data of the site.
 */
function open(database, ended) {
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
      request.result.onclose = ended;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** The storage of the drivers' queues: an IndexedDB database, in which each tab reads at once what another one wrote (client/README.md). */
export function queueStorage(database) {
  let opened;
  const forget = () => {
    opened = undefined;
  };
  const run = async (mode, ask) => {
    opened ??= open(database, forget).catch((failure) => {
      forget();
      throw failure;
    });
    const transaction = (await opened).transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result ?? null);
      transaction.onabort = () => reject(transaction.error);
    });
  };
  return {
    getItem: (key) => run('readonly', (store) => store.get(key)),
    setItem: (key, value) => run('readwrite', (store) => store.put(value, key)),
    removeItem: (key) => run('readwrite', (store) => store.delete(key)),
  };
}
