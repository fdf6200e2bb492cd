import type { IndexKeys } from '../platform/table/keys';
import { folded, wordsOf } from '../platform/values/words';
import { INVOICE_TYPES, type InvoiceType } from './invoice-type';

/** What the search finds of a document. A stamp fixes all of it. */
export interface ByFolio {
  readonly clientId?: string | null | undefined;
  readonly clientName?: string | null | undefined;
  readonly series?: string | null | undefined;
  readonly folio?: string | null | undefined;
}

export type Shown = Omit<ByFolio, 'clientId'> & { readonly uuid?: string | null | undefined };

/** The folio with its series, as a document shows it; undefined before the stamp. */
export const wholeFolio = ({ series, folio }: Pick<ByFolio, 'series' | 'folio'>): string | undefined =>
  folio ? `${series ?? ''}${folio}` : undefined;

/** The words that an invoice shows: those of its client's name, its folio alone and after the series, and its folio fiscal. */
export const wordsOfInvoice = ({ clientName, series, folio, uuid }: Shown): string[] => [
  ...(series ? [folded(series)] : []),
  ...[folio, wholeFolio({ series, folio })].flatMap((text) => (text ? [folded(text)] : [])),
  ...(uuid ? [folded(uuid)] : []),
  ...wordsOf(clientName ?? ''),
];

/** A key of an index has at most 1,024 bytes. A letter has at most three. A text of this length may be cut. */
const LONGEST_TEXT = 200;

/** The stamped documents of a team by folio, of all types and series. */
export const foliosOf = (teamId: string) => ({ gsi2pk: `TEAM#${teamId}#FOLIOS` });

/**
 * The place of a document by folio. It stands at the pointer from the folio fiscal, so that no stamp writes a further item. The key holds what a
 * search compares, so that it reads only the documents that it answers.
 */
export function folioIndexes({
  id,
  teamId,
  type,
  ...shown
}: ByFolio & { readonly id: string; readonly teamId: string; readonly type?: InvoiceType | undefined }): IndexKeys {
  const { clientId, clientName, series, folio } = shown;
  if (!folio) return {};
  const text = wordsOfInvoice({ clientName, series, folio }).join(' ').slice(0, LONGEST_TEXT);
  return { ...foliosOf(teamId), gsi2sk: [folded(folio), id, type ?? 'I', clientId ?? '', text].join('#') };
}

/** An entry of the index by folio. */
export interface FolioEntry {
  readonly id: string;
  readonly type: InvoiceType | undefined;
  readonly clientId: string | undefined;
  readonly words: readonly string[];
  /** Whether the document has further words. */
  readonly isCut: boolean;
}

export function folioEntry(position: string): FolioEntry {
  const [, id = '', type, clientId = '', text = ''] = position.split('#');
  return {
    id,
    type: INVOICE_TYPES.find((one) => one === type),
    clientId: clientId === '' ? undefined : clientId,
    words: text.split(' '),
    isCut: text.length === LONGEST_TEXT,
  };
}
