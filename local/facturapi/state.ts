import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Journal, openJournal } from '../journal';
import type { CloudServices } from '../stand-in';

export interface LiveKey {
  readonly id: string;
  readonly secret: string;
  readonly createdAt: string;
}

export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly livemode: boolean;
  readonly events: readonly string[];
}

export interface OrganizationRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly legal: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly certificate?: { readonly serial: string; readonly expiresAt: string } | undefined;
  readonly testKey: string;
  readonly liveKeys: readonly LiveKey[];
  /** The instants at which a live key was requested. */
  readonly liveKeyAsks: readonly string[];
  readonly webhooks: readonly WebhookRecord[];
}

export type InvoiceStatus = 'draft' | 'pending' | 'valid' | 'canceled' | 'failed';
export type CancellationStatus = 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected' | 'expired';

/** The outcome that a pending document gets at an instant, unless another change comes first. */
export interface Settlement {
  readonly at: string;
  readonly status: InvoiceStatus;
  readonly cancellationStatus: CancellationStatus;
}

export interface InvoiceRecord {
  readonly id: string;
  readonly organization: string;
  readonly livemode: boolean;
  readonly issuerRfc?: string | undefined;
  readonly status: InvoiceStatus;
  readonly cancellationStatus: CancellationStatus;
  readonly createdAt: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly folio?: number | undefined;
  readonly uuid?: string | undefined;
  readonly stampedAt?: string | undefined;
  readonly motive?: string | undefined;
  readonly settlement?: Settlement | undefined;
}

export interface CustomerRecord {
  readonly id: string;
  readonly organization: string;
  readonly livemode: boolean;
  readonly createdAt: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request for a zip of a month's documents. Its status follows from the clock. */
export interface ZipRequestRecord {
  readonly id: string;
  readonly organization: string;
  readonly livemode: boolean;
  readonly createdAt: string;
  readonly year: number;
  readonly month: number;
  readonly types: readonly string[];
  readonly processingAt: string;
  readonly endsAt: string;
  readonly outcome: 'finished' | 'failed';
}

/** A mail with the documents of an invoice. */
interface DocumentMail {
  readonly invoice: string;
  readonly to: readonly string[];
  readonly at: string;
}

/** All records of the stand-in, in the data folder. */
export interface FacturapiState {
  readonly now: () => Date;
  readonly organizations: Journal<OrganizationRecord>;
  readonly invoices: Journal<InvoiceRecord>;
  readonly zipRequests: Journal<ZipRequestRecord>;
  /** Only in memory: the service keeps no customer. */
  readonly customers: Map<string, CustomerRecord>;
  /** Kept in memory: nothing reads a mail again. */
  readonly mails: DocumentMail[];
  readonly close: () => void;
}

export function openState({ dataDir, now }: Pick<CloudServices, 'dataDir' | 'now'>): FacturapiState {
  const organizations = openJournal<OrganizationRecord>(join(dataDir, 'facturapi-organizations.jsonl'));
  const invoices = openJournal<InvoiceRecord>(join(dataDir, 'facturapi-invoices.jsonl'));
  const zipRequests = openJournal<ZipRequestRecord>(join(dataDir, 'facturapi-zip-requests.jsonl'));
  return {
    now,
    organizations,
    invoices,
    zipRequests,
    customers: new Map(),
    mails: [],
    close: () => {
      organizations.close();
      invoices.close();
      zipRequests.close();
    },
  };
}

/** An identifier in the provider's form. */
export const newId = (): string => randomBytes(12).toString('hex');

export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

export const instant = (state: FacturapiState): string => state.now().toISOString();
