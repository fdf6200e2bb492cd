import { useSetting } from './address.js';
import { call } from './api.js';
import { formatDay, formatMoment, statusText } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { readUpTo } from './pages.js';
import { Button, busy, Card, Choices, PageTitle, Shown } from './parts.js';
import { useAction, useResource } from './resource.js';

/** The page of things that need attention: alerts and documents about to expire. */
export function NoticesPage({ session, tools }) {
  return html`<${PageTitle}>${t('Alerts', 'Avisos')}<//>
    <${Alerts} session=${session} tell=${tools.tell} />
    <${Papers} session=${session} />`;
}

const ALERTS = () => ({
  TRIP_ENDED_WITHOUT_PROOF: t('Trip ended without a proof', 'Viaje terminado sin prueba de entrega'),
  STARTED_WITH_EXPIRED_PAPER: t('Trip started with an expired paper', 'Viaje iniciado con documento vencido'),
  TRIP_CANCELLED_WITH_DRAFT: t('Trip called off, draft invoice left', 'Viaje cancelado con borrador de factura'),
  TRIP_CANCELLED_WITH_INVOICE: t('Trip called off, invoice stamped', 'Viaje cancelado con factura timbrada'),
  CARTA_PORTE_OUTDATED: t('Carta Porte with old data', 'Carta Porte con datos viejos'),
  INVOICE_OUTDATED: t('Invoice with old data of the trip', 'Factura con datos viejos del viaje'),
  BOX_RENTAL_INVOICE_DRAFT_FAILED: t('Rental without a draft invoice', 'Renta sin borrador de factura'),
  INVOICE_STAMP_STUCK: t('Stamp stuck', 'Timbre atorado'),
  INVOICE_TOTAL_DIFFERS: t('Total differs from the document', 'Total distinto del documento'),
  INVOICE_DUPLICATE: t('Invoice stamped twice', 'Factura duplicada'),
  RECEIPT_CONFLICT: t('Late document', 'Documento tardío'),
  RECEIPT_DUE: t('Payment receipt to issue', 'Complemento de pago por emitir'),
  RECEIPT_LATE: t('Payment receipt overdue', 'Complemento de pago vencido'),
  SUBSTITUTION_REJECTED: t('Substitution refused', 'Sustitución rechazada'),
  CANCELLATION_NOT_SENT: t('Cancellation not sent', 'Cancelación no enviada'),
  CANCELLATION_REJECTED: t('Cancellation rejected', 'Cancelación rechazada'),
  TRIP_LATE: t('Truck late', 'Unidad con retraso'),
  TRIP_OFF_ROUTE: t('Truck off its route', 'Unidad fuera de ruta'),
  TRIP_SILENT: t('Truck silent', 'Unidad sin señal'),
  PROOF_FILE_MISSING: t('File of a proof missing', 'Archivo de prueba faltante'),
  HOURS_NEAR_LIMIT: t('Driver near the limit of hours', 'Operador cerca del límite de horas'),
  HOURS_OVER_LIMIT: t('Driver over the limit of hours', 'Operador excedió el límite de horas'),
  STAMPS_NEARLY_SPENT: t('Stamps of the day nearly spent', 'Timbres del día por agotarse'),
  DRIVER_LEFT_WITH_TRIPS: t('Driver left with planned trips', 'Operador de baja con viajes planeados'),
  WEBHOOK_DISABLED: t('Webhook disabled', 'Webhook desactivado'),
  PAPER_EXPIRING: t('Paper about to expire', 'Papel por vencer'),
  API_KEYS_TO_REVIEW: t('API keys to review', 'Llaves de API por revisar'),
  API_KEY_REVOKED: t('API key revoked', 'Llave de API revocada'),
});

const PAGE = 6;
const MOST = 200;

const STATES = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'];

function Alerts({ session, tell }) {
  const [state, setState] = useSetting('estado', 'OPEN');
  const [limitText, setLimit] = useSetting('limite', String(PAGE));
  const limit = Math.min(MOST, Math.max(PAGE, Number.parseInt(limitText, 10) || PAGE));
  const resource = useResource(
    () => readUpTo(session, `/teams/${session.team.teamId}/alerts?status=${state}`, 'alerts', limit),
    [state, limit],
  );
  const choices = STATES.map((value) => ({ value, text: t(statusText(value), `${statusText(value)}s`) }));
  return html`<${Card} title=${t('Alerts', 'Alertas')}>
    <${Choices} label=${t('Status of the alerts', 'Estado de las alertas')} of=${choices} chosen=${state} choose=${(next) => setState(next, { limite: undefined })} />
    <${Shown} of=${resource} isEmpty=${({ records }) => records.length === 0} empty=${t('Nothing to attend to.', 'Nada por atender.')}>
      ${({
        records,
        hasMore,
      }) => html`<ul class="rows" ...${busy(resource.isOld)}>${records.map((alert) => html`<${Alert} key=${alert.id} alert=${alert} session=${session} tell=${tell} />`)}</ul>
        ${hasMore && limit < MOST && html`<p><${Button} kind="quiet" action=${() => setLimit(String(Math.min(MOST, limit + 3 * PAGE)))}>${t('See more alerts', 'Ver más alertas')}<//></p>`}`}
    <//>
  <//>`;
}

