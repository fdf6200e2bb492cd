import { useLayoutEffect, useState } from 'preact/hooks';

/** The present view and its settings, from the address: `#/clientes/ID?q=acero`. */
export function readAddress() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Decodes a part of the address. An invalid code is returned unchanged; it names no view. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view. Settings without a value stay out of it. */
export function addressOf(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const settings = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${settings && `?${settings}`}`;
}

/** Returns the address, and renders again when it changes. */
export function useAddress() {
  const [address, setAddress] = useState(readAddress);
  // Before the paint: an address that changes as soon as the page is seen must be heard.
  useLayoutEffect(() => {
    const follow = () => setAddress(readAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return address;
}

/** Returns a function that goes to an address when an answer is there, unless the person left this one meanwhile. */
export function goerFromHere() {
  const { hash } = location;
  return (next) => {
    if (location.hash === hash) location.hash = next;
  };
}

/** Changes settings of the present view. The view before stays in the history, so that the back button returns to it. */
export function changeSettings(changes) {
  const { path, query } = readAddress();
  location.hash = addressOf(path, { ...query, ...changes });
}

/** A setting of the view that is part of the address: the value, and a function that changes it together with other settings. */
export function useSetting(name, fallback = '') {
  const { query } = useAddress();
  const set = (value, others = {}) => changeSettings({ [name]: value === fallback ? undefined : value, ...others });
  return [query[name] ?? fallback, set];
}
