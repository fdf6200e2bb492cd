import { randomUUID } from 'node:crypto';
import { ApiError, notFound } from './errors';
import type { Fault } from './faults';
import { type Body, checkDocument, checkDraft } from './invoice-checks';
import type { Sender } from './keys';
import { isProductionReady, type Manifest } from './organizations';
import { type FacturapiState, type InvoiceRecord, instant, newId, type Settlement } from './state';

type Issuer = Exclude<Sender, 'user'>;

/** The parts of the stand-in that its invoices need. */
export interface Desk {
  readonly state: FacturapiState;
  readonly manifest: Manifest;
  /** Sends the webhooks of an organization for a change that the provider made by itself. */
  readonly announce: (invoice: InvoiceRecord, event: StatusEvent) => void;
}
export type StatusEvent = 'invoice.status_updated' | 'invoice.cancellation_status_updated';

const save = ({ state }: Desk, invoice: InvoiceRecord): InvoiceRecord => {
  state.invoices.set(invoice.id, invoice);
  return invoice;
};

/** Finds the issuer's own document, after applying a change that is due. Test and live mode have separate documents. */
export function invoiceOf(desk: Desk, issuer: Issuer, id: string): InvoiceRecord {
  const found = desk.state.invoices.get(id);
  if (!found || found.organization !== issuer.organization.id || found.livemode !== issuer.livemode)
    throw notFound('invoice');
  return settle(desk, found);
}

export function invoicesOf(desk: Desk, issuer: Issuer): InvoiceRecord[] {
  return [...desk.state.invoices.entries()]
    .map(([, invoice]) => invoice)
    .filter(({ organization, livemode }) => organization === issuer.organization.id && livemode === issuer.livemode)
    .map((invoice) => settle(desk, invoice));
}

/** Applies a change whose time has come. */
export function settle(desk: Desk, invoice: InvoiceRecord): InvoiceRecord {
  const { settlement } = invoice;
  if (!settlement || Date.parse(settlement.at) > desk.state.now().getTime()) return invoice;
  const { status, cancellationStatus } = settlement;
  const stamped = status === 'valid' && invoice.uuid === undefined ? stampFields(desk, invoice) : {};
  const settled = save(desk, { ...invoice, ...stamped, status, cancellationStatus, settlement: undefined });
  const isCancellation = cancellationStatus !== invoice.cancellationStatus;
  desk.announce(settled, isCancellation ? 'invoice.cancellation_status_updated' : 'invoice.status_updated');
  return settled;
}

function stampFields({ state }: Desk, { organization, livemode, body }: InvoiceRecord): Partial<InvoiceRecord> {
  const folios = [...state.invoices.entries()].flatMap(([, one]) =>
    one.organization === organization && one.livemode === livemode && one.body.series === body.series
      ? [one.folio ?? 0]
      : [],
  );
  return { uuid: randomUUID(), stampedAt: instant(state), folio: Math.max(0, ...folios) + 1 };
}

/** Stamps the document: at once, or later after a 202. */
function stamp(desk: Desk, invoice: InvoiceRecord, fault: Fault | undefined): InvoiceRecord {
  if (fault?.fault !== 'PENDING') return { ...invoice, ...stampFields(desk, invoice), status: 'valid' };
  const status = fault.outcome === 'failed' ? 'failed' : 'valid';
  return {
    ...invoice,
    status: 'pending',
    settlement: settlementAfter(desk, fault, { status, cancellationStatus: 'none' }),
  };
}

const settlementAfter = ({ state }: Desk, { seconds }: Fault, become: Omit<Settlement, 'at'>): Settlement => ({
  at: new Date(state.now().getTime() + seconds * 1000).toISOString(),
  ...become,
});

function refuseUnready({ manifest }: Desk, { organization, livemode }: Issuer): void {
  if (!livemode || isProductionReady(organization, manifest)) return;
  throw new ApiError(400, 'organization_not_ready', 'The organization is not ready for production.');
}

export function createInvoice(desk: Desk, issuer: Issuer, body: Body, fault: Fault | undefined): InvoiceRecord {
  const isDraft = body.status === 'draft';
  const { total } = isDraft ? checkDraft(body) : checkDocument(body);
  refuseUnready(desk, issuer);
  const key = body.idempotency_key;
  const isInUse =
    key !== undefined &&
    invoicesOf(desk, issuer).some((one) => one.body.idempotency_key === key && one.status !== 'failed');
  if (isInUse) throw new ApiError(409, 'idempotency_key_in_use', 'The idempotency key is in use.');
  const { status: _, ...content } = body;
  const invoice: InvoiceRecord = {
    id: newId(),
    organization: issuer.organization.id,
    livemode: issuer.livemode,
    issuerRfc: rfcOf(issuer),
    status: 'draft',
    cancellationStatus: 'none',
    createdAt: instant(desk.state),
    body: content,
    total,
  };
  return save(desk, isDraft ? invoice : stamp(desk, invoice, fault));
}

const rfcOf = ({ organization }: Issuer): string | undefined =>
  typeof organization.legal.tax_id === 'string' ? organization.legal.tax_id : undefined;

export function updateDraft(desk: Desk, issuer: Issuer, id: string, body: Body): InvoiceRecord {
  const invoice = draftOf(desk, issuer, id);
  const changed = { ...invoice.body, ...body };
  return save(desk, { ...invoice, body: changed, total: checkDraft(changed).total });
}

export function stampDraft(desk: Desk, issuer: Issuer, id: string, fault: Fault | undefined): InvoiceRecord {
  const invoice = draftOf(desk, issuer, id);
  checkDocument(invoice.body);
  refuseUnready(desk, issuer);
  return save(desk, stamp(desk, invoice, fault));
}

