import { useSetting } from './address.js';
import { formatAge, formatMoment, formatMoney, formatNumber } from './format.js';
import { html } from './html.js';
import { MexicoMap } from './map.js';
import { Card, Choices, Empty, PageTitle, Shown } from './parts.js';
import { useResource } from './resource.js';
import { readPosition, readTrips } from './trips-data.js';

const STATES = [
  { value: 'EN_PROCESO', text: 'En proceso' },
  { value: 'NO_INICIADO', text: 'Por iniciar' },
  { value: 'COMPLETADO', text: 'Completados' },
  { value: 'CANCELADO', text: 'Cancelados' },
];

async function read(session) {
  const trips = await readTrips(session);
  const moving = trips.filter(({ status }) => status === 'EN_PROCESO');
  const positions = await Promise.all(moving.map(({ id }) => readPosition(session, id)));
  return { trips, moving: moving.map((trip, index) => ({ trip, position: positions[index] })) };
}

/** The page of trips: those on the road now, and all trips by status. */
export function TripsPage({ session }) {
  const resource = useResource(() => read(session));
  return html`<${PageTitle}>Viajes<//>
    <${Shown} of=${resource} isEmpty=${({ trips }) => trips.length === 0} empty="Todavía no hay viajes: se crean con POST /teams/{teamId}/trips.">
      ${({ trips, moving }) => html`<${OnTheRoad} moving=${moving} /><${ByState} trips=${trips} />`}
    <//>`;
}

function OnTheRoad({ moving }) {
  const trucks = moving.flatMap(({ trip, position }) =>
    position ? [{ id: trip.id, lat: position.lat, lng: position.lng, text: trip.vehiclePlate }] : [],
  );
  return html`<section class="card road" aria-labelledby="road">
    <${MexicoMap} trucks=${trucks} label=${`Mapa de México con ${trucks.length} camiones; sus datos están en la lista.`} />
    <div>
      <header class="card-title"><h2 id="road">En camino</h2></header>
      ${
        moving.length === 0
          ? html`<${Empty}>Ningún viaje está en proceso. Abre uno por iniciar y arráncalo como su operador.<//>`
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
    <span class="row-side muted">${position ? formatAge(position.ageSeconds) : 'sin posición'}</span>
  </a>
</li>`;

function ByState({ trips }) {
  const inState = (state) => trips.filter(({ status }) => status === state);
  const [state, setState] = useSetting('estado', 'NO_INICIADO');
  const choices = STATES.map((one) => ({ ...one, count: inState(one.value).length }));
  const shown = inState(state);
  return html`<${Card} title="Por estado">
    <${Choices} label="Estado de los viajes" of=${choices} chosen=${state} choose=${setState} />
    ${
      shown.length === 0
        ? html`<${Empty}>Ninguno.<//>`
        : html`<div class="table-scroll" tabindex="0" role="region" aria-label="Viajes de este estado">
            <table>
              <thead><tr><th scope="col">Carga y cliente</th><th scope="col">Operador</th><th scope="col">Unidad</th><th scope="col">Salida</th><th scope="col" class="number">Ingreso</th></tr></thead>
              <tbody>${shown.map((trip) => html`<${TripRow} key=${trip.id} trip=${trip} />`)}</tbody>
            </table>
          </div>`
    }
  <//>`;
}

const TripRow = ({ trip }) => html`<tr>
  <th scope="row"><a href="#/viajes/${trip.id}">${trip.cargoDescription ?? 'Sin descripción'}</a><span class="under">${trip.clientName}</span></th>
  <td data-label="Operador">${trip.driverName ?? '—'}</td>
  <td class="plate" data-label="Unidad">${trip.vehiclePlate ?? '—'}</td>
  <td class="when" data-label="Salida">${formatMoment(trip.startDate)}</td>
  <td class="number" data-label="Ingreso">${formatMoney(trip.revenue)}</td>
</tr>`;
