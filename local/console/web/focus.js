import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** The places for the focus of an element that disappears, the nearest first: its row, the rows beside it, the headings of its card and of the page. */
function placesOf(element) {
  const row = element.closest('li, tr');
  const heading = element.closest('.card')?.querySelector('h2');
  return [row, row?.nextElementSibling, row?.previousElementSibling, heading, document.querySelector('h1')];
}

/** The element that had the focus last, outside of what the selector names. A button that is disabled while its call runs has lost it meanwhile. */
export function useLastFocus(outside) {
  const last = useRef(null);
  useEffect(() => {
    const note = ({ target }) => {
      if (!target.closest(outside)) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return last;
}

/**
 * Keeps the focus near an element that disappears with it, or near `before`. Otherwise the browser would move it to the top of the page. No button
 * gets it: a second press of Enter would press that button.
 */
export function useFocusAfter(ref, before = ref) {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element.contains(document.activeElement)) return;
      const places = placesOf(before.current ?? element);
      // The page is changed by then.
      queueMicrotask(() => focusIfLost(places));
    };
  }, []);
}

function focusIfLost(places) {
  const place = places.find((one) => one?.isConnected);
  if (document.activeElement !== document.body || !place) return;
  place.tabIndex = -1;
  place.focus();
}

/** Moves the focus to the heading of the page when a dialog has closed and the button that opened it is gone. */
export function useFocusAfterClosing(isOpen) {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) focusIfLost([document.querySelector('h1')]);
    wasOpen.current = isOpen;
  }, [isOpen]);
}
