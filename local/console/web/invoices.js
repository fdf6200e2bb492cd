import { useSetting } from './address.js';
import { call } from './api.js';
import { formatMoment, formatMoney, statusText } from './format.js';
import { CreateButton } from './further-actions.js';
import { html } from './html.js';
import { amountOf, kindOf, TYPES } from './invoice-kinds.js';
import { t } from './language.js';
import { Button, busy, Card, Choices, PageTitle, Shown, Status } from './parts.js';
import { useResource } from './resource.js';
import { SearchForm } from './search-form.js';
import { StampingDesk } from './stamping.js';

const STATES = ['DRAFT', 'PENDING', 'VALID', 'CANCELLED_PENDING', 'CANCELLED', 'ERROR'];

/** The page of invoices by state, with the panel that makes the stamping provider fail. */
export function InvoicesPage({ session, tools }) {
  const [type] = useSetting('tipo', 'I');
  const create = type === 'P' ? 'createReceipt' : 'createInvoice';
  return html`<${PageTitle}>${t('Invoices', 'Facturas')}<//>
    <${CreateButton} key=${create} id=${create} session=${session} tools=${tools} />
    <${List} session=${session} />
    <${StampingDesk} tell=${tools.tell} />`;
}

function List({ session }) {
  const [state, setState] = useSetting('estado');
  const [type, setType] = useSetting('tipo', 'I');
  const [pageText, setPage] = useSetting('pagina', '1');
  const [q, setQ] = useSetting('q');
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1);
  const { teamId } = session.team;
  const filter = (state && `&status=${state}`) + (q && `&q=${encodeURIComponent(q)}`);
  const resource = useResource(
    () => call(session, `GET /invoices?teamId=${teamId}&type=${type}&limit=10&page=${page}${filter}`),
    [type, state, page, q],
  );
  const choose = (next) => setState(next, { pagina: undefined });
  const types = TYPES.map((value) => ({ value, text: kindOf(value).plural() }));
  const choices = [
    { value: '', text: t('All', 'Todas') },
    ...STATES.map((value) => ({ value, text: statusText(value) })),
  ];
  return html`<${Card}>
    <${SearchForm} label=${t('Client, folio or folio fiscal', 'Cliente, folio o folio fiscal')} q=${q} go=${(words) => setQ(words, { pagina: undefined })}>
      <p><button type="submit" class="button">${t('Search', 'Buscar')}</button></p>
    <//>
    <${Choices} label=${t('Type of the documents', 'Tipo de comprobante')} of=${types} chosen=${type} choose=${(next) => setType(next, { pagina: undefined })} />
    <${Choices} label=${t('Status of the invoices', 'Estado de las facturas')} of=${choices} chosen=${state} choose=${choose} />
    <${Shown} of=${resource} isEmpty=${({ invoices }) => invoices.length === 0} empty=${page > 1 ? html`<${EmptyPage} page=${page} first=${() => setPage(undefined)} />` : q ? t('No invoice has these words.', 'Ninguna factura tiene esas palabras.') : t('No invoice has this status.', 'Ninguna factura en este estado.')}>
      ${({ invoices, pagination }) => html`
        <div class="table-scroll" tabindex="0" role="region" aria-label=${t('Invoices', 'Facturas')} ...${busy(resource.isOld)}>
          <table>
            <thead><tr><th scope="col">${t('Client and item', 'Cliente y concepto')}</th><th scope="col">${t('Status', 'Estado')}</th><th scope="col">${t('Folio', 'Folio')}</th><th scope="col">${t('Created', 'Creada')}</th><th scope="col" class="number">${t('Total', 'Total')}</th></tr></thead>
            <tbody>${invoices.map((invoice) => html`<${Row} key=${invoice.id} invoice=${invoice} />`)}</tbody>
          </table>
        </div>
        ${pagination.isPartial && html`<p role="status">${t('More invoices have these words. Write a further word.', 'Más facturas tienen esas palabras. Escriba otra palabra.')}</p>`}
        <${Pages} ...${pagination} isOld=${resource.isOld} go=${(next) => setPage(String(next))} />`}
    <//>
  <//>`;
}

/** The records of a last page can be gone: that says nothing of the pages before it. */
const EmptyPage = ({ page, first }) => html`${t(`Page ${page} is empty.`, `La página ${page} está vacía.`)}${' '}
  <${Button} kind="quiet" action=${first}>${t('To the first page', 'Ir a la primera página')}<//>`;

const Row = ({ invoice }) => html`<tr>
  <th scope="row"><a href="#/facturas/${invoice.id}">${invoice.clientName ?? t('No client', 'Sin cliente')}</a><span class="under">${invoice.items[0]?.description ?? kindOf(invoice.type).name()}</span></th>
  <td data-label=${t('Status', 'Estado')}><${Status} of=${invoice.status} /></td>
  <td class="plate" data-label="Folio">${[invoice.series, invoice.folio].filter(Boolean).join(' ') || '—'}</td>
  <td class="when" data-label=${t('Created', 'Creada')}>${formatMoment(invoice.createdAt)}</td>
  <td class="number" data-label="Total">${formatMoney(amountOf(invoice))}</td>
</tr>`;

/** The numbers of the filter before say nothing of the new one, and lead to no page of it. */
const Pages = ({ total, page, limit, hasMore, isOld, go }) => html`<p class="pages">
  <span class="muted">${isOld ? t('Loading…', 'Cargando…') : `${(page - 1) * limit + 1}–${Math.min(page * limit, total)} ${t('of', 'de')} ${total}`}</span>
  <${Button} kind="quiet" isOff=${page === 1 || isOld} action=${() => go(page - 1)}>${t('Previous', 'Anteriores')}<//>
  <${Button} kind="quiet" isOff=${!hasMore || isOld} action=${() => go(page + 1)}>${t('Next', 'Siguientes')}<//>
</p>`;
