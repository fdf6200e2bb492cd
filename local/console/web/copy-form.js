import { useState } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';

/** Passwords and files are not text to copy. */
const LEFT_OUT = ['password', 'file', 'search', 'submit', 'button'];

const shownIn = (field) => (field.localName === 'select' ? field.selectedOptions[0]?.textContent : field.value);

/** What a form holds, as text: a line for each field that has a value, with its label. */
const textOf = (form) =>
  [...form.elements]
    .filter(({ labels, type, value }) => labels?.length > 0 && value && !LEFT_OUT.includes(type))
    .map((field) => `${field.labels[0].firstElementChild.textContent}: ${shownIn(field)}`)
    .join('\n');

/** Copies what was typed in a form. `form` returns its element. */
export function CopyButton({ form }) {
  const [said, setSaid] = useState(undefined);
  const copy = () =>
    navigator.clipboard.writeText(textOf(form())).then(
      () => setSaid(() => () => t('Copied.', 'Copiado.')),
      () =>
        setSaid(
          () => () =>
            t(
              'The browser did not allow it. Select the text in the fields and copy it.',
              'El navegador no lo permitió. Seleccione el texto en los campos y cópielo.',
            ),
        ),
    );
  return html`<button type="button" class="button" onClick=${copy}>${t('Copy what was typed', 'Copiar lo escrito')}</button>
    <span role="status">${said?.()}</span>`;
}
