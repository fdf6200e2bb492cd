import { useState } from 'preact/hooks';
import { addressFound, call } from './api.js';
import { mayUse } from './api-document.js';
import { Danger } from './danger.js';
import { formatClock, formatExact, formatMoment, formatMoney, formatPrice } from './format.js';
import { FurtherActions } from './further-actions.js';
import { html } from './html.js';
import { amountOf, kindOf } from './invoice-kinds.js';
import { t } from './language.js';
import { openWindow } from './open-window.js';
import { OperationButtons } from './operation-buttons.js';
import { useDocument, useMay } from './operations.js';
import { Button, Card, Facts, PageTitle, Shown, Status } from './parts.js';
import { useAction, useResource } from './resource.js';
import { StampingDesk } from './stamping.js';

/** The page of one invoice, with the actions that its state allows. */
export function InvoicePage({ session, id, tools }) {
  const { teamId } = session.team;
  const resource = useResource(() => call(session, `GET /invoices/${id}?teamId=${teamId}`), [id]);
  const title = resource.data?.items[0]?.description ?? kindOf(resource.data?.type).name();
  return html`<${PageTitle} back=${{ href: '#/facturas', text: t('Invoices', 'Facturas') }}>${title}<//>
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(invoice) => html`<div class="columns">
        <${Content} invoice=${invoice} />
        <div class="stack"><${Actions} invoice=${invoice} session=${session} tools=${tools} />
          <${FurtherActions} list="listInvoices" record=${invoice} name=${aboutOf(invoice)} shown=${SHOWN} when=${WHEN} after="#/facturas" session=${session} tools=${tools} />
          <${StampingDesk} tell=${tools.tell} isShort=${true} /></div>
      </div>`}
    <//>`;
}

