import { useRef, useState } from 'preact/hooks';
import { addressFound, call } from './api.js';
import { CabNote, CabStops } from './cab-stops.js';
import { Danger } from './danger.js';
import { queueOf, useQueue } from './driver-queue.js';
import { html } from './html.js';
import { t } from './language.js';
import { openWindow } from './open-window.js';
import { Button, Card, Facts, Failure, Loading, Shown } from './parts.js';
import { QueueView } from './queue-view.js';
import { useAction, useResource } from './resource.js';
import { driverSession, sessions } from './sessions.js';
import { signInDriver } from './sign-in.js';
import { useStore } from './store.js';

/** The kilometres that one press moves the truck, so that two cities are a few presses apart. */
const STEP_KM = 90;
const KM_A_DEGREE = 111.2;
const CITY_OF_MEXICO = { lat: 19.4326, lng: -99.1332 };
const YARD = { lat: 25.7782, lng: -100.1876 };

const radians = (degrees) => (degrees * Math.PI) / 180;

/** The next place on the straight line to the destination, with the heading. A flat earth is precise enough for this map. */
function nextPing(from, to) {
  const east = (to.lng - from.lng) * Math.cos(radians(from.lat)) * KM_A_DEGREE;
  const north = (to.lat - from.lat) * KM_A_DEGREE;
  const kilometres = Math.hypot(east, north);
  const share = kilometres <= STEP_KM ? 1 : STEP_KM / kilometres;
  const degrees = (value) => Math.round(value * 1e5) / 1e5;
  return {
    lat: degrees(from.lat + (to.lat - from.lat) * share),
    lng: degrees(from.lng + (to.lng - from.lng) * share),
    heading: (Math.round((Math.atan2(east, north) * 180) / Math.PI) + 360) % 360,
    speedKmh: share === 1 ? 0 : 82,
  };
}

const nameOf = ({ cargoDescription, routeName, vehiclePlate }) =>
  `«${cargoDescription ?? routeName ?? vehiclePlate ?? t('no description', 'sin descripción')}»`;

/** The actions of the driver's app on this trip. They go through the driver's offline queue. `plan` has the stops of the trip. */
export function Cab({ trip, position, leg, plan, tools }) {
  const driver = driverSession(useStore(sessions), trip.driverId);
  return html`<${Card} title=${t('In the cab', 'En la cabina')} className="cab">
    ${driver ? html`<${Controls} key=${trip.id} driver=${driver} trip=${trip} position=${position} leg=${leg} plan=${plan} tell=${tools.tell} />` : html`<${Absent} trip=${trip} tools=${tools} />`}
  <//>`;
}

/** The document that the driver shows at an inspection. The addresses of the QR codes also work on paper. */
function Papers({ driver, trip, tell }) {
  const { running, run } = useAction(tell);
  const resource = useResource(() => call(driver, `GET /drivers/me/trips/${trip.id}`), [trip.id]);
  const open = (format) =>
    run(format, () =>
      openWindow(() => addressFound(driver, `GET /drivers/me/trips/${trip.id}/invoice?format=${format}`)),
    );
  return html`<h3>${t('Papers of the trip', 'Papeles del viaje')}</h3>
    <${Shown} of=${resource} isEmpty=${({ invoice }) => !invoice} empty=${t('No stamped document to show now.', 'Sin documento timbrado que mostrar ahora.')}>
      ${({ invoice }) => html`<${Facts}
          rows=${[
            [t('Fiscal folio', 'Folio fiscal'), html`<code>${invoice.uuid}</code>`],
            ['IdCCP', invoice.idCcp && html`<code>${invoice.idCcp}</code>`],
            [t('QR of the CFDI', 'QR del CFDI'), addressOf(invoice.verificationUrl)],
            [t('QR of the Carta Porte', 'QR de la Carta Porte'), addressOf(invoice.cartaPorteUrl)],
          ]}
        />
        <p class="actions">
          <${Button} kind="quiet" name="pdf" running=${running} action=${() => open('pdf')}>${t('Open PDF', 'Abrir PDF')}<//>
          <${Button} kind="quiet" name="xml" running=${running} action=${() => open('xml')}>${t('Open XML', 'Abrir XML')}<//>
        </p>`}
    <//>`;
}

