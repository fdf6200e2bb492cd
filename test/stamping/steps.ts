import { SYSTEM_ACTOR } from '../../shared/audit/audit-event';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { LINE_RULES } from '../../shared/receipts/line-taxes';
import { Pace } from '../../shared/stamping/provider/pace';
import type { Outcome, ProviderDocument } from '../../shared/stamping/provider/port';
import { STAMPING_RULES } from '../../shared/stamping/stamping-rules';
import type { CancelDeps, RecoveryDeps, StampDeps, WebhookDeps } from '../../shared/stamping/uses';
import type { StampWork } from '../../shared/stamping/work-items';
import { contentOf, PERSON, storedInvoice, TEAM } from '../proof/records';

/** Tests the steps of a stamp one by one, without a table or a provider: the calls, their order, and the reaction to every answer. */

export const START = Date.parse('2026-03-02T15:00:00.000Z');
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const at = (milliseconds: number): string => new Date(START + milliseconds).toISOString();

export const INVOICE = '01890000-0000-7000-8000-000000000010';
export const OTHER_INVOICE = '01890000-0000-7000-8000-000000000011';
export const ACTOR = { id: PERSON, teamId: TEAM };
export const SYSTEM = { id: SYSTEM_ACTOR, teamId: TEAM };
export const TEST_KEY = { secret: 'sk_test_1', livemode: false, fingerprint: 'test' };
export const OLD_TEST_KEY = { secret: 'sk_test_0', livemode: false, fingerprint: 'test-before' };
export const LIVE_KEY = { secret: 'sk_live_1', livemode: true, fingerprint: 'live' };
export const KEYS = { current: TEST_KEY, all: [TEST_KEY, OLD_TEST_KEY, LIVE_KEY] };

export const invoice = (given: Partial<InvoiceRecord> = {}): InvoiceRecord => storedInvoice(INVOICE, at(0), given);

export const CONTENT = { ...contentOf(invoice()), notes: 'as it is sent' };

/** An invoice that {@link attempt} has locked. */
export const pending = (given: Partial<InvoiceRecord> = {}): InvoiceRecord =>
  invoice({ status: 'PENDING', stamping: { number: 1, attemptId: 'lock', isOpen: true, livemode: false }, ...given });

/** An attempt that began at the start time. */
export const attempt = (given: Partial<StampWork> = {}): StampWork => ({
  kind: 'STAMP',
  teamId: TEAM,
  invoiceId: INVOICE,
  number: 1,
  attemptId: 'lock',
  idempotencyKey: `${INVOICE}-1`,
  livemode: false,
  fingerprint: 'test',
  attempts: [{ at: at(0), revision: 0, content: CONTENT }],
  ...given,
});

export const UUID = '01890000-0000-4000-8000-00000000000f';

export const document = (given: Partial<ProviderDocument> = {}): ProviderDocument => ({
  id: 'document',
  status: 'valid',
  cancellationStatus: 'none',
  externalId: INVOICE,
  folio: '7',
  series: 'F',
  uuid: UUID,
  total: undefined,
  verificationUrl: 'https://sat.example/v',
  cartaPorteUrl: undefined,
  livemode: false,
  stampedAt: at(SECOND),
  createdAt: at(SECOND),
  failure: undefined,
  ...given,
});

export const done = (given: Partial<ProviderDocument> = {}): Outcome<ProviderDocument> => ({
  kind: 'done',
  value: document(given),
});
export const REFUSED = { kind: 'refused', code: 'CFDI40147', message: 'The seal is over.' } as const;
export const UNKNOWN = { kind: 'unknown', cause: new Error('no answer') } as const;

type Dependencies = StampDeps & CancelDeps & RecoveryDeps & WebhookDeps;

export interface Steps extends Watched<Dependencies> {
  /** Moves the clock forward. */
  readonly pass: (milliseconds: number) => void;
}

/** Dependencies that every step reads. Their calls are not recorded. */
const UNTOLD: ReadonlySet<string | symbol> = new Set([
  'rentalClock',
  'openKeys',
  'settleLedger',
  'readCredited',
  'lineRules',
  'readReceiptBooks',
  'settleReceiptMonths',
]);