const NEXT = { OPEN: ['ACKNOWLEDGED', 'RESOLVED'], ACKNOWLEDGED: ['RESOLVED'], RESOLVED: ['OPEN'] };
const VERBS = () => ({
  OPEN: t('Reopen', 'Reabrir'),
  ACKNOWLEDGED: t('Mark as seen', 'Marcar visto'),
  RESOLVED: t('Resolve', 'Resolver'),
});
const DONE = () => ({
  OPEN: t('Reopened', 'Reabierta'),
  ACKNOWLEDGED: t('Marked as seen', 'Marcada como vista'),
  RESOLVED: t('Resolved', 'Resuelta'),
});

function Alert({ alert, session, tell }) {
  const { running, run } = useAction(tell);
  const path = `PATCH /teams/${session.team.teamId}/alerts/${alert.id}`;
  const name = ALERTS()[alert.type] ?? alert.type;
  const move = (status) =>
    run(status, async () => {
      await call(session, path, { body: { status } });
      tell({ text: `${DONE()[status]}: ${name}.` });
    });
  return html`<li class="row alert ${alert.severity.toLowerCase()}">
    <span class="row-main"><strong>${name}</strong> <code>${alert.type}</code></span>
    <span class="row-side muted when">${formatMoment(alert.createdAt)}</span>
    <span class="row-note">${alert.message}</span>
    <span class="row-side actions">
      ${NEXT[alert.status].map(
        (
          status,
        ) => html`<${Button} key=${status} kind="quiet" name=${status} running=${running} aria-label=${`${VERBS()[status]}: ${name}`}
          action=${() => move(status)}>${VERBS()[status]}<//>`,
      )}
    </span>
  </li>`;
}

const PAPERS = () => ({
  LICENSE: t('Licence', 'Licencia'),
  MEDICAL: t('Medical certificate', 'Examen médico'),
  INSURANCE: t('Insurance', 'Seguro'),
  REGISTRATION: t('Registration', 'Tarjeta de circulación'),
  MAINTENANCE: t('Maintenance', 'Mantenimiento'),
  SEAL_CERTIFICATE: t('Signing certificate', 'Sello digital'),
});

function Papers({ session }) {
  const { teamId } = session.team;
  const resource = useResource(
    async () => (await readUpTo(session, `/teams/${teamId}/expirations?days=60`, 'expirations', 1_000)).records,
  );
  return html`<${Card} title=${t('Papers that expire within 60 days', 'Papeles por vencer, en 60 días')}>
    <${Shown} of=${resource} empty=${t('No paper expires soon.', 'Ningún papel vence pronto.')}>
      ${(
        papers,
      ) => html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('Papers about to expire', 'Papeles por vencer')}>
        <table>
          <thead><tr><th scope="col">${t('Of', 'De')}</th><th scope="col">${t('Paper', 'Papel')}</th><th scope="col">${t('Expires', 'Vence')}</th><th scope="col" class="number">${t('Left', 'Faltan')}</th></tr></thead>
          <tbody>
            ${papers.map(
              (one) => html`<tr key=${`${one.paper} ${one.entityId}`}>
                <th scope="row">${one.entityName}</th>
                <td data-label=${t('Paper', 'Papel')}>${PAPERS()[one.paper] ?? one.paper}</td>
                <td class="when" data-label=${t('Expires', 'Vence')}>${formatDay(one.expiresOn)}</td>
                <td class="number" data-label=${t('Left', 'Faltan')}><span class="status ${one.daysLeft < 0 ? 'bad' : one.daysLeft < 15 ? 'wait' : 'idle'}">${leftText(one.daysLeft)}</span></td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`}
    <//>
  <//>`;
}

const leftText = (days) =>
  days < 0
    ? t(`expired ${-days} d ago`, `venció hace ${-days} d`)
    : days === 0
      ? t('expires today', 'vence hoy')
      : `${days} d`;
