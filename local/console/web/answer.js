import { useLayoutEffect, useRef } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';
import { zoned } from './zone.js';

/** The addresses in an answer, at any depth, with the path of each. */
function addressesIn(value, path = '') {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [{ path, address: value }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => addressesIn(part, path === '' ? name : `${path}.${name}`));
}

/** The answer of an operation: its addresses as links, and all of it as JSON. A table is saved under `name` and the day. The focus moves to its heading. */
export function Answer({ of: { body, address, file }, name, more }) {
  const heading = useRef(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: false }), [body, address, file]);
  const addresses = address ? [{ path: t('Document', 'Documento'), address }] : addressesIn(body).slice(0, MOST_LINKS);
  return html`<section class="answer">
    <h2 ref=${heading} tabindex="-1">${t('Answer', 'Respuesta')}</h2>
    ${
      addresses.length > 0 &&
      html`<ul>${addresses.map((one) => html`<li key=${one.path}><a href=${one.address} target="_blank" rel="noopener noreferrer">${one.path}</a></li>`)}</ul>`
    }
    ${file && html`<p><a href=${file} download=${`${name}-${zoned(Date.now()).slice(0, 10)}.csv`}>${t('Save the table', 'Guardar la tabla')}</a></p>`}
    ${body !== undefined && html`<pre tabindex="0" role="region" aria-label=${t('Answer as JSON', 'Respuesta en JSON')}>${JSON.stringify(body, null, 2)}</pre>`}
    ${more && html`<p><button type="button" class="button quiet" onClick=${more}>${t('Take the next page', 'Tomar la página siguiente')}</button></p>`}
  </section>`;
}

const MOST_LINKS = 20;