/** The files of vehicle and driver that an inspection asks for. Reading them is written down, so a button does it. */
function Documents({ driver, trip, tell }) {
  const { running, run } = useAction(tell);
  const [files, setFiles] = useState(undefined);
  const show = () =>
    run('documents', async () => setFiles((await call(driver, `GET /drivers/me/trips/${trip.id}/documents`)).files));
  return html`<h3>${t('Papers of vehicle and driver', 'Papeles de la unidad y del operador')}</h3>
    ${files?.length === 0 && html`<p class="muted">${t('The office has filed none.', 'La oficina no ha archivado ninguno.')}</p>`}
    ${files?.length > 0 && html`<ul>${files.map(({ fileId, fileName, url }) => html`<li key=${fileId}><a href=${url} target="_blank" rel="noopener noreferrer">${fileName}</a></li>`)}</ul>`}
    <p class="actions">
      <${Button} kind="quiet" name="documents" running=${running} action=${show}>${t('Show the papers', 'Ver los papeles')}<//>
    </p>`;
}

/** The driver's working time of today, to show at an inspection. */
function WorkingTime({ driver, tell }) {
  const { running, run } = useAction(tell);
  const open = () =>
    run('hours', () => openWindow(() => addressFound(driver, 'GET /drivers/me/hours', { accept: 'application/pdf' })));
  return html`<h3>${t('Working time', 'Horas de trabajo')}</h3>
    <p class="muted">${t('A record of support of today, made from what the phone sent.', 'Registro de apoyo de hoy, hecho de lo que mandó el teléfono.')}</p>
    <p class="actions">
      <${Button} kind="quiet" name="hours" running=${running} action=${open}>${t('Show the hours as PDF', 'Ver las horas en PDF')}<//>
    </p>`;
}

/** The address behind a QR code, as a link. */
const addressOf = (address) =>
  address && html`<a href=${address} target="_blank" rel="noopener noreferrer">${address}</a>`;

function Absent({ trip, tools: { people, tell } }) {
  const { running, run } = useAction(tell);
  const account = people.drivers.find(({ driverId }) => driverId === trip.driverId);
  if (!account) {
    return html`<p class="muted">
      ${trip.driverName ? t(`${trip.driverName} has no account for trying`, `${trip.driverName} no tiene una cuenta de prueba`) : t('The trip has no driver', 'El viaje no tiene operador')}: ${t('the office can move it.', 'la oficina puede moverlo.')}
    </p>`;
  }
  const enter = () => run('enter', () => signInDriver(account.username, people.password, false));
  return html`<p>${t('Only its driver can start it and send positions.', 'Solo su operador puede iniciarlo y mandar posiciones.')}</p>
    <p><${Button} kind="main" name="enter" running=${running} action=${enter}>${t('Sign in as', 'Entrar como')} ${account.name}<//></p>`;
}

/**
 * What the phone has recorded since the trip was read. Between the acceptance of a fact and the next read, the trip and its stops are old. What the service
 * refused does not count.
 */
function useRecorded(trip, pending, refused) {
  const since = useRef({});
  if (since.current.trip !== trip) since.current = { trip, items: new Map() };
  const { items } = since.current;
  for (const one of pending) items.set(one.item.id, one);
  for (const { item } of refused) items.delete(item.id);
  return [...items.values()];
}

/** The status of the trip with what the phone has recorded. */
function statusOf({ status }, recorded) {
  const has = (kind) => recorded.some(({ item }) => item.kind === kind);
  if (has('TRIP_END') && status !== 'CANCELADO') return 'COMPLETADO';
  return has('TRIP_START') && status === 'NO_INICIADO' ? 'EN_PROCESO' : status;
}