/** The documents that a receipt of payment pays. */
const Paid = ({
  payments,
}) => html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('Payments', 'Pagos')}>
    <table>
      <thead><tr><th scope="col">${t('Paid document', 'Documento pagado')}</th><th scope="col" class="number">${t('Before', 'Saldo anterior')}</th><th scope="col" class="number">${t('Paid', 'Pagado')}</th><th scope="col" class="number">${t('After', 'Saldo insoluto')}</th></tr></thead>
      <tbody>
        ${payments.flatMap(({ paidAt, documents }) =>
          documents.map(
            (one) => html`<tr key=${`${paidAt} ${one.invoiceId}`}>
            <th scope="row"><a href=${`#/facturas/${one.invoiceId}`}>${[one.series, one.folio].filter(Boolean).join(' ') || one.uuid}</a><span class="under">${t('Instalment', 'Parcialidad')} ${one.installment} · ${formatMoment(paidAt)}</span></th>
            <td class="number" data-label=${t('Before', 'Saldo anterior')}>${formatMoney(one.lastBalance)}</td>
            <td class="number" data-label=${t('Paid', 'Pagado')}>${formatMoney(one.amount)}</td>
            <td class="number" data-label=${t('After', 'Saldo insoluto')}>${formatMoney(one.balance)}</td>
          </tr>`,
          ),
        )}
      </tbody>
    </table>
  </div>
  <${Facts} rows=${[[t('Paid', 'Pagado'), html`<strong>${formatMoney(amountOf({ payments }))}</strong>`]]} />`;

const Items = ({
  invoice,
}) => html`<div class="table-scroll" tabindex="0" role="region" aria-label=${t('Items', 'Conceptos')}>
    <table>
      <thead><tr><th scope="col">${t('Item', 'Concepto')}</th><th scope="col" class="number">${t('Quantity', 'Cantidad')}</th><th scope="col" class="number">${t('Price', 'Precio')}</th></tr></thead>
      <tbody>
        ${invoice.items.map(
          (item, index) => html`<tr key=${index}>
            <th scope="row">${item.description}<span class="under">${item.productKey} · ${item.unitKey}</span></th>
            <td class="number" data-label=${t('Quantity', 'Cantidad')}>${formatExact(item.quantityDecimal ?? item.quantity)}</td>
            <td class="number" data-label=${t('Price', 'Precio')}>${formatPrice(item.price)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>
  <${Facts} rows=${[
    [t('Subtotal', 'Subtotal'), formatMoney(invoice.subtotal)],
    [t('Taxes', 'Impuestos'), formatMoney(invoice.taxAmount)],
    [t('Withheld', 'Retenido'), invoice.withheldAmount ? formatMoney(invoice.withheldAmount) : undefined],
    ['Total', html`<strong>${formatMoney(invoice.total)}</strong>`],
  ]} />`;

const Content = ({ invoice }) => html`<${Card} title=${t('Content', 'Contenido')}>
  ${invoice.payments ? html`<${Paid} payments=${invoice.payments} />` : html`<${Items} invoice=${invoice} />`}
  <${Facts} rows=${[
    [t('Client', 'Cliente'), invoice.clientName],
    ['Folio', [invoice.series, invoice.folio].filter(Boolean).join(' ')],
    ['Folio fiscal', invoice.uuid],
    [t('Form and method', 'Forma y método'), `${invoice.paymentForm} · ${invoice.paymentMethod}`],
    [t('Use', 'Uso'), invoice.cfdiUse],
    ['Carta Porte', invoice.hasCartaPorte ? t('Yes', 'Sí') : 'No'],
    [t('Created', 'Creada'), formatMoment(invoice.createdAt)],
    [t('Stamped', 'Timbrada'), invoice.issuedAt && formatMoment(invoice.issuedAt)],
  ]} />
<//>`;

/** Recovery waits this long before it touches an attempt that may still run (docs/stamping.md). */
const LEFT_ALONE_MS = 60_000;

/** The actions that each state allows. The API decides; this table only hides actions that it would refuse. */
const ALLOWED = {
  validate: ['DRAFT', 'ERROR'],
  stamp: ['DRAFT', 'ERROR'],
  refresh: ['PENDING', 'CANCELLED_PENDING'],
  cancel: ['VALID'],
};

/** The operations of those actions, and the statuses in which the service takes further ones. */
const SHOWN = ['validateInvoice', 'stampInvoice', 'refreshInvoice', 'cancelInvoice'];
const WITH_DOCUMENT = ['VALID', 'CANCELLED_PENDING', 'CANCELLED'];
const WHEN = {
  editInvoice: ALLOWED.stamp,
  deleteInvoice: ALLOWED.stamp,
  emailInvoice: WITH_DOCUMENT,
  substituteInvoice: ALLOWED.cancel,
  createCreditNote: ALLOWED.cancel,
};

/** A document with a folio is known by it. A draft has none: its first item and the time of its creation tell it from others of its client. */
const numberOf = ({ series, folio, items, createdAt }) => {
  if (folio) return [series, folio].filter(Boolean).join(' ');
  return [items[0]?.description, t(`created ${formatMoment(createdAt)}`, `creación: ${formatMoment(createdAt)}`)]
    .filter(Boolean)
    .join(', ');
};

/** The document in a question: two of one client with the same amount must not have the same one. */
const aboutOf = (invoice) =>
  [
    `${kindOf(invoice.type).name()}: ${numberOf(invoice)}`,
    invoice.clientName ?? t('No client', 'Sin cliente'),
    formatMoney(amountOf(invoice)),
  ].join(' · ');

/** The actions that cannot be undone, each with its question. */
const FINAL = {
  stamp: (about, { the, pronoun }) => ({
    title: t(`Stamp ${the()}?`, `¿Timbrar ${the()}?`),
    consequence: t(
      `${about}. The SAT receives it, and it can no longer be changed or deleted.`,
      `${about}. El SAT ${pronoun} recibe, y ya no se puede cambiar ni borrar.`,
    ),
    verb: t('Yes, stamp it', 'Sí, timbrar'),
  }),
};

/** Cancelling asks for the motive and the substitute, in the form of the operation. */
function Cancel({ invoice: { id, teamId, status }, isAllowed, about, session, tools }) {
  const { data } = useDocument();
  const operations = data && isAllowed ? [data.of('cancelInvoice')].filter((one) => mayUse(session, one)) : [];
  return html`<${OperationButtons} operations=${operations} status=${status} given=${{ id, teamId }} recordName=${about} document=${data} session=${session} tools=${tools} />`;
}

function Actions({ invoice, session, tools }) {
  const { tell } = tools;
  const { running, run } = useAction(tell);
  const [found, setFound] = useState(null);
  // What was found of an earlier version, or of another invoice, says nothing of this one.
  const content = `${invoice.id} ${invoice.version}`;
  const findings = found?.content === content ? found.findings : null;
  const setFindings = (next) => setFound({ findings: next, content });
  const mayStamp = useMay(session, 'stampInvoice');
  const at = `/invoices/${invoice.id}`;
  const post = (route) => call(session, route, { body: { teamId: invoice.teamId } });
  const open = (format) =>
    openWindow(() => addressFound(session, `GET /invoices/${invoice.id}/${format}?teamId=${invoice.teamId}`));
  const acts = {
    validate: async () => setFindings(await post(`POST ${at}/validate`)),
    stamp: async () => {
      setFindings(null);
      const { status } = await post(`POST ${at}/stamp`);
      tell({
        text:
          status === 'VALID'
            ? kindOf(invoice.type).stamped()
            : t(
                'The provider has not said whether it stamped: recovery will find out.',
                'El proveedor no ha dicho si timbró: queda por recuperar.',
              ),
      });
    },
    refresh: () => post(`POST ${at}/refresh`),
    pdf: () => open('pdf'),
    xml: () => open('xml'),
  };
  const stamp = () =>
    run('stamp', () =>
      acts.stamp().catch((failure) => {
        if (failure.errors) setFindings({ ready: false, errors: failure.errors });
        throw failure;
      }),
    );
  const can = (action) => (action in ALLOWED ? ALLOWED[action].includes(invoice.status) : invoice.pdfUrl !== null);
  const about = aboutOf(invoice);
  const button = (name, text, kind = '') =>
    can(name) &&
    html`<${name in FINAL ? Danger : Button} kind=${kind} name=${name} running=${running} action=${name === 'stamp' ? stamp : () => run(name, acts[name])}
      ...${FINAL[name]?.(about, kindOf(invoice.type))}>${text}<//>`;
  return html`<${Card} title=${t('Status', 'Estado')} aside=${html`<${Status} of=${invoice.status} />`}>
    ${invoice.errorMessage && html`<p class="reason">${invoice.errorMessage}</p>`}
    <p class="actions">
      ${mayStamp && button('stamp', t('Stamp', 'Timbrar'), 'main')} ${button('validate', t('Check first', 'Revisar antes'))}
      ${button('refresh', t('Ask the provider', 'Consultar al proveedor'), 'main')} <${Cancel} invoice=${invoice} isAllowed=${can('cancel')} about=${about} session=${session} tools=${tools} />
      ${button('pdf', t('Open PDF', 'Abrir PDF'))} ${button('xml', t('Open XML', 'Abrir XML'))}
    </p>
    ${invoice.status === 'PENDING' && html`<p class="muted">${t('Recovery takes it from', 'La recuperación la toma desde las')} ${formatClock(Date.parse(invoice.updatedAt) + LEFT_ALONE_MS)}; ${t('asking the provider settles it now.', 'consultar al proveedor la resuelve ahora.')}</p>`}
    ${invoice.status === 'CANCELLED' && html`<p class="muted">${t('The cancellation is final.', 'La cancelación es definitiva.')}</p>`}
    <div role="status">${findings && html`<${Findings} of=${findings} />`}</div>
  <//>`;
}

const Findings = ({ of: { ready, errors } }) =>
  ready
    ? html`<p>${t('Ready to be stamped.', 'Lista para timbrar.')}</p>`
    : html`<p>${t('Missing before the stamp:', 'Falta, antes de timbrar:')}</p>
      <ul class="findings">
        ${errors.map(({ code, field, message }) => html`<li key=${`${code} ${field}`}><code>${field}</code> <span>${message}</span></li>`)}
      </ul>`;
