import { formatClock } from './format.js';
import { html } from './html.js';
import { t } from './language.js';

const KINDS = () => ({
  TRIP_START: t('Start of the trip', 'Inicio del viaje'),
  TRIP_END: t('End of the trip', 'Fin del viaje'),
  STOP_ARRIVED: t('Arrival', 'Llegada'),
  STOP_DEPARTED: t('Departure', 'Salida'),
  STOP_SKIPPED: t('Stop skipped', 'Parada omitida'),
  NOTE: t('Note', 'Nota'),
  PROOF: t('Proof of delivery', 'Prueba de entrega'),
  DUTY: t('Working time', 'Horas de trabajo'),
  PING: t('Position', 'Posición'),
});

const Recorded = ({ item, names }) => html`<span>${KINDS()[item.kind] ?? item.kind}
  ${names.get(item.stopId) && html` · ${names.get(item.stopId)}`} ${item.receiverName && html` · ${item.receiverName}`}
  ${(item.text ?? item.reason) && html` · «${item.text ?? item.reason}»`}</span>
  <span class="muted when">${formatClock(item.recordedAt)}</span>`;

/** What the phone has not sent, what the service refused, and what cannot be read any more. `plan` has the names of the stops. */
export function QueueView({ queue, state: { pending, refused, damaged }, plan }) {
  const names = new Map(plan.map(({ id, name }) => [id, name]));
  return html`<div role="status" class="queue-count">
      ${pending.length > 0 && html`<p>${t(`Waiting to be sent: ${pending.length}`, `Por enviar: ${pending.length}`)}</p>`}
    </div>
    ${
      pending.length > 0 &&
      html`<ol class="timeline" aria-label=${t('Waiting to be sent', 'Por enviar')}>
        ${pending.map(({ item, message }) => html`<li key=${item.id}><${Recorded} item=${item} names=${names} />${message && html`<span class="muted">${message}</span>`}</li>`)}
      </ol>`
    }
    <div role="alert">
      ${
        refused.length > 0 &&
        html`<h3>${t('Refused by the service', 'El servicio no lo aceptó')}</h3>
          <ul class="timeline" aria-label=${t('Refused by the service', 'El servicio no lo aceptó')}>
            ${refused.map(
              ({ item, message, error }) => html`<li key=${item.id}><${Recorded} item=${item} names=${names} />
                <span class="reason">${message ?? error}</span>
                <button type="button" class="link" onClick=${() => queue.dismiss(item.id)}>${t('Understood', 'Entendido')}</button>
              </li>`,
            )}
          </ul>`
      }
      ${damaged.map(
        (
          text,
        ) => html`<p key=${text}>${t('A part of the storage cannot be read:', 'Una parte del almacén no se puede leer:')} <code>${text.slice(0, 200)}</code>
          <button type="button" class="link" onClick=${() => queue.dismiss(text)}>${t('Understood', 'Entendido')}</button></p>`,
      )}
    </div>`;
}
