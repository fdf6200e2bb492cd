import { call } from './api.js';
import { Cab } from './cab.js';
import { Danger } from './danger.js';
import { formatAge, formatMoment, formatMoney, formatNumber } from './format.js';
import { FurtherActions } from './further-actions.js';
import { html } from './html.js';
import { t } from './language.js';
import { MexicoMap } from './map.js';
import { Button, Card, Facts, PageTitle, Shown, Status } from './parts.js';
import { useAction, useResource } from './resource.js';
import { trackOf } from './track.js';
import { readTrip } from './trips-data.js';

/** The page of one trip: position, events, amount due, and the actions of its driver and of the office. */
export function TripPage({ session, id, tools }) {
  const resource = useResource(() => readTrip(session, id), [id]);
  const title = resource.data?.trip.cargoDescription ?? t('Trip', 'Viaje');
  return html`<${PageTitle} back=${{ href: '#/viajes', text: t('Trips', 'Viajes') }}>${title}<//>
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(data) => html`<${Trip} ...${data} session=${session} tools=${tools} />`}
    <//>`;
}

function Trip({ trip, timeline, balance, position, stops, plan, line, session, tools }) {
  const trucks = position
    ? [
        {
          id: trip.id,
          lat: position.lat,
          lng: position.lng,
          text: trip.vehiclePlate,
          name: `${trip.vehiclePlate ?? t('Truck', 'Camión')}, ${formatAge(position.ageSeconds)}`,
        },
      ]
    : [];
  const where = position
    ? `${position.lat.toFixed(3)}, ${position.lng.toFixed(3)} · ${formatNumber(position.speedKmh ?? 0)} km/h · ${formatAge(position.ageSeconds)}`
    : t('No position yet', 'Sin posición todavía');
  return html`<div class="columns">
    <div class="stack">
      <${Card} className="flush">
        <${MexicoMap} trucks=${trucks} stops=${stops} track=${trackOf(trip, timeline, position)} line=${line} label=${`${t('Map of the trip.', 'Mapa del viaje.')} ${where}`} />
        <p class="map-note"><${Status} of=${trip.status} /> <span class="muted">${position ? where : t('Waits for its driver', 'Espera a su operador')}</span></p>
      <//>
      <${Data} trip=${trip} />
    </div>
    <div class="stack">
      <${Cab} trip=${trip} position=${position} leg=${legOf(stops)} plan=${plan} tools=${tools} />
      <${Office} trip=${trip} session=${session} tell=${tools.tell} />
      <${FurtherActions} list="listTrips" record=${trip} name=${trip.cargoDescription} shown=${['updateTripStatus']} when=${WHEN} after="#/viajes" session=${session} tools=${tools} />
      <${Money} balance=${balance} />
      <${Card} title=${t('Log', 'Bitácora')}>
        <ol class="timeline">${timeline.toReversed().map((entry) => html`<${Entry} key=${entry.id} entry=${entry} />`)}</ol>
      <//>
    </div>
  </div>`;
}

/** The first and last place of a route. */
const legOf = (stops) => (stops.length < 2 ? [] : [stops[0], stops.at(-1)]);

const Data = ({ trip }) => html`<${Card} title=${t('Data', 'Datos')}>
  <${Facts} rows=${[
    [t('Client', 'Cliente'), trip.clientName],
    [t('Route', 'Ruta'), trip.routeName],
    [t('Driver', 'Operador'), trip.driverName],
    [t('Vehicle', 'Unidad'), trip.vehiclePlate],
    [t('Departure', 'Salida'), formatMoment(trip.startDate)],
    [t('Weight', 'Peso'), trip.cargoWeight && `${formatNumber(trip.cargoWeight)} kg`],
    [t('Instructions', 'Indicaciones'), trip.specialInstructions ?? trip.notes],
  ]} />
<//>`;

