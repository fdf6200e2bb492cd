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

/**
 * The same for a form whose fields hold their own values (`form` is a ref). `keys` are its Idempotency-Keys, and are kept with it. Returns
 * the kept one, what the form does at each input, and what it does when it was sent. Passwords are not kept.
 */
export function useKeptFields(name, form, keys) {
  const before = useRef(kept.get(name) ?? { fields: [], keys }).current;
  useLayoutEffect(() => {
    for (const [field, value] of before.fields) {
      const element = form.current.elements.namedItem(field);
      if (element) element.value = value;
    }
  }, []);
  const typed = () => {
    if (name === undefined) return;
    const named = [...form.current.elements].filter((one) => one.name && one.type !== 'password');
    kept.set(name, { fields: named.map((one) => [one.name, one.value]), keys: before.keys });
  };
  return { keys: before.keys, typed, sent: () => kept.delete(name) };
}
