import { useRef } from 'preact/hooks';
import { useSetting } from './address.js';
import { Cab } from './cab.js';
import { formatMoment } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { readUpTo } from './pages.js';
import { Card, PageTitle, Shown, Status } from './parts.js';
import { useResource } from './resource.js';

/** The page of a signed-in driver, as in the driver's app: the driver's own trips, and the current one to move. */
export function OwnTripsPage({ session, tools }) {
  const resource = useResource(async () => (await readUpTo(session, '/drivers/me/trips', 'trips', 200)).records);
  return html`<${PageTitle}>${t('My trips', 'Mis viajes')}<//>
    <${Shown} of=${resource} empty=${t('No trips are assigned to you.', 'No tiene viajes asignados.')}>
      ${(trips) => html`<${OwnTrips} trips=${trips} tools=${tools} />`}
    <//>`;
}

const isOpen = ({ status }) => status === 'EN_PROCESO' || status === 'NO_INICIADO';

function OwnTrips({ trips, tools }) {
  const open = trips.filter(isOpen);
  const [chosenId, choose] = useSetting('viaje');
  const before = useRef(undefined);
  // When the office assigns another trip, the shown one stays: the driver may be about to press one of its buttons.
  const kept = open.find(({ id }) => id === before.current);
  const next = kept ?? open.find(({ status }) => status === 'EN_PROCESO') ?? open.at(-1);
  const shown = trips.find(({ id }) => id === chosenId) ?? next;
  before.current = shown?.id;
  return html`<div class="columns">
    <${Card} title=${t('Assigned', 'Asignados')}>
      <ul class="rows">
        ${trips.map(
          (trip) => html`<li key=${trip.id}>
            <button type="button" class="row" aria-pressed=${shown?.id === trip.id} onClick=${() => choose(trip.id)}>
              <span class="row-main"><strong>${trip.routeName ?? t('No route', 'Sin ruta')}</strong></span>
              <span class="row-side"><${Status} of=${trip.status} /></span>
              <span class="row-note">${trip.cargoDescription}</span>
              <span class="row-side muted">${formatMoment(trip.startDate)}</span>
            </button>
          </li>`,
        )}
      </ul>
    <//>
    ${shown && html`<${Cab} key=${shown.id} trip=${shown} leg=${[]} plan=${[]} tools=${tools} />`}
  </div>`;
}
