import type { Finding } from '../carta-porte/findings';
import type { InvoiceContent } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import type { Capability } from '../platform/runtime/capability';
import type { OpenKeys } from './organization/open-keys';
import type * as provider from './provider/port';
import type * as transitions from './record-outcome';
import type { RentalDraftDeps } from './rental-draft';
import type { StampingRules } from './stamping-rules';
import type * as work from './work';

/** An invoice as it would be stamped now. */
export interface PreparedInvoice {
  readonly content: InvoiceContent;
  /** What stands in the way; nothing when it is ready. */
  readonly errors: readonly Finding[];
  readonly bodyFor: (marks: { readonly idCcp: string; readonly idempotencyKey: string }) => provider.DocumentBody;
}

export interface Clock {
  readonly now: () => Date;
  readonly newId: () => string;
  /** Milliseconds until the function must have answered. */
  readonly remaining: () => number;
}

/** What a capability of the store does. */
type Doing<C> = C extends Capability<infer Do> ? Do : never;

/** What every step of the saga is given: the rules, the clock, and what it may do at the store and at the provider. */
export interface SettleDeps {
  readonly rules: StampingRules;
  readonly clock: Clock;
  readonly readStamping: Doing<typeof transitions.readStamping>;
  readonly recordStamped: Doing<typeof transitions.recordStamped>;
  readonly recordRefused: Doing<typeof transitions.recordRefused>;
  readonly recordCancellation: Doing<typeof transitions.recordCancellation>;
  readonly noteLookup: Doing<typeof work.noteLookup>;
  readonly readArchivedWork: Doing<typeof work.readArchivedWork>;
  readonly raiseAlertOnce: Doing<typeof work.raiseAlertOnce>;
  /** Undefined before the team has an organization at the provider. */
  readonly openKeys: (teamId: string) => Promise<OpenKeys | undefined>;
  readonly findDocuments: provider.FindDocuments;
  readonly readDocument: provider.ReadDocument;
  readonly askAuthority: provider.AskAuthority;
}

export interface StampDeps extends SettleDeps {
  readonly lockInvoice: Doing<typeof transitions.lockInvoice>;
  readonly prepareInvoice: (record: InvoiceRecord) => Promise<PreparedInvoice>;
  readonly createDocument: provider.CreateDocument;
  readonly updateDraft: provider.UpdateDraft;
  readonly stampDraft: provider.StampDraft;
  readonly removeDraft: provider.RemoveDraft;
}

export interface CancelDeps extends SettleDeps {
  readonly enqueueCancelWork: Doing<typeof work.enqueueCancelWork>;
  readonly completeWork: Doing<typeof work.completeWork>;
  readonly cancelDocument: provider.CancelDocument;
}

export interface RecoveryDeps extends SettleDeps, RentalDraftDeps {
  readonly acquireLease: Doing<typeof work.acquireLease>;
  readonly saveCheckpoint: Doing<typeof work.saveCheckpoint>;
  readonly listWork: Doing<typeof work.listWork>;
  readonly completeWork: Doing<typeof work.completeWork>;
  readonly archiveWork: Doing<typeof work.archiveWork>;
}

export interface WebhookDeps extends SettleDeps {
  readonly wasWorkedOff: Doing<typeof work.wasWorkedOff>;
  readonly noteEvent: Doing<typeof work.noteEvent>;
}
