import { useRef, useState } from 'preact/hooks';

/** A browser that does not know `:open` has the list open at most while it has the focus. */
function isOpen(select) {
  if (CSS.supports('selector(:open)')) return select?.matches(':open') === true;
  return select !== null && document.activeElement === select;
}

/**
 * The choices of the list with this id. They do not change while it is open, unless its filter (`asked`) changes. Chromium changes an open list and chooses by the position:
 * after a record came to the beginning, it chose the record before the highlighted one. `closing` are attributes of the list.
 */
export function useSteady(id, found, asked = '', isRead = true) {
  const [, setClosed] = useState();
  const shown = useRef({});
  const isSame = isRead && shown.current.isRead && shown.current.asked === asked;
  if (!isSame || !isOpen(document.getElementById(id))) shown.current = { choices: found, asked, isRead };
  // No event tells that the list was closed without a choice.
  return { choices: shown.current.choices, closing: { onBlur: () => setClosed({}) } };
}