/** All dependencies of a step: the stored invoice and its attempt, a provider without documents, and the replacements of the test. */
export function steps(
  record: InvoiceRecord | undefined,
  work: StampWork | undefined,
  instead: Partial<Dependencies> = {},
): Steps {
  let now = START;
  let made = 0;
  const newId = (): string => {
    made += 1;
    return `01890000-0000-7000-9000-${String(made).padStart(12, '0')}`;
  };
  const nothing = async (): Promise<undefined> => undefined;
  const all: Dependencies = {
    rules: STAMPING_RULES,
    clock: { now: () => new Date(now), newId, remaining: () => 28_000 },
    rentalClock: () => new Date(now),
    openKeys: async () => KEYS,
    lineRules: LINE_RULES,
    settleLedger: nothing,
    readCredited: nothing,
    settleReceiptMonths: nothing,
    readReceiptBooks: async () => ({ lines: [], documents: [], payments: [] }),
    readStamping: async () => ({ record, work }),
    readArchivedWork: nothing,
    readCancelWork: nothing,
    recordFacts: async (_, before, facts) => ({ ...before, ...facts }),
    recordStamped: async (_, before, told) => ({
      ...before,
      ...told,
      status: 'VALID',
    }),
    recordRefused: async (_, before, errorMessage) => ({ ...before, errorMessage, status: 'ERROR' }),
    recordCancellation: async (_, before, status) => ({ ...before, status }),
    lockInvoice: async (_, before, { stamping }) => ({ ...before, stamping, status: 'PENDING' }),
    noteLookup: nothing,
    raiseAlertOnce: async (before) => before,
    resolveAlerts: async (before) => before,
    findDocuments: async () => [],
    readDocument: nothing,
    askAuthority: async () => UNKNOWN,
    prepareInvoice: async () => ({ content: CONTENT, errors: [], bodyFor: (marks) => ({ ...marks }) }),
    createDocument: async () => done(),
    updateDraft: async () => done({ id: 'draft', status: 'draft' }),
    stampDraft: async () => done({ id: 'draft' }),
    removeDraft: async () => ({ kind: 'removed' }),
    enqueueCancelWork: nothing,
    completeWork: nothing,
    archiveWork: nothing,
    releaseDocument: nothing,
    releaseReceipt: nothing,
    refuseLaterNotes: nothing,
    openCancellation: nothing,
    openReplacement: nothing,
    assertNotEnding: nothing,
    cancelDocument: async () => done({ status: 'canceled' }),
    acquireLease: async (shard) => ({ owner: 'run', shard, after: undefined, wholeAt: undefined }),
    saveCheckpoint: nothing,
    endRun: nothing,
    pace: new Pace({ now: () => new Date(now), sleep: nothing }, 5),
    listWork: async () => ({ entries: [], more: false }),
    readRental: nothing,
    recordRentalDraft: async (_, { invoiceId }) => invoiceId,
    failRentalDraft: nothing,
    wasWorkedOff: async () => false,
    noteEvent: nothing,
    ...instead,
  };
  return {
    ...watch(all, UNTOLD),
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}

export interface Watched<D> {
  readonly deps: D;
  /** The calls in their order. */
  readonly asked: () => string[];
  /** The arguments of each call of a dependency. */
  readonly given: (name: keyof D & string) => unknown[][];
}

/** Wraps the dependencies so that their calls are recorded. */
export function watch<D extends object>(all: D, untold: ReadonlySet<string | symbol> = new Set()): Watched<D> {
  const calls: { readonly name: string; readonly args: unknown[] }[] = [];
  const deps = new Proxy(all, {
    get: (target, name) => {
      const act: unknown = Reflect.get(target, name);
      if (typeof act !== 'function' || untold.has(name)) return act;
      return (...args: unknown[]): unknown => {
        calls.push({ name: String(name), args });
        return Reflect.apply(act, undefined, args);
      };
    },
  });
  return {
    deps,
    asked: () => calls.map(({ name }) => name),
    given: (wanted) => calls.filter(({ name }) => name === wanted).map(({ args }) => args),
  };
}
