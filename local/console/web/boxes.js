import { useState } from 'preact/hooks';
import { call } from './api.js';
import { Danger } from './danger.js';
import { formatMoment, formatMoney } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { Siblings } from './lists.js';
import { useMay } from './operations.js';
import { readUpTo } from './pages.js';
import { Card, Empty, PageTitle, Shown, Status } from './parts.js';
import { useAction, useResource } from './resource.js';
import { StepForm } from './step-form.js';

async function read(session) {
  const { teamId } = session.team;
  const ofReservations = `/teams/${teamId}/box-reservations`;
  const [{ records: boxes }, { records: active }, { records: newest }, { records: clients }] = await Promise.all([
    readUpTo(session, `/teams/${teamId}/boxes`, 'boxes', 1_000),
    readUpTo(session, `${ofReservations}?status=ACTIVA`, 'reservations', 1_000),
    readUpTo(session, ofReservations, 'reservations', 50),
    readUpTo(session, `/clients?teamId=${teamId}`, 'clients', 1_000),
  ]);
  // Those that are current are all shown, also old ones.
  const reservations = [...active, ...newest.filter(({ status }) => status !== 'ACTIVA')];
  const boxOf = (id) => boxes.find((box) => box.id === id);
  const clientOf = (id) => clients.find((client) => client.id === id);
  const named = reservations.map((one) => ({ ...one, box: boxOf(one.boxId), client: clientOf(one.clientId) }));
  const byNumber = boxes.toSorted((one, other) => one.economicNumber.localeCompare(other.economicNumber));
  return { boxes: byNumber, reservations: named, clients };
}

/** The rental boxes with their current reservations. */
export function BoxesPage({ session, tools }) {
  const resource = useResource(() => read(session));
  return html`<${PageTitle}>${t('Boxes for rent', 'Cajas en renta')}<//>
    <${Siblings} at="cajas" />
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(data) => html`<${Reservations} ...${data} session=${session} tell=${tools.tell} />
        <${Boxes} ...${data} session=${session} tell=${tools.tell} />`}
    <//>`;
}

function Reservations({ reservations, session, tell }) {
  const active = reservations.filter(({ status }) => status === 'ACTIVA');
  const past = reservations.filter(({ status }) => status !== 'ACTIVA');
  return html`<${Card} title=${t('Reservations', 'Reservaciones')}>
    ${active.length === 0 && html`<${Empty}>${t('None is current.', 'Ninguna activa.')}<//>`}
    ${
      reservations.length > 0 &&
      html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('Reservations of boxes', 'Reservaciones de cajas')}>
        <table>
          <thead><tr><th scope="col">${t('Box and client', 'Caja y cliente')}</th><th scope="col">${t('Status', 'Estado')}</th><th scope="col">${t('From', 'Desde')}</th><th scope="col">${t('Until', 'Hasta')}</th><th scope="col" class="number">Total</th><th scope="col"><span class="visually-hidden">${t('Actions', 'Acciones')}</span></th></tr></thead>
          <tbody>${[...active, ...past].map((one) => html`<${Reservation} key=${one.id} one=${one} session=${session} tell=${tell} />`)}</tbody>
        </table>
      </div>`
    }
  <//>`;
}

const daysText = (days) => (days === 1 ? t('1 day', '1 día') : t(`${days} days`, `${days} días`));

