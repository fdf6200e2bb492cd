import * as v from 'valibot';
import type { WireAnswer } from '../wire';
import { ApiError, invalidField, notFound } from './errors';
import type { Fault } from './faults';
import { fileOf } from './files';
import { type Desk, invoicesOf } from './invoices';
import type { Sender } from './keys';
import { type FacturapiState, type InvoiceRecord, newId, type ZipRequestRecord } from './state';
import { type ZipEntry, zip } from './zip';

type Owner = Exclude<Sender, 'user'>;

const Wanted = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(2011), v.maxValue(2099)),
  month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  issuer_type: v.literal('issuing'),
  invoice_types: v.optional(v.array(v.picklist(['I', 'E', 'T', 'N', 'P'])), ['I', 'E', 'T', 'N', 'P']),
});

const PROCESSING_AFTER_MS = 500;
const FINISHED_AFTER_MS = 1_500;

/** Creates a request, or answers the one for the same documents that has not ended. The fault PENDING sets time and outcome. */
export function createZipRequest(
  state: FacturapiState,
  { organization, livemode }: Owner,
  body: Readonly<Record<string, unknown>>,
  fault: Fault | undefined,
): ZipRequestRecord {
  const parsed = v.safeParse(Wanted, body);
  if (!parsed.success) throw invalidField(v.getDotPath(parsed.issues[0]) ?? '', parsed.issues[0].message);
  const { year, month, invoice_types: types } = parsed.output;
  const now = state.now().getTime();
  const scope = { organization: organization.id, livemode, year, month, types: [...types].sort() };
  const same = [...state.zipRequests.entries()]
    .map(([, one]) => one)
    .find((one) => Date.parse(one.endsAt) > now && scopeOf(one) === scopeOf(scope));
  if (same) return same;
  const ends = fault?.fault === 'PENDING' ? fault.seconds * 1000 : FINISHED_AFTER_MS;
  const at = (milliseconds: number): string => new Date(now + milliseconds).toISOString();
  const request: ZipRequestRecord = {
    id: newId(),
    ...scope,
    createdAt: at(0),
    processingAt: at(Math.min(PROCESSING_AFTER_MS, ends)),
    endsAt: at(ends),
    outcome: fault?.outcome === 'failed' ? 'failed' : 'finished',
  };
  state.zipRequests.set(request.id, request);
  return request;
}

const scopeOf = ({
  organization,
  livemode,
  year,
  month,
  types,
}: Pick<ZipRequestRecord, 'organization' | 'livemode' | 'year' | 'month' | 'types'>): string =>
  JSON.stringify([organization, livemode, year, month, types]);

export function zipRequestOf(state: FacturapiState, { organization, livemode }: Owner, id: string): ZipRequestRecord {
  const found = state.zipRequests.get(id);
  if (!found || found.organization !== organization.id || found.livemode !== livemode) throw notFound('zip request');
  return found;
}

const statusOf = (state: FacturapiState, { processingAt, endsAt, outcome }: ZipRequestRecord): string => {
  const now = state.now().toISOString();
  if (now >= endsAt) return outcome;
  return now >= processingAt ? 'processing' : 'pending';
};

/** A request in the form of the provider's answers. */
export const zipView = (state: FacturapiState, request: ZipRequestRecord) => ({
  id: request.id,
  year: request.year,
  month: request.month,
  issuer_type: 'issuing',
  invoice_types: request.types,
  status: statusOf(state, request),
  created_at: request.createdAt,
});

/** The file: XML and PDF of each document that was stamped in the month before the request ended. */
export function zipOf(desk: Desk, owner: Owner, id: string): WireAnswer {
  const request = zipRequestOf(desk.state, owner, id);
  if (statusOf(desk.state, request) !== 'finished')
    throw new ApiError(400, 'zip_request_not_finished', 'The zip is not finished.');
  const entries = invoicesOf(desk, owner)
    .filter((invoice) => isWanted(invoice, request))
    .flatMap(entriesOf);
  return { status: 200, headers: { 'content-type': 'application/zip' }, body: zip(entries) };
}

function isWanted({ uuid, stampedAt, body }: InvoiceRecord, { year, month, types, endsAt }: ZipRequestRecord): boolean {
  if (uuid === undefined || stampedAt === undefined || stampedAt > endsAt) return false;
  const local = LOCAL_MONTH.format(new Date(stampedAt));
  return local === `${year}-${String(month).padStart(2, '0')}` && types.includes(String(body.type ?? 'I'));
}

/** The provider does not document the zone of its months. */
const LOCAL_MONTH = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Mexico_City',
  year: 'numeric',
  month: '2-digit',
});

const entriesOf = (invoice: InvoiceRecord): ZipEntry[] =>
  ['xml', 'pdf'].map((format) => ({
    name: `${invoice.uuid}.${format}`,
    content: bytesOf(fileOf(invoice, format)),
    at: new Date(invoice.stampedAt ?? 0),
  }));

const bytesOf = ({ body }: WireAnswer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);
