import { call } from './api.js';
import { Cab } from './cab.js';
import { Danger } from './danger.js';
import { formatAge, formatMoment, formatMoney, formatNumber } from './format.js';
import { html } from './html.js';
import { MexicoMap } from './map.js';
import { Button, Card, Facts, PageTitle, Shown, Status } from './parts.js';
import { useAction, useResource } from './resource.js';
import { readTrip } from './trips-data.js';

/** The page of one trip: position, events, amount due, and the actions of its driver and of the office. */
export function TripPage({ session, id, tools }) {
  const resource = useResource(() => readTrip(session, id), [id]);
  const title = resource.data?.trip.cargoDescription ?? 'Viaje';
  return html`<${PageTitle} back=${{ href: '#/viajes', text: 'Viajes' }}>${title}<//>
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(data) => html`<${Trip} ...${data} session=${session} tools=${tools} />`}
    <//>`;
}

function Trip({ trip, timeline, balance, position, leg, session, tools }) {
  const trucks = position ? [{ id: trip.id, lat: position.lat, lng: position.lng, text: trip.vehiclePlate }] : [];
  const where = position
    ? `${position.lat.toFixed(3)}, ${position.lng.toFixed(3)} · ${formatNumber(position.speedKmh ?? 0)} km/h · ${formatAge(position.ageSeconds)}`
    : 'Sin posición todavía';
  return html`<div class="columns">
    <div class="stack">
      <${Card} className="flush">
        <${MexicoMap} trucks=${trucks} leg=${leg} label=${`Mapa del viaje. ${where}`} />
        <p class="map-note"><${Status} of=${trip.status} /> <span class="muted">${position ? where : 'Espera a su operador'}</span></p>
      <//>
      <${Data} trip=${trip} />
    </div>
    <div class="stack">
      <${Cab} trip=${trip} position=${position} leg=${leg} tools=${tools} />
      <${Office} trip=${trip} session=${session} tell=${tools.tell} />
      <${Money} balance=${balance} />
      <${Card} title="Bitácora">
        <ol class="timeline">${timeline.toReversed().map((entry) => html`<${Entry} key=${entry.id} entry=${entry} />`)}</ol>
      <//>
    </div>
  </div>`;
}

const Data = ({ trip }) => html`<${Card} title="Datos">
  <${Facts} rows=${[
    ['Cliente', trip.clientName],
    ['Ruta', trip.routeName],
    ['Operador', trip.driverName],
    ['Unidad', trip.vehiclePlate],
    ['Salida', formatMoment(trip.startDate)],
    ['Peso', trip.cargoWeight && `${formatNumber(trip.cargoWeight)} kg`],
    ['Indicaciones', trip.specialInstructions ?? trip.notes],
  ]} />
<//>`;

const Money = ({ balance }) => html`<${Card} title="Saldo">
  <${Facts} rows=${[
    ['Ingreso', formatMoney(balance.revenue)],
    ['Facturado', formatMoney(balance.invoicedTotal)],
    ['Cobrado', formatMoney(balance.paid)],
    ['Por cobrar', html`<strong>${formatMoney(balance.balance)}</strong>`],
  ]} />
<//>`;

const EVENTS = { CREATE: 'Viaje creado', UPDATE: 'Datos cambiados' };

const Entry = ({ entry }) => html`<li>
  <span>${entry.event === 'STATUS' ? html`<${Status} of=${entry.newStatus} />` : (EVENTS[entry.event] ?? entry.event)}</span>
  <span class="muted when">${formatMoment(entry.at)}</span>
</li>`;

const OFFICE_MOVES = {
  NO_INICIADO: [
    ['EN_PROCESO', 'Iniciar desde la oficina'],
    ['CANCELADO', 'Cancelar'],
  ],
  EN_PROCESO: [
    ['COMPLETADO', 'Completar desde la oficina'],
    ['CANCELADO', 'Cancelar'],
  ],
};

/** The moves that no other move takes back, each with its question. */
const FINAL = {
  COMPLETADO: (name) => ({
    title: '¿Completar el viaje?',
    consequence: `El viaje ${name} queda completado. No se puede reanudar.`,
    verb: 'Sí, completar',
  }),
  CANCELADO: (name) => ({
    title: '¿Cancelar el viaje?',
    consequence: `El viaje ${name} queda cancelado. No se puede reanudar.`,
    verb: 'Sí, cancelar el viaje',
  }),
};

function Office({ trip, session, tell }) {
  const { running, run } = useAction(tell);
  const moves = OFFICE_MOVES[trip.status] ?? [];
  const move = (status) =>
    run(status, () => call(session, `PUT /teams/${trip.teamId}/trips/${trip.id}/status`, { body: { status } }));
  if (moves.length === 0) return null;
  return html`<${Card} title="En la oficina">
    <p class="actions">
      ${moves.map(
        ([
          status,
          text,
        ]) => html`<${status in FINAL ? Danger : Button} key=${status} name=${status} running=${running} action=${() => move(status)}
          ...${FINAL[status]?.(`«${trip.cargoDescription ?? 'sin descripción'}»`)}>${text}<//>`,
      )}
    </p>
  <//>`;
}
