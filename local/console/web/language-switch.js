import { useEffect, useState } from 'preact/hooks';
import { html } from './html.js';
import { chooseLanguage, language, onLanguage } from './language.js';

/** Renders the component again when the language changes. Each text is looked up while its component renders. */
export function useLanguage() {
  const [chosen, setChosen] = useState(language());
  useEffect(() => onLanguage(setChosen), []);
  return chosen;
}

const OTHER = { en: { code: 'es', tag: 'es-MX', text: 'Español' }, es: { code: 'en', tag: 'en', text: 'English' } };

/** The switch to the other language, written in that language. */
export function LanguageSwitch() {
  const { code, tag, text } = OTHER[useLanguage()];
  return html`<button type="button" class="language link" lang=${tag} onClick=${() => chooseLanguage(code)}>${text}</button>`;
}
