export const language = () => (document.documentElement.lang.startsWith('en') ? 'en' : 'es');
export const t = (english, spanish) => (language() === 'en' ? english : spanish);

const KEY = 'consola-idioma';
const TAGS = { en: 'en', es: 'es-MX' };

/** The tag of the console's language, for formats and for the header Accept-Language. */
export const languageTag = () => TAGS[language()];

/** The language that was chosen in this browser before. A browser that keeps no data has none. */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The first language of the browser that the console has; English for all others, as the service answers them. */
const ofBrowser = () =>
  navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((one) => one in TAGS) ?? 'en';

const listeners = new Set();

/** Calls the listener after each change of the language. Returns a function that removes the listener. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(chosen) {
  document.documentElement.lang = TAGS[chosen];
  document.title = `${t('Console', 'Consola')} · Fleet operations`;
}

/** Changes the language of the page, and remembers it. */
export function chooseLanguage(chosen) {
  apply(chosen);
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // The choice lasts until the page is closed.
  }
  for (const listener of listeners) listener(chosen);
}

const before = remembered();
apply(before in TAGS ? before : ofBrowser());