const Money = ({ balance }) => html`<${Card} title=${t('Balance', 'Saldo')}>
  <${Facts} rows=${[
    [t('Revenue', 'Ingreso'), formatMoney(balance.revenue)],
    [t('Invoiced', 'Facturado'), formatMoney(balance.invoicedTotal)],
    [t('Collected', 'Cobrado'), formatMoney(balance.paid)],
    [t('To collect', 'Por cobrar'), html`<strong>${formatMoney(balance.balance)}</strong>`],
  ]} />
<//>`;

const EVENTS = () => ({
  CREATE: t('Trip created', 'Viaje creado'),
  UPDATE: t('Data changed', 'Datos cambiados'),
  TRIP_START: t('Start, from the phone', 'Inicio, del teléfono'),
  TRIP_END: t('End, from the phone', 'Fin, del teléfono'),
  STOP_ARRIVED: t('Arrival at a stop', 'Llegada a una parada'),
  STOP_DEPARTED: t('Departure from a stop', 'Salida de una parada'),
  STOP_SKIPPED: t('Stop skipped', 'Parada omitida'),
  NOTE: t('Note of the driver', 'Nota del operador'),
});

const Entry = ({ entry }) => html`<li>
  <span>${entry.event === 'STATUS' ? html`<${Status} of=${entry.newStatus} />` : (EVENTS()[entry.event] ?? entry.event)}</span>
  <span class="muted when">${formatMoment(entry.at)}</span>
</li>`;

const officeMoves = () => ({
  NO_INICIADO: [
    ['EN_PROCESO', t('Start from the office', 'Iniciar desde la oficina')],
    ['CANCELADO', t('Call off', 'Cancelar')],
  ],
  EN_PROCESO: [
    ['COMPLETADO', t('Complete from the office', 'Completar desde la oficina')],
    ['CANCELADO', t('Call off', 'Cancelar')],
  ],
});

/** The moves that no other move takes back, each with its question. */
const FINAL = {
  COMPLETADO: (name) => ({
    title: t('Complete the trip?', '¿Completar el viaje?'),
    consequence: t(
      `The trip ${name} will be completed. It cannot be resumed.`,
      `El viaje ${name} queda completado. No se puede reanudar.`,
    ),
    verb: t('Yes, complete it', 'Sí, completar'),
  }),
  CANCELADO: (name) => ({
    title: t('Call off the trip?', '¿Cancelar el viaje?'),
    consequence: t(
      `The trip ${name} will be called off. It cannot be resumed.`,
      `El viaje ${name} queda cancelado. No se puede reanudar.`,
    ),
    verb: t('Yes, call it off', 'Sí, cancelar el viaje'),
  }),
};

/** The statuses in which the service takes an operation on a trip. */
const OPEN = ['NO_INICIADO', 'EN_PROCESO'];
const WHEN = {
  deleteTrip: ['NO_INICIADO'],
  relayTrip: ['EN_PROCESO'],
  updateTripStops: OPEN,
  createTrackingLink: OPEN,
};

function Office({ trip, session, tell }) {
  const { running, run } = useAction(tell);
  const moves = officeMoves()[trip.status] ?? [];
  const hasTrack = trip.status === 'COMPLETADO' && trip.routeId !== undefined;
  const move = (status) =>
    run(status, () => call(session, `PUT /teams/${trip.teamId}/trips/${trip.id}/status`, { body: { status } }));
  const useTrack = () =>
    run('line', () =>
      call(session, `PUT /teams/${trip.teamId}/routes/${trip.routeId}/line`, { body: { tripId: trip.id } }),
    );
  if (moves.length === 0 && !hasTrack) return null;
  return html`<${Card} title=${t('In the office', 'En la oficina')}>
    <p class="actions">
      ${moves.map(
        ([
          status,
          text,
        ]) => html`<${status in FINAL ? Danger : Button} key=${status} name=${status} running=${running} action=${() => move(status)}
          ...${FINAL[status]?.(`«${trip.cargoDescription ?? t('no description', 'sin descripción')}»`)}>${text}<//>`,
      )}
      ${hasTrack && html`<${Button} name="line" running=${running} action=${useTrack}>${t('Use its track as the line of the route', 'Usar su recorrido como línea de la ruta')}<//>`}
    </p>
  <//>`;
}
