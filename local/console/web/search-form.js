import { useLayoutEffect, useRef } from 'preact/hooks';
import { html } from './html.js';

/** A search whose words (`q`) are in the address. The back button changes the field; the own search leaves it, because the person may type on after Enter. */
export function SearchForm({ label, q, go, children }) {
  const field = useRef(null);
  const isOwn = useRef(false);
  useLayoutEffect(() => {
    if (!isOwn.current) field.current.value = q;
    isOwn.current = false;
  }, [q]);
  const search = (event) => {
    event.preventDefault();
    const words = field.current.value.trim();
    isOwn.current = words !== q;
    go(words);
  };
  return html`<form class="form search" role="search" onSubmit=${search}>
    <label>${label} <input ref=${field} type="search" name="q" /></label>
    ${children}
  </form>`;
}
