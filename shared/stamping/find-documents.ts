import type { InvoiceRecord } from '../invoices/invoice-record';
import type { OpenKeys } from './organization/open-keys';
import type { ProviderDocument, ProviderKey } from './provider/port';
import type { SettleDeps } from './uses';
import type { StampWork } from './work-items';

/** The key of a mode: the very one that the attempt was made with, where it is still there. */
export function keyOf(keys: OpenKeys, livemode: boolean, fingerprint?: string): ProviderKey {
  const ofMode = keys.all.filter((key) => key.livemode === livemode);
  const key = ofMode.find((one) => one.fingerprint === fingerprint) ?? ofMode[0];
  if (key === undefined) throw new Error('The key that the attempt was made with is gone.');
  return key;
}

/** The key by which the documents of an invoice are seen; undefined before the team has an organization, and so no document. */
export async function keyFor(
  { openKeys, rules }: Pick<SettleDeps, 'openKeys' | 'rules'>,
  { teamId, stamping, livemode }: InvoiceRecord,
  work?: StampWork,
): Promise<ProviderKey | undefined> {
  const keys = await openKeys(teamId);
  if (keys === undefined) return undefined;
  return keyOf(keys, rules.livemode(work ?? stamping ?? { livemode }, keys.current.livemode), work?.fingerprint);
}

/** All that the provider has of an invoice, by our identifier, and by its own ones that are known. */
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
  /** One that bears a stamp, valid rather than cancelled. */
  readonly stamped: ProviderDocument | undefined;
  /** One that may still get it. */
  readonly waiting: ProviderDocument | undefined;
  /** All that are or may become tax documents. More than one is an alarm, not a choice. */
  readonly real: readonly ProviderDocument[];
}

/**
 * What was found, less what is no tax document: drafts, and what failed. A document that failed may be an earlier attempt's, so a search that
 * finds it says nothing of this one.
 */
export function classify(documents: readonly ProviderDocument[], own: string | null | undefined): Findings {
  const real = documents.filter(({ status }) => status !== 'draft' && status !== 'failed');
  const first = (...statuses: readonly ProviderDocument['status'][]) => {
    const fitting = real.filter(({ status }) => statuses.includes(status));
    return fitting.find(({ id }) => id === own) ?? fitting[0];
  };
  return { stamped: first('valid') ?? first('canceled'), waiting: first('pending', 'unknown'), real };
}
