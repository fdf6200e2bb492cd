import { useState } from 'preact/hooks';
import { CallPage } from './call.js';
import { feed } from './feed.js';
import { callerText, formatClock, formatDollars, formatNumber } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { Choices, Empty, Loading } from './parts.js';
import { useStore } from './store.js';

const SHOWN = () => [
  { value: 'all', text: t('All', 'Todas') },
  { value: 'writes', text: t('Changes', 'Cambios') },
  { value: 'failed', text: t('Refusals', 'Rechazos') },
];

const PASSES = {
  all: () => true,
  writes: ({ writeUnits }) => writeUnits > 0,
  failed: ({ status }) => status >= 400,
};

/** The last calls of the server from all sessions. One of them can be opened. */
export function CallsPanel({ isOpen, callId, openCall, isPage }) {
  const Frame = isPage ? 'main' : 'aside';
  return html`<${Frame} id="calls" class="calls" hidden=${!isOpen} aria-label=${isPage ? undefined : t('Calls of the API', 'Llamadas a la API')}>
    ${isPage && html`<h1 class="visually-hidden">${t('Calls of the API', 'Llamadas a la API')}</h1>`}
    ${isOpen && (callId ? html`<${CallPage} key=${callId} id=${callId} close=${() => openCall(null)} />` : html`<${Calls} openCall=${openCall} />`)}
  <//>`;
}

function Calls({ openCall }) {
  const { calls } = useStore(feed);
  const [which, choose] = useState('all');
  const shown = calls?.filter(PASSES[which]) ?? [];
  return html`<header class="calls-title"><h2>${t('Last calls', 'Últimas llamadas')}</h2><${Choices} label=${t('Which calls', 'Qué llamadas')} of=${SHOWN()} chosen=${which} choose=${choose} /><${Units} /></header>
    ${calls === null && html`<${Loading} />`}
    ${calls !== null && shown.length === 0 && html`<${Empty}>${t('None yet.', 'Ninguna todavía.')}<//>`}
    ${shown.length > 0 && html`<${Table} calls=${shown} openCall=${openCall} />`}`;
}

/** The units of the table, in one line each. */
const Units = () => html`<dl class="units">
  ${UNITS.map(([unit, meaning]) => html`<div key=${unit}><dt>${unit}</dt><dd>${t(...meaning)}</dd></div>`)}
</dl>`;

const UNITS = [
  ['RRU', ['read units: one for up to 4 kB read', 'unidades de lectura: una por cada 4 kB leídos']],
  ['WRU', ['write units: one for up to 1 kB written', 'unidades de escritura: una por cada 1 kB escrito']],
  ['US$/M', ['price on AWS of a million such calls', 'precio en AWS de un millón de llamadas así']],
];

const Table = ({
  calls,
  openCall,
}) => html`<div class="table-scroll calls-scroll" tabindex="0" role="region" aria-label=${t('The last 200 calls', 'Las últimas 200 llamadas')}>
  <table class="calls-table">
    <thead>
      <tr>
        <th scope="col">${t('Operation', 'Operación')}</th>
        <th scope="col" class="number">${t('Status', 'Estado')}</th>
        <th scope="col" class="number">ms</th>
        <th scope="col" class="number table-calls"><abbr title=${t('Calls of the table', 'Llamadas a la tabla')}>${t('Table', 'Tabla')}</abbr></th>
        <th scope="col" class="number"><abbr title=${t('Read units', 'Unidades de lectura')}>RRU</abbr></th>
        <th scope="col" class="number"><abbr title=${t('Write units', 'Unidades de escritura')}>WRU</abbr></th>
        <th scope="col" class="number"><abbr title=${t('Dollars for a million calls, on AWS', 'Dólares por millón de llamadas, en AWS')}>US$/M</abbr></th>
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
