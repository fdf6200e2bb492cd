import { useLayoutEffect, useRef } from 'preact/hooks';

/** What was typed in the forms of pages that were left, by person and address. It is gone after a reload. */
const kept = new Map();

export const isKept = (name) => kept.has(name);

/**
 * Keeps what a form holds (a ref) when its page is left, for the way back, until it is sent. `name` is undefined for a form that is not a page. Returns
 * what was kept before, and functions that say that something was typed or sent.
 */
export function useKept(name, holds) {
  const before = useRef(kept.get(name));
  const isTyped = useRef(before.current !== undefined);
  useLayoutEffect(
    () => () => {
      if (name !== undefined && isTyped.current) kept.set(name, holds.current);
    },
    [],
  );
  const typed = () => {
    isTyped.current = true;
  };
  const sent = () => {
    isTyped.current = false;
    kept.delete(name);
  };
  return { before: before.current, typed, sent };
}