function draftOf(desk: Desk, issuer: Issuer, id: string): InvoiceRecord {
  const invoice = invoiceOf(desk, issuer, id);
  if (invoice.status === 'pending') throw new ApiError(409, 'stamping_in_progress', 'The invoice is being stamped.');
  if (invoice.status !== 'draft') throw new ApiError(409, 'invoice_already_stamped', 'The invoice is stamped already.');
  return invoice;
}

const MOTIVES = ['01', '02', '03', '04'];

/** Cancels a document. For a draft, the same request deletes it. */
export function cancelInvoice(
  desk: Desk,
  issuer: Issuer,
  id: string,
  query: URLSearchParams,
  fault: Fault | undefined,
): InvoiceRecord {
  const invoice = invoiceOf(desk, issuer, id);
  if (invoice.status === 'draft') {
    desk.state.invoices.delete(id);
    return invoice;
  }
  const motive = query.get('motive') ?? '';
  if (!MOTIVES.includes(motive)) throw new ApiError(400, 'motive_required', '"motive" must be 01, 02, 03 or 04.');
  if (motive === '01' && !query.get('substitution')) {
    throw new ApiError(400, 'substitution_required', '"substitution" is required with the motive 01.');
  }
  if (motive === '01') refuseOtherSubstitute(desk, issuer, invoice, query.get('substitution') ?? '');
  if (invoice.status === 'pending') throw new ApiError(409, 'stamping_in_progress', 'The invoice is being stamped.');
  if (invoice.status !== 'valid') throw new ApiError(400, 'invoice_not_valid', 'Only a valid invoice is cancelled.');
  if (fault?.fault !== 'PENDING') return save(desk, { ...invoice, motive, ...CANCELED });
  const undone = fault.outcome === 'rejected' || fault.outcome === 'expired' ? fault.outcome : undefined;
  const become = undone ? ({ status: 'valid', cancellationStatus: undone } as const) : CANCELED;
  return save(desk, {
    ...invoice,
    motive,
    cancellationStatus: 'pending',
    settlement: settlementAfter(desk, fault, become),
  });
}

/** The SAT takes a substitution only of a valid document that has relation 04 to the cancelled one. */
function refuseOtherSubstitute(desk: Desk, issuer: Issuer, { uuid }: InvoiceRecord, named: string): void {
  const substitute = invoicesOf(desk, issuer).find((one) => one.id === named || one.uuid === named);
  const relations: readonly unknown[] = Array.isArray(substitute?.body.related_documents)
    ? substitute.body.related_documents
    : [];
  const isRelated = relations
    .map((one) => Object(one))
    .some(({ relationship, documents }) => relationship === '04' && Object.values(Object(documents)).includes(uuid));
  if (substitute?.status !== 'valid' || !isRelated)
    throw new ApiError(400, 'invalid_substitution', 'The substitution is no valid document with relation 04.');
}

const CANCELED = { status: 'canceled', cancellationStatus: 'accepted' } as const;

const SAT = 'https://verificacfdi.facturaelectronica.sat.gob.mx';

/** The addresses of the SAT in the two QR codes (Anexo 20; standard of the Carta Porte). The seal's last characters are made up. */
function verificationOf({ uuid, body, total, stampedAt, issuerRfc }: InvoiceRecord) {
  if (uuid === undefined) return { verification_url: null, verification_carta_porte: null };
  const receiver = String(Object(body.customer).tax_id);
  const query = new URLSearchParams({
    id: uuid,
    re: issuerRfc ?? '',
    rr: receiver,
    tt: total.toFixed(2),
    fe: uuid.slice(-8),
  });
  return {
    verification_url: `${SAT}/default.aspx?${query}`,
    verification_carta_porte: cartaPorteAddress(body, stampedAt ?? ''),
  };
}

function cartaPorteAddress({ complements }: InvoiceRecord['body'], stampedAt: string): string | null {
  const all: readonly unknown[] = Array.isArray(complements) ? complements : [];
  const data: unknown = all.map((one) => Object(one)).find(({ type }) => type === 'carta_porte')?.data;
  const { IdCCP, Ubicaciones } = Object(data);
  if (IdCCP === undefined) return null;
  const departure = String(Object(Array.isArray(Ubicaciones) ? Ubicaciones[0] : undefined).FechaHoraSalidaLlegada);
  const query = new URLSearchParams({ IdCCP: String(IdCCP), FechaOrig: departure, FechaTimb: stampedAt.slice(0, 19) });
  return `${SAT}/verificaccp/default.aspx?${query}`;
}

/** A document in the form of the provider's answers. */
export function invoiceView(invoice: InvoiceRecord) {
  const { id, organization, livemode, status, cancellationStatus, createdAt, body, total, folio, uuid, stampedAt } =
    invoice;
  return {
    ...body,
    id,
    organization,
    livemode,
    created_at: createdAt,
    date: createdAt,
    status,
    cancellation_status: cancellationStatus,
    external_id: body.external_id ?? null,
    total,
    folio_number: folio ?? null,
    series: body.series ?? (folio === undefined ? null : 'F'),
    uuid: uuid ?? null,
    ...verificationOf(invoice),
    stamp: stampedAt === undefined ? null : { date: stampedAt },
    cancellation: invoice.motive === undefined ? null : { motive: invoice.motive, status: cancellationStatus },
    ...(status === 'failed' && { error: { message: 'CFDI40147: El campo no cumple con la regla del SAT.' } }),
  };
}
