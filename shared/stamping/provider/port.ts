/**
 * What the rest of the service knows of the stamping provider: its documents, and what an answer of it means. The adapter is the only place
 * that knows its protocol. Source: docs/spec/rulings.md §7 and §8.
 */

/** One of a team's two keys. Test and live see different documents, so an attempt is looked up with the key that it was made with. */
export interface ProviderKey {
  readonly secret: string;
  readonly livemode: boolean;
  /** Tells keys apart without telling them: the first 16 hexadecimal digits of the secret's SHA-256. */
  readonly fingerprint: string;
}

/** `unknown` is any value that we do not know: it decides nothing. */
export type DocumentStatus = 'draft' | 'pending' | 'valid' | 'canceled' | 'failed' | 'unknown';
export type CancellationStatus = 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected' | 'expired' | 'unknown';

export interface ProviderDocument {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly cancellationStatus: CancellationStatus;
  /** Our invoice's id. Not unique at the provider. */
  readonly externalId: string | undefined;
  readonly folio: string | undefined;
  readonly series: string | undefined;
  readonly livemode: boolean;
  /** When it was stamped, in UTC. */
  readonly stampedAt: string | undefined;
  /** When the provider took its content, unless it was a draft that was changed since. */
  readonly createdAt?: string | undefined;
  /** What the provider says went wrong, of a document that failed. */
  readonly failure: string | undefined;
}

/**
 * What became of a call that writes. `refused` is a definite no: nothing was made. `unknown` may have been done: a timeout, a broken
 * connection, 408, 409, 5xx, an answer that cannot be read. Unknown is not failure.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** The body of a create: untyped in the provider's SDK. `document.ts` makes it. */
export type DocumentBody = Readonly<Record<string, unknown>>;

/** SAT c_MotivoCancelacion. 01 names the document that takes the place of this one. */
export const CANCELLATION_MOTIVES = ['01', '02', '03', '04'] as const;
export type CancellationMotive = (typeof CANCELLATION_MOTIVES)[number];

/** Sent once: never tried again by the adapter, 429 included. A 202 is `done` with the status `pending`. */
export type CreateDocument = (key: ProviderKey, body: DocumentBody) => Promise<Outcome<ProviderDocument>>;
/** All documents with our external id, oldest first; drafts among them. Throws when the provider does not answer: reads are tried again. */
export type FindDocuments = (key: ProviderKey, externalId: string) => Promise<readonly ProviderDocument[]>;
/** Undefined when there is none under that id. Throws when the provider does not answer. */
export type ReadDocument = (key: ProviderKey, id: string) => Promise<ProviderDocument | undefined>;
/** Asks the tax authority now (PUT …/status), and answers the document as it is then. */
export type AskAuthority = (key: ProviderKey, id: string) => Promise<Outcome<ProviderDocument>>;
export type UpdateDraft = (key: ProviderKey, id: string, body: DocumentBody) => Promise<Outcome<ProviderDocument>>;
/** Sent once, as a create is. */
export type StampDraft = (key: ProviderKey, id: string) => Promise<Outcome<ProviderDocument>>;
/** Reads it first: only a draft is deleted, and never with a motive, because the same call cancels a stamped document. Answers what it is. */
export type RemoveDraft = (
  key: ProviderKey,
  id: string,
) => Promise<{ readonly kind: 'removed' | 'absent' } | { readonly kind: 'kept'; readonly document: ProviderDocument }>;
export type CancelDocument = (
  key: ProviderKey,
  id: string,
  motive: CancellationMotive,
  substitution: string | undefined,
) => Promise<Outcome<ProviderDocument>>;
export type DownloadDocument = (key: ProviderKey, id: string, format: 'pdf' | 'xml') => Promise<Uint8Array>;
