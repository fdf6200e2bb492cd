import type { InvoiceRecord } from '../invoices/invoice-record';
import type { OpenKeys } from './organization/open-keys';
import type { ProviderDocument, ProviderKey } from './provider/port';
import type { SettleDeps } from './uses';
import type { StampWork } from './work-items';

/** The team's key of a mode: the key of the attempt, if the team still has it, else another key of that mode. */
export function keyOf(keys: OpenKeys, livemode: boolean, fingerprint?: string): ProviderKey {
  const ofMode = keys.all.filter((key) => key.livemode === livemode);
  const key = ofMode.find((one) => one.fingerprint === fingerprint) ?? ofMode[0];
  if (key === undefined) throw new Error('The team has no provider key for the mode of this attempt.');
  return key;
}

/**
 * The key that can read the documents of an invoice. Undefined before the team has an organization: the invoice then
 * has no document.
 */
export async function keyFor(
  { openKeys, rules }: Pick<SettleDeps, 'openKeys' | 'rules'>,
  { teamId, stamping, livemode }: InvoiceRecord,
  work?: StampWork,
): Promise<ProviderKey | undefined> {
  const keys = await openKeys(teamId);
  if (keys === undefined) return undefined;
  return keyOf(keys, rules.livemode(work ?? stamping ?? { livemode }, keys.current.livemode), work?.fingerprint);
}

/**
 * All documents of an invoice at the provider. The search by our id can miss a document, so the known provider ids are
 * also read directly.
 */
export async function findAllDocuments(
  { findDocuments, readDocument }: Pick<SettleDeps, 'findDocuments' | 'readDocument'>,
  key: ProviderKey,
  { id: invoiceId, providerId }: Pick<InvoiceRecord, 'id' | 'providerId'>,
  work: Pick<StampWork, 'providerId' | 'earlierProviderId'> | undefined,
): Promise<readonly ProviderDocument[]> {
  const found = await findDocuments(key, invoiceId);
  const known = [providerId, work?.providerId, work?.earlierProviderId];
  const missing = new Set(known.flatMap((id) => (id && !found.some((one) => one.id === id) ? [id] : [])));
  const read = [];
  for (const id of missing) read.push(await readDocument(key, id));
  return [...found, ...read.flatMap((one) => one ?? [])];
}

export interface Findings {
  /** A stamped document. A valid document is preferred to a cancelled one. */
  readonly stamped: ProviderDocument | undefined;
  /** A document that may still be stamped. */
  readonly waiting: ProviderDocument | undefined;
  /**
   * All documents that are or may become tax documents. More than one raises an alert; we never choose between them
   * silently.
   */
  readonly real: readonly ProviderDocument[];
}

/**
 * Ignores drafts and failed documents. A failed document may belong to an earlier attempt, so it says nothing about
 * this attempt.
 */
export function classify(documents: readonly ProviderDocument[], own: string | null | undefined): Findings {
  const real = documents.filter(({ status }) => status !== 'draft' && status !== 'failed');
  const first = (...statuses: readonly ProviderDocument['status'][]) => {
    const fitting = real.filter(({ status }) => statuses.includes(status));
    return fitting.find(({ id }) => id === own) ?? fitting[0];
  };
  return { stamped: first('valid') ?? first('canceled'), waiting: first('pending', 'unknown'), real };
}
