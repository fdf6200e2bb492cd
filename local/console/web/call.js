import { useLayoutEffect, useRef } from 'preact/hooks';
import { answerTo, Refused } from './api.js';
import { callerText, formatClock, formatDollars, formatNumber } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { Facts, Shown } from './parts.js';
import { useResource } from './resource.js';

async function read(id) {
  const response = await answerTo(`/_local/calls/${id}`);
  if (response.ok) return response.json();
  const message = t('The server keeps the last 200 calls.', 'El servidor conserva las últimas 200 llamadas.');
  throw new Refused({ status: response.status, message });
}

/** The page of one call: request, answer, outbound calls and written items. */
export function CallPage({ id, close }) {
  const resource = useResource(() => read(id), [id]);
  const heading = useRef(null);
  // Once: when the call arrives, the person may already be elsewhere.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return html`<div class="call" onKeyDown=${(event) => event.key === 'Escape' && close()}>
    <button type="button" class="back link" onClick=${close}>← ${t('Last calls', 'Últimas llamadas')}</button>
    <h2 ref=${heading} tabindex="-1">${resource.data?.operation ?? t('Call', 'Llamada')}</h2>
    <${Shown} of=${resource} isEmpty=${() => false}>${(one) => html`<${Call} one=${one} />`}<//>
  </div>`;
}

/** One call below what told of it. */
export function CallBelow({ id }) {
  const resource = useResource(() => read(id), [id]);
  return html`<div class="call"><${Shown} of=${resource} isEmpty=${() => false}>${(one) => html`<${Call} one=${one} />`}<//></div>`;
}

const Call = ({ one }) => html`
  ${one.route && html`<p><code>${one.request.method} ${one.request.path}</code></p>`}
  <${Facts} rows=${[
    [t('Status', 'Estado'), `${one.status}${one.error ? ` ${one.error}` : ''}`],
    [t('Who', 'Quién'), callerText(one)],
    [t('When', 'Cuándo'), formatClock(one.at)],
    [t('Took', 'Tardó'), `${one.milliseconds} ms`],
    [
      t('Table', 'Tabla'),
      `${one.tableCalls} ${t('calls', 'llamadas')} · ${formatNumber(one.readUnits)} RRU · ${formatNumber(one.writeUnits)} WRU`,
    ],
    [t('On AWS', 'En AWS'), `US$ ${formatDollars(one.dollarsPerMillion)} ${t('for a million', 'por millón')}`],
    [t('Identifier', 'Identificador'), html`<code class="id">${one.requestId}</code>`],
  ]} />
  <${Json} title=${t('Request', 'Petición')} of=${requestOf(one.request)} />
  <${Json} title=${t('Answer', 'Respuesta')} of=${one.answer.body} />
  <${Steps} steps=${one.steps} />
  <section>
    <h3>${t('Written to the table', 'Escrito en la tabla')}</h3>
    ${one.items.length === 0 && html`<p class="muted">${t('Nothing.', 'Nada.')}</p>`}
    ${one.items.map((item, index) => html`<${Item} key=${index} item=${item} />`)}
  </section>
`;

const requestOf = ({ query, body }) => (query && body ? { query, body } : (query ?? body));

const Json = ({ title, of }) => html`<section>
  <h3>${title}</h3>
  ${of === undefined ? html`<p class="muted">${t('No body.', 'Sin cuerpo.')}</p>` : html`<pre tabindex="0" role="region" aria-label=${title}>${JSON.stringify(of, null, 2)}</pre>`}
</section>`;

const Steps = ({ steps }) => html`<section>
  <h3>${t('Calls that it made', 'Llamadas que hizo')}</h3>
  ${steps.length === 0 && html`<p class="muted">${t('None.', 'Ninguna.')}</p>`}
  <ol class="steps">
    ${steps.map(
      (step, index) => html`<li key=${index}>
        <span><code>${step.resource}</code> ${step.action}${step.failure && html` <span class="code bad">${step.failure}</span>`}</span>
        <span class="number muted">${[unitsOf(step), `${formatNumber(step.milliseconds)} ms`].filter(Boolean).join(' · ')}</span>
      </li>`,
    )}
  </ol>
</section>`;

const unitsOf = ({ readUnits, writeUnits }) =>
  writeUnits ? `${formatNumber(writeUnits)} WRU` : readUnits ? `${formatNumber(readUnits)} RRU` : '';

const ACTIONS = {
  Put: ['Put', 'Puesto'],
  Update: ['Changed', 'Cambiado'],
  Delete: ['Deleted', 'Borrado'],
  ConditionCheck: ['Checked', 'Comprobado'],
};

function Item({ item: { action, key, item, ...changes } }) {
  const content = item ?? (Object.keys(changes).length > 0 ? changes : undefined);
  return html`<details class="item">
    <summary><span class="item-action">${t(...ACTIONS[action])}</span> <code>${key.pk}</code> <code>${key.sk}</code></summary>
    ${content ? html`<pre tabindex="0" role="region" aria-label=${`${t(...ACTIONS[action])}: ${key.sk}`}>${JSON.stringify(content, null, 2)}</pre>` : html`<p class="muted">${t('Only the key.', 'Solo la clave.')}</p>`}
  </details>`;
}
