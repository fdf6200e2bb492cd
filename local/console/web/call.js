import { useEffect, useRef } from 'preact/hooks';
import { callerText, formatClock, formatDollars, formatNumber } from './format.js';
import { html } from './html.js';
import { Facts, Shown } from './parts.js';
import { useResource } from './resource.js';

async function read(id) {
  const response = await fetch(`/_local/calls/${id}`);
  if (!response.ok) throw new Error('ya no está entre las últimas 200');
  return response.json();
}

/** The page of one call: request, answer, outbound calls and written items. */
export function CallPage({ id, close }) {
  const resource = useResource(() => read(id), [id]);
  const heading = useRef(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [resource.data === undefined]);
  return html`<div class="call" onKeyDown=${(event) => event.key === 'Escape' && close()}>
    <button type="button" class="back link" onClick=${close}>← Últimas llamadas</button>
    <h2 ref=${heading} tabindex="-1">${resource.data?.operation ?? 'Llamada'}</h2>
    <${Shown} of=${resource} isEmpty=${() => false}>${(one) => html`<${Call} one=${one} />`}<//>
  </div>`;
}

const Call = ({ one }) => html`
  ${one.route && html`<p><code>${one.request.method} ${one.request.path}</code></p>`}
  <${Facts} rows=${[
    ['Estado', `${one.status}${one.error ? ` ${one.error}` : ''}`],
    ['Quién', callerText(one)],
    ['Cuándo', formatClock(one.at)],
    ['Tardó', `${one.milliseconds} ms`],
    ['Tabla', `${one.tableCalls} llamadas · ${formatNumber(one.readUnits)} RRU · ${formatNumber(one.writeUnits)} WRU`],
    ['En AWS', `US$ ${formatDollars(one.dollarsPerMillion)} por millón`],
    ['Identificador', html`<code class="id">${one.requestId}</code>`],
  ]} />
  <${Json} title="Petición" of=${requestOf(one.request)} />
  <${Json} title="Respuesta" of=${one.answer.body} />
  <${Steps} steps=${one.steps} />
  <section>
    <h3>Escrito en la tabla</h3>
    ${one.items.length === 0 && html`<p class="muted">Nada.</p>`}
    ${one.items.map((item, index) => html`<${Item} key=${index} item=${item} />`)}
  </section>
`;

const requestOf = ({ query, body }) => (query && body ? { query, body } : (query ?? body));

const Json = ({ title, of }) => html`<section>
  <h3>${title}</h3>
  ${of === undefined ? html`<p class="muted">Sin cuerpo.</p>` : html`<pre tabindex="0" role="region" aria-label=${title}>${JSON.stringify(of, null, 2)}</pre>`}
</section>`;

const Steps = ({ steps }) => html`<section>
  <h3>Llamadas que hizo</h3>
  ${steps.length === 0 && html`<p class="muted">Ninguna.</p>`}
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

const ACTIONS = { Put: 'Puesto', Update: 'Cambiado', Delete: 'Borrado', ConditionCheck: 'Comprobado' };

function Item({ item: { action, key, item, ...changes } }) {
  const content = item ?? (Object.keys(changes).length > 0 ? changes : undefined);
  return html`<details class="item">
    <summary><span class="item-action">${ACTIONS[action]}</span> <code>${key.pk}</code> <code>${key.sk}</code></summary>
    ${content ? html`<pre tabindex="0" role="region" aria-label=${`${ACTIONS[action]}: ${key.sk}`}>${JSON.stringify(content, null, 2)}</pre>` : html`<p class="muted">Solo la clave.</p>`}
  </details>`;
}
