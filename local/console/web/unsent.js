import { useLayoutEffect } from 'preact/hooks';

/** The forms of this page that hold something unsent. */
const unsent = new Set();

/** The browser asks in its own words; a page cannot choose them. */
const ask = (event) => {
  if (unsent.size > 0) event.preventDefault();
};

export const guardUnsent = () => addEventListener('beforeunload', ask);

/** While a form holds something unsent, the browser asks before it reloads or closes the page. */
export function useUnsent(isUnsent) {
  useLayoutEffect(() => {
    if (!isUnsent) return undefined;
    const form = {};
    unsent.add(form);
    return () => unsent.delete(form);
  }, [isUnsent]);
}