function Reservation({ one, session, tell }) {
  const { running, run } = useAction(tell);
  const mayCancel = useMay(session, 'cancelReservation');
  const path = `/teams/${one.teamId}/box-reservations/${one.id}`;
  const number = one.box?.economicNumber ?? t('Box', 'Caja');
  const client = one.client?.name ?? t('a client without a name', 'un cliente sin nombre');
  const close = async () => {
    const answer = await call(session, `PATCH ${path}/close`, { body: {} });
    const billed = `${number}: ${daysText(answer.billedDays)}, ${formatMoney(answer.totalAmount)}`;
    const isWithout = one.isBillable && answer.totalAmount > 0 && !answer.invoiceId;
    tell({
      text: isWithout
        ? t(`${billed}. No draft invoice: see the alerts.`, `${billed}. Sin borrador de factura: mira los avisos.`)
        : billed,
    });
  };
  const cancel = async () => {
    await call(session, `PATCH ${path}/cancel`, { body: {} });
    tell({ text: `${number}: ${t('reservation called off.', 'reservación cancelada.')}` });
  };
  const isActive = one.status === 'ACTIVA';
  return html`<tr>
    <th scope="row"><a href="#/reservaciones/${one.id}">${number}</a><span class="under">${one.client?.name ?? t('No client', 'Sin cliente')}</span></th>
    <td data-label=${t('Status', 'Estado')}><${Status} of=${one.status} /></td>
    <td class="when" data-label=${t('From', 'Desde')}>${formatMoment(one.startAt)}</td>
    <td class="when" data-label=${t('Until', 'Hasta')}>${formatMoment(one.actualEndAt ?? one.expectedEndAt)}</td>
    <td class="number" data-label="Total">${isActive ? html`<span>${formatMoney(one.dailyRate)}<span class="under">${t('a day', 'por día')}</span></span>` : formatMoney(one.totalAmount)}</td>
    <td class="row-actions">
      ${
        isActive &&
        html`<${Danger} name="close" running=${running} action=${() => run('close', close)} aria-label=${t(`End the reservation of ${number}`, `Cerrar la reservación de ${number}`)}
            title=${t(`End the reservation of ${number}?`, `¿Cerrar la reservación de ${number}?`)} consequence=${t(`The rental of ${client} ends now, and its total is fixed. It cannot be opened again.`, `La renta de ${client} termina ahora y se fija su total. No se puede volver a abrir.`)} verb=${t('End the rental', 'Cerrar la renta')}>${t('End', 'Cerrar')}<//>
          ${
            mayCancel &&
            html`<${Danger} kind="quiet" name="cancel" running=${running} action=${() => run('cancel', cancel)} aria-label=${t(`Call off the reservation of ${number}`, `Cancelar la reservación de ${number}`)}
            title=${t(`Call off the reservation of ${number}?`, `¿Cancelar la reservación de ${number}?`)} consequence=${t(`The rental of ${client} is called off without a charge. It cannot be opened again.`, `La renta de ${client} se cancela sin cobro. No se puede volver a abrir.`)} verb=${t('Call off the rental', 'Cancelar la renta')}>${t('Call off', 'Cancelar')}<//>`
          }`
      }
    </td>
  </tr>`;
}

function Boxes({ boxes, clients, session, tell }) {
  const [reserving, setReserving] = useState(null);
  return html`<${Card} title=${t('Boxes', 'Cajas')}>
    ${boxes.length === 0 && html`<${Empty}>${t('There are no boxes yet.', 'Todavía no hay cajas.')}<//>`}
    <ul class="tiles">
      ${boxes.map(
        (box) => html`<li key=${box.id} class="tile">
          <p class="tile-title"><strong><a href="#/todas-las-cajas/${box.id}">${box.economicNumber}</a></strong> <${Status} of=${box.status} /></p>
          <p class="muted">${[box.type, box.length && `${box.length} ${t('feet', 'pies')}`].filter(Boolean).join(', ')}<br />${formatMoney(box.dailyRate)} ${t('a day', 'al día')}</p>
          ${
            reserving === box.id
              ? html`<${Reserve} box=${box} clients=${clients} session=${session} tell=${tell} done=${() => setReserving(null)} />`
              : box.status === 'DISPONIBLE' &&
                html`<p><button type="button" class="button" onClick=${() => setReserving(box.id)}>${t('Reserve', 'Reservar')} ${box.economicNumber}</button></p>`
          }
        </li>`,
      )}
    </ul>
  <//>`;
}

/** Without the empty choice, a press of Enter would reserve for the first client, which no person chose. */
const choicesOf = (clients) => [
  { value: '', text: '—' },
  ...clients.map(({ id, name }) => ({ value: id, text: name })),
];

const Reserve = ({ box, clients, session, tell, done }) => html`<${StepForm}
  tell=${tell}
  verb=${t('Reserve', 'Reservar')}
  fields=${[{ name: 'clientId', label: t('Client', 'Cliente'), options: choicesOf(clients) }]}
  submit=${async ({ clientId }, once) => {
    await call(session, `POST /teams/${box.teamId}/box-reservations`, { body: { boxId: box.id, clientId }, once });
    tell({ text: `${box.economicNumber} ${t('reserved.', 'reservada.')}` });
    done();
  }}
/>
<p><button type="button" class="button quiet" onClick=${done}>${t('Leave it', 'Dejarlo')}</button></p>`;
