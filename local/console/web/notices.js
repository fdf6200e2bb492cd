import { useSetting } from './address.js';
import { call } from './api.js';
import { formatDay, formatMoment, statusText } from './format.js';
import { html } from './html.js';
import { Button, Card, Choices, PageTitle, Shown } from './parts.js';
import { useAction, useResource } from './resource.js';

/** The page of things that need attention: alerts and documents about to expire. */
export function NoticesPage({ session, tools }) {
  return html`<${PageTitle}>Avisos<//>
    <${Alerts} session=${session} tell=${tools.tell} />
    <${Papers} session=${session} />`;
}

const ALERTS = {
  TRIP_CANCELLED_WITH_DRAFT: 'Viaje cancelado con borrador de factura',
  TRIP_CANCELLED_WITH_INVOICE: 'Viaje cancelado con factura timbrada',
  CARTA_PORTE_OUTDATED: 'Carta Porte con datos viejos',
  BOX_RENTAL_INVOICE_DRAFT_FAILED: 'Renta sin borrador de factura',
  INVOICE_STAMP_STUCK: 'Timbre atorado',
  INVOICE_TOTAL_DIFFERS: 'Total distinto del documento',
  INVOICE_DUPLICATE: 'Factura duplicada',
  RECEIPT_CONFLICT: 'Documento tardío',
  RECEIPT_DUE: 'Complemento de pago por emitir',
  RECEIPT_LATE: 'Complemento de pago vencido',
  SUBSTITUTION_REJECTED: 'Sustitución rechazada',
  PAPER_EXPIRING: 'Papel por vencer',
};

const PAGE = 6;
const MOST = 200;

const STATES = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'];

function Alerts({ session, tell }) {
  const [state, setState] = useSetting('estado', 'OPEN');
  const [limitText, setLimit] = useSetting('limite', String(PAGE));
  const limit = Math.min(MOST, Math.max(PAGE, Number.parseInt(limitText, 10) || PAGE));
  const { teamId } = session.team;
  const resource = useResource(
    () => call(session, `GET /teams/${teamId}/alerts?status=${state}&limit=${limit}`),
    [state, limit],
  );
  const choices = STATES.map((value) => ({ value, text: `${statusText(value)}s` }));
  return html`<${Card} title="Alertas">
    <${Choices} label="Estado de las alertas" of=${choices} chosen=${state} choose=${(next) => setState(next, { limite: undefined })} />
    <${Shown} of=${resource} isEmpty=${({ alerts }) => alerts.length === 0} empty="Nada por atender.">
      ${({
        alerts,
        nextCursor,
      }) => html`<ul class="rows">${alerts.map((alert) => html`<${Alert} key=${alert.id} alert=${alert} session=${session} tell=${tell} />`)}</ul>
        ${nextCursor && limit < MOST && html`<p><button type="button" class="button quiet" onClick=${() => setLimit(String(Math.min(MOST, limit + 3 * PAGE)))}>Ver más alertas</button></p>`}`}
    <//>
  <//>`;
}

const NEXT = { OPEN: ['ACKNOWLEDGED', 'RESOLVED'], ACKNOWLEDGED: ['RESOLVED'], RESOLVED: ['OPEN'] };
const VERBS = { OPEN: 'Reabrir', ACKNOWLEDGED: 'Marcar visto', RESOLVED: 'Resolver' };

function Alert({ alert, session, tell }) {
  const { running, run } = useAction(tell);
  const path = `PATCH /teams/${session.team.teamId}/alerts/${alert.id}`;
  const name = ALERTS[alert.type] ?? alert.type;
  return html`<li class="row alert ${alert.severity.toLowerCase()}">
    <span class="row-main"><strong>${name}</strong> <code>${alert.type}</code></span>
    <span class="row-side muted when">${formatMoment(alert.createdAt)}</span>
    <span class="row-note" lang="en">${alert.message}</span>
    <span class="row-side actions">
      ${NEXT[alert.status].map(
        (
          status,
        ) => html`<${Button} key=${status} kind="quiet" name=${status} running=${running} aria-label=${`${VERBS[status]}: ${name}`}
          action=${() => run(status, () => call(session, path, { body: { status } }))}>${VERBS[status]}<//>`,
      )}
    </span>
  </li>`;
}

const PAPERS = {
  LICENSE: 'Licencia',
  MEDICAL: 'Examen médico',
  INSURANCE: 'Seguro',
  REGISTRATION: 'Tarjeta de circulación',
  MAINTENANCE: 'Mantenimiento',
  SEAL_CERTIFICATE: 'Sello digital',
};

function Papers({ session }) {
  const { teamId } = session.team;
  const resource = useResource(
    async () => (await call(session, `GET /teams/${teamId}/expirations?days=60&limit=100`)).expirations,
  );
  return html`<${Card} title="Papeles por vencer, en 60 días">
    <${Shown} of=${resource} empty="Ningún papel vence pronto.">
      ${(papers) => html`<div class="table-scroll" tabindex="0" role="region" aria-label="Papeles por vencer">
        <table>
          <thead><tr><th scope="col">De</th><th scope="col">Papel</th><th scope="col">Vence</th><th scope="col" class="number">Faltan</th></tr></thead>
          <tbody>
            ${papers.map(
              (one) => html`<tr key=${`${one.paper} ${one.entityId}`}>
                <th scope="row">${one.entityName}</th>
                <td data-label="Papel">${PAPERS[one.paper] ?? one.paper}</td>
                <td class="when" data-label="Vence">${formatDay(one.expiresOn)}</td>
                <td class="number" data-label="Faltan"><span class="status ${one.daysLeft < 0 ? 'bad' : one.daysLeft < 15 ? 'wait' : 'idle'}">${leftText(one.daysLeft)}</span></td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`}
    <//>
  <//>`;
}

const leftText = (days) => (days < 0 ? `venció hace ${-days} d` : days === 0 ? 'vence hoy' : `${days} d`);
