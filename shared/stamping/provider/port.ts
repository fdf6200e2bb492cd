import type { Cents } from '../../platform/values/money';

/**
 * The provider's documents and the meaning of its answers, in our terms. Only the adapter in this folder knows the
 * provider's protocol.
 */

/**
 * One of a team's two keys. Each sees only the documents of its own mode, so an attempt is searched for with its own
 * key.
 */
export interface ProviderKey {
  readonly secret: string;
  readonly livemode: boolean;
  /** Identifies a key without showing it: the first 16 hexadecimal digits of the secret's SHA-256. */
  readonly fingerprint: string;
}

/** `unknown` stands for any value that we do not know. It decides nothing. */
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
  /** The folio fiscal, from the stamp on. */
  readonly uuid: string | undefined;
  /** The document's own total. */
  readonly total: Cents | undefined;
  /** The address of the SAT that verifies the document, and the one of its Carta Porte. */
  readonly verificationUrl: string | undefined;
  readonly cartaPorteUrl: string | undefined;
  /** The time of the stamp, in UTC. */
  readonly stampedAt: string | undefined;
  /**
   * The time at which the provider received the content. For a draft that was changed later, it is the draft's
   * creation.
   */
  readonly createdAt?: string | undefined;
  /** The provider's reason, for a failed document. */
  readonly failure: string | undefined;
}

/**
 * The outcome of a write. `refused` is definite: the provider created nothing. `unknown` is not a failure: the write
 * may have happened. It covers a timeout, a broken connection, 408, 409, 5xx, and an unreadable answer.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** The body of a create request, built by `document.ts`. The provider's SDK has no type for it. */
export type DocumentBody = Readonly<Record<string, unknown>>;

/** SAT c_MotivoCancelacion. Motive 01 requires the document that replaces the cancelled one. */
export const CANCELLATION_MOTIVES = ['01', '02', '03', '04'] as const;
export type CancellationMotive = (typeof CANCELLATION_MOTIVES)[number];

/** Sends the request exactly once; even a 429 is not retried. A 202 is `done` with status `pending`. */
export type CreateDocument = (key: ProviderKey, body: DocumentBody) => Promise<Outcome<ProviderDocument>>;
/**
 * Returns all documents with our external id, drafts included, oldest first. Retries, and throws when the provider does
 * not answer.
 */
export type FindDocuments = (key: ProviderKey, externalId: string) => Promise<readonly ProviderDocument[]>;
/** Returns undefined when no document has that id. Throws when the provider does not answer. */
export type ReadDocument = (key: ProviderKey, id: string) => Promise<ProviderDocument | undefined>;
/** Makes the provider ask the tax authority now (PUT …/status), and returns the resulting document. */
export type AskAuthority = (key: ProviderKey, id: string) => Promise<Outcome<ProviderDocument>>;
export type UpdateDraft = (key: ProviderKey, id: string, body: DocumentBody) => Promise<Outcome<ProviderDocument>>;
/** Sends the request exactly once, like a create. */
export type StampDraft = (key: ProviderKey, id: string) => Promise<Outcome<ProviderDocument>>;
/**
 * Deletes a draft, never with a motive: the same call with a motive cancels a stamped document. Therefore reads the
 * document first, and returns it as `kept` when it is not a draft.
 */
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
/** Mails PDF and XML to the addresses. Sends the request once; throws PROVIDER_ERROR when the provider does not confirm it. */
export type SendByEmail = (key: ProviderKey, id: string, to: readonly string[]) => Promise<void>;
export type DownloadDocument = (key: ProviderKey, id: string, format: 'pdf' | 'xml') => Promise<Uint8Array>;

/** The status of a zip at the provider. */
export type ZipStatus = 'waiting' | 'processing' | 'finished' | 'failed';
export interface ZipRequest {
  readonly id: string;
  readonly status: ZipStatus;
}
/** Asks for a zip of a month's documents. The provider answers an existing request for the same documents, so that it can be sent again. */
export type CreateZipRequest = (
  key: ProviderKey,
  wanted: { readonly month: string; readonly types: readonly string[] },
) => Promise<Outcome<ZipRequest>>;
/** Returns undefined when no request has that id. Throws when the provider does not answer. */
export type ReadZipRequest = (key: ProviderKey, id: string) => Promise<ZipRequest | undefined>;
/** Returns undefined when the zip is larger than one function can copy. */
export type DownloadZip = (key: ProviderKey, id: string) => Promise<Uint8Array | undefined>;
