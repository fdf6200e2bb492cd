import { addressOf, useSetting } from './address.js';
import { formatAge, formatMoment, formatMoney, formatNumber } from './format.js';
import { CreateButton } from './further-actions.js';
import { html } from './html.js';
import { t } from './language.js';
import { Siblings } from './lists.js';
import { MexicoMap } from './map.js';
import { Card, Choices, Empty, PageTitle, Shown } from './parts.js';
import { useResource } from './resource.js';
import { readPosition, readTrips } from './trips-data.js';

const STATES = () => [
  { value: 'EN_PROCESO', text: t('Under way', 'En proceso') },
  { value: 'NO_INICIADO', text: t('Planned', 'Por iniciar') },
  { value: 'COMPLETADO', text: t('Completed', 'Completados') },
  { value: 'CANCELADO', text: t('Called off', 'Cancelados') },
];

async function read(session) {
  const { trips, partial } = await readTrips(session);
  const moving = trips.filter(({ status }) => status === 'EN_PROCESO');
  const positions = await Promise.all(moving.map(({ id }) => readPosition(session, id)));
  return { trips, partial, moving: moving.map((trip, index) => ({ trip, position: positions[index] })) };
}

/** The page of trips: those on the road now, and all trips by status. */
export function TripsPage({ session, tools }) {
  const resource = useResource(() => read(session));
  return html`<${PageTitle}>${t('Trips', 'Viajes')}<//>
    <${Siblings} at="viajes" />
    <${CreateButton} id="createTrip" session=${session} tools=${tools} />
    <${Shown} of=${resource} isEmpty=${({ trips }) => trips.length === 0} empty=${t('There are no trips yet.', 'Todavía no hay viajes.')}>
      ${({ trips, partial, moving }) => html`<${OnTheRoad} moving=${moving} /><${ByState} trips=${trips} partial=${partial} />`}
    <//>`;
}

/** A truck of the map, which opens its trip. */
const truckOf = (trip, { lat, lng, ageSeconds }) => ({
  id: trip.id,
  lat,
  lng,
  text: trip.vehiclePlate,
  name: [trip.vehiclePlate, trip.driverName, formatAge(ageSeconds)].filter(Boolean).join(', '),
  href: `#/viajes/${trip.id}`,
});

function OnTheRoad({ moving }) {
  const trucks = moving.flatMap(({ trip, position }) => (position ? [truckOf(trip, position)] : []));
  return html`<section class="card road" aria-labelledby="road">
    <${MexicoMap} trucks=${trucks} label=${t(`Map of Mexico with ${trucks.length} trucks; the list has their data.`, `Mapa de México con ${trucks.length} camiones; sus datos están en la lista.`)} />
    <div>
      <header class="card-title"><h2 id="road">${t('On the road', 'En camino')}</h2></header>
      ${
        moving.length === 0
          ? html`<${Empty}>${t('No trip is under way. Open a planned one and start it as its driver.', 'Ningún viaje está en proceso. Abra uno por iniciar e inícielo como su operador.')}<//>`
          : html`<ul class="rows">${moving.map((one) => html`<${Moving} key=${one.trip.id} ...${one} />`)}</ul>`
      }
    </div>
  </section>`;
}

const Moving = ({ trip, position }) => html`<li>
  <a class="row" href="#/viajes/${trip.id}">
    <span class="row-main"><strong>${trip.vehiclePlate}</strong> ${trip.driverName}</span>
    <span class="row-side">${position?.speedKmh !== undefined && `${formatNumber(position.speedKmh)} km/h`}</span>
    <span class="row-note">${trip.routeName ?? trip.cargoDescription}</span>
    <span class="row-side muted">${position ? formatAge(position.ageSeconds) : t('no position', 'sin posición')}</span>
  </a>
</li>`;

function ByState({ trips, partial }) {
  const inState = (state) => trips.filter(({ status }) => status === state);
  const [state, setState] = useSetting('estado', 'NO_INICIADO');
  const countOf = (value) => `${inState(value).length}${partial.includes(value) ? '+' : ''}`;
  const choices = STATES().map((one) => ({ ...one, count: countOf(one.value) }));
  const shown = inState(state);
  return html`<${Card} title=${t('By status', 'Por estado')}>
    <${Choices} label=${t('Status of the trips', 'Estado de los viajes')} of=${choices} chosen=${state} choose=${setState} />
    ${
      shown.length === 0
        ? html`<${Empty}>${t('None.', 'Ninguno.')}<//>`
        : html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('Trips of this status', 'Viajes de este estado')}>
            <table>
              <thead><tr><th scope="col">${t('Cargo and client', 'Carga y cliente')}</th><th scope="col">${t('Driver', 'Operador')}</th><th scope="col">${t('Vehicle', 'Unidad')}</th><th scope="col">${t('Departure', 'Salida')}</th><th scope="col" class="number">${t('Revenue', 'Ingreso')}</th></tr></thead>
              <tbody>${shown.map((trip) => html`<${TripRow} key=${trip.id} trip=${trip} />`)}</tbody>
            </table>
          </div>`
    }
    ${partial.includes(state) && html`<p><a href=${addressOf(['todos-los-viajes'], { status: state })}>${t('See all of this status', 'Ver todos los de este estado')}</a></p>`}
  <//>`;
}

const TripRow = ({ trip }) => html`<tr>
  <th scope="row"><a href="#/viajes/${trip.id}">${trip.cargoDescription ?? t('No description', 'Sin descripción')}</a><span class="under">${trip.clientName}</span></th>
  <td data-label=${t('Driver', 'Operador')}>${trip.driverName ?? '—'}</td>
  <td class="plate" data-label=${t('Vehicle', 'Unidad')}>${trip.vehiclePlate ?? '—'}</td>
  <td class="when" data-label=${t('Departure', 'Salida')}>${formatMoment(trip.startDate)}</td>
  <td class="number" data-label=${t('Revenue', 'Ingreso')}>${formatMoney(trip.revenue)}</td>
</tr>`;