function Controls({ driver, trip, position, leg, plan, tell }) {
  const { running, run } = useAction(tell);
  const queue = queueOf(driver);
  const state = useQueue(queue);
  const [last, setLast] = useState();
  const pending = state.pending.filter(({ item }) => item.tripId === trip.id);
  const recorded = useRecorded(trip, pending, state.refused);
  // The stored queue can hold the start or the end of the trip. Until it is read, no action is offered.
  const status = state.isRead ? statusOf(trip, recorded) : undefined;
  const [origin, destination] = leg.length === 2 ? leg : [YARD, CITY_OF_MEXICO];
  const unsent = pending.findLast(({ item }) => item.kind === 'PING')?.item;
  const here = last ?? unsent ?? position ?? origin;
  /** Puts facts into the queue. */
  const write = async (facts) => {
    const items = [];
    for (const fact of facts) {
      const item = await queue.record({ ...fact, tripId: trip.id });
      if (item?.kind === 'PING') setLast({ lat: item.lat, lng: item.lng });
      if (item) items.push(item);
    }
    // The queue stores no position of a trip that is over.
    const isStored = items.length === facts.length;
    tell({
      text: isStored
        ? t('Recorded. It is sent as soon as there is a network.', 'Anotado. Se envía en cuanto haya red.')
        : t('The trip takes no positions any more.', 'El viaje ya no recibe posiciones.'),
    });
  };
  const record = (name, facts) => run(name, () => write(facts));
  const { lat, lng } = here;
  const place = { lat: origin.lat, lng: origin.lng };
  const start = () =>
    record('start', [
      { kind: 'TRIP_START', ...place },
      { kind: 'PING', ...place, speedKmh: 0 },
    ]);
  const ping = () => record('ping', [{ kind: 'PING', ...nextPing(here, destination) }]);
  const end = () => record('end', [{ kind: 'TRIP_END', lat, lng }]);
  return html`<p class="muted">${t('With the session of', 'Con la sesión de')} ${driver.name} (<code>${driver.username}</code>).</p>
    ${!state.isRead && (state.failure ? html`<${Failure} failure=${state.failure} retry=${state.reload} />` : html`<${Loading} />`)}
    <p class="actions">
      ${status === 'NO_INICIADO' && html`<${Button} kind="main" name="start" running=${running} action=${start}>${t('Start the trip', 'Iniciar viaje')}<//>`}
      ${
        status === 'EN_PROCESO' &&
        html`<${Button} kind="main" name="ping" running=${running} action=${ping}>${t('Go on', 'Avanzar')} ${STEP_KM} km<//>
          <${Danger} name="end" running=${running} action=${end} title=${t('End the trip?', '¿Terminar el viaje?')}
            consequence=${t(`The trip ${nameOf(trip)} will be completed. It cannot be resumed.`, `El viaje ${nameOf(trip)} queda completado. No se puede reanudar.`)} verb=${t('Yes, end it', 'Sí, terminar')}>${t('End the trip', 'Terminar viaje')}<//>`
      }
      ${['COMPLETADO', 'CANCELADO'].includes(status) && html`<span class="muted">${t('The trip is over already.', 'El viaje ya terminó.')}</span>`}
    </p>
    ${status === 'EN_PROCESO' && html`<${CabStops} plan=${plan} recorded=${recorded} running=${running} record=${record} write=${write} tell=${tell} />`}
    ${state.isRead && status !== 'NO_INICIADO' && html`<${CabNote} driver=${driver} trip=${trip} write=${write} tell=${tell} />`}
    <${QueueView} queue=${queue} state=${state} plan=${plan} />
    <${Papers} driver=${driver} trip=${trip} tell=${tell} />
    <${Documents} driver=${driver} trip=${trip} tell=${tell} />
    <${WorkingTime} driver=${driver} tell=${tell} />`;
}
