import { makeStore } from './store.js';

const KEY = 'consola-llamadas';

/** Whether the panel was left open in this browser. It is closed on the first visit, and where the browser keeps no data. */
function wasOpen() {
  try {
    return localStorage.getItem(KEY) === 'abierto';
  } catch {
    return false;
  }
}

/** Whether the panel of calls is open beside the page. */
export const callsFold = makeStore(wasOpen());

callsFold.subscribe((isOpen) => {
  try {
    localStorage.setItem(KEY, isOpen ? 'abierto' : 'cerrado');
  } catch {
    // The choice lasts until the page is closed.
  }
});
