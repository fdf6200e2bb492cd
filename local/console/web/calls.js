import { useState } from 'preact/hooks';
import { CallPage } from './call.js';
import { feed } from './feed.js';
import { callerText, formatClock, formatDollars, formatNumber } from './format.js';
import { html } from './html.js';
import { Choices, Empty, Loading } from './parts.js';
import { useStore } from './store.js';

const SHOWN = [
  { value: 'all', text: 'Todas' },
  { value: 'writes', text: 'Cambios' },
  { value: 'failed', text: 'Rechazos' },
];

const PASSES = {
  all: () => true,
  writes: ({ writeUnits }) => writeUnits > 0,
  failed: ({ status }) => status >= 400,
};

/** The last calls of the server from all sessions. One of them can be opened. */
export function CallsPanel({ callId, openCall, isPage }) {
  const Frame = isPage ? 'main' : 'aside';
  return html`<${Frame} class="calls" aria-label=${isPage ? undefined : 'Llamadas a la API'}>
    ${isPage && html`<h1 class="visually-hidden">Llamadas a la API</h1>`}
    ${callId ? html`<${CallPage} key=${callId} id=${callId} close=${() => openCall(null)} />` : html`<${Calls} openCall=${openCall} />`}
  <//>`;
}

function Calls({ openCall }) {
  const { calls } = useStore(feed);
  const [which, choose] = useState('all');
  const shown = calls?.filter(PASSES[which]) ?? [];
  return html`<header class="calls-title"><h2>Últimas llamadas</h2><${Choices} label="Qué llamadas" of=${SHOWN} chosen=${which} choose=${choose} /></header>
    ${calls === null && html`<${Loading} />`}
    ${calls !== null && shown.length === 0 && html`<${Empty}>Ninguna todavía.<//>`}
    ${shown.length > 0 && html`<${Table} calls=${shown} openCall=${openCall} />`}`;
}

const Table = ({
  calls,
  openCall,
}) => html`<div class="table-scroll calls-scroll" tabindex="0" role="region" aria-label="Las últimas 200 llamadas">
  <table class="calls-table">
    <thead>
      <tr>
        <th scope="col">Operación</th>
        <th scope="col" class="number">Estado</th>
        <th scope="col" class="number">ms</th>
        <th scope="col" class="number table-calls"><abbr title="Llamadas a la tabla">Tabla</abbr></th>
        <th scope="col" class="number"><abbr title="Unidades de lectura">RRU</abbr></th>
        <th scope="col" class="number"><abbr title="Unidades de escritura">WRU</abbr></th>
        <th scope="col" class="number"><abbr title="Dólares por millón de llamadas, en AWS">US$/M</abbr></th>
      </tr>
    </thead>
    <tbody>${calls.map((one) => html`<${Row} key=${one.requestId} one=${one} openCall=${openCall} />`)}</tbody>
  </table>
</div>`;

const toneOf = (status) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : '');

const Row = ({ one, openCall }) => html`<tr>
  <th scope="row">
    <button type="button" class="link operation" onClick=${() => openCall(one.requestId)}>${one.operation}</button>
    <span class="under">${callerText(one)} · ${formatClock(one.at)}</span>
  </th>
  <td class="number code ${toneOf(one.status)}">${one.status}</td>
  <td class="number">${one.milliseconds}</td>
  <td class="number table-calls">${one.tableCalls}</td>
  <td class="number">${formatNumber(one.readUnits)}</td>
  <td class="number">${formatNumber(one.writeUnits)}</td>
  <td class="number">${formatDollars(one.dollarsPerMillion)}</td>
</tr>`;
