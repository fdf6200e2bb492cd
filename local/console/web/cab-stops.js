import { useState } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';
import { Button, Status } from './parts.js';
import { StepForm } from './step-form.js';

/** The status of a stop with what the phone has recorded since it was read. */
function statusOf({ id, status }, recorded) {
  const has = (kind) => recorded.some(({ item }) => item.kind === kind && item.stopId === id);
  if (has('STOP_DEPARTED')) return 'SALIO';
  if (has('STOP_ARRIVED')) return 'LLEGO';
  return has('STOP_SKIPPED') && status === 'PENDIENTE' ? 'OMITIDA' : status;
}

/** The stops of the trip, with the buttons of the driver's app. */
export const CabStops = ({ plan, recorded, running, record, write, tell }) =>
  plan.length > 0 &&
  html`<h3>${t('Stops', 'Paradas')}</h3>
    <ul class="timeline">
      ${plan
        .filter(({ status }) => status !== 'QUITADA')
        .map(
          (stop) =>
            html`<${Stop} key=${stop.id} stop=${stop} status=${statusOf(stop, recorded)} running=${running} record=${record} write=${write} tell=${tell} />`,
        )}
    </ul>`;

function Stop({ stop: { id: stopId, name }, status, running, record, write, tell }) {
  const [isSkipping, setSkipping] = useState(false);
  const take = (kind, fields) => record(`${kind} ${stopId}`, [{ kind, stopId, ...fields }]);
  const skip = async ({ reason }) => {
    await write([{ kind: 'STOP_SKIPPED', stopId, reason }]);
    setSkipping(false);
  };
  return html`<li>
    <span>${name} <${Status} of=${status} /></span>
    <span class="actions">
      ${['PENDIENTE', 'OMITIDA'].includes(status) && html`<${Button} name=${`STOP_ARRIVED ${stopId}`} running=${running} aria-label=${t(`Arrived: ${name}`, `Llegué: ${name}`)} action=${() => take('STOP_ARRIVED', { source: 'DRIVER' })}>${t('Arrived', 'Llegué')}<//>`}
      ${status === 'LLEGO' && html`<${Button} name=${`STOP_DEPARTED ${stopId}`} running=${running} aria-label=${t(`Leave: ${name}`, `Salgo: ${name}`)} action=${() => take('STOP_DEPARTED')}>${t('Leave', 'Salgo')}<//>`}
      ${status === 'PENDIENTE' && !isSkipping && html`<${Button} kind="quiet" name=${`STOP_SKIPPED ${stopId}`} running=${running} aria-label=${t(`Skip: ${name}`, `Omitir: ${name}`)} action=${() => setSkipping(true)}>${t('Skip', 'Omitir')}<//>`}
    </span>
    ${
      isSkipping &&
      html`<${StepForm} tell=${tell} kind="" keptAs=${`skip ${stopId}`} verb=${t('Skip the stop', 'Omitir la parada')} submit=${skip}
        fields=${[{ name: 'reason', label: t('Why', 'Por qué'), maxlength: 500, autofocus: true }]} />`
    }
  </li>`;
}

/** A note of the driver. What is typed outlasts the page of the trip and the driver's session. */
export const CabNote = ({
  driver,
  trip,
  write,
  tell,
}) => html`<${StepForm} tell=${tell} kind="quiet" isRepeated keptAs=${`note ${driver.username} ${trip.id}`} verb=${t('Note it down', 'Anotar')}
  fields=${[{ name: 'text', label: t('Note', 'Nota'), maxlength: 2000 }]} submit=${({ text }) => write([{ kind: 'NOTE', text }])} />`;
