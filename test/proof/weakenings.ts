import { released } from '../../shared/stamping/credit-ledger';
import { RecordChanged } from '../../shared/stamping/invoice-states';
import type { Outcome, ProviderDocument, ProviderKey } from '../../shared/stamping/provider/port';
import { STAMPING_RULES, type StampingRules } from '../../shared/stamping/stamping-rules';
import type { CancelDeps, RecoveryDeps, StampDeps } from '../../shared/stamping/uses';
import type { Corrections, World } from './world';

type AnyDeps = Partial<StampDeps & CancelDeps & RecoveryDeps>;

/** A rule of docs/stamping.md that is switched off, and the weaker dependencies that the run gets instead. */
export interface Weakening {
  readonly name: string;
  /** Only runs with these corrections can notice it. */
  readonly corrections?: Corrections;
  readonly weaken: (deps: AnyDeps, world: World) => AnyDeps;
}

const rules = (name: string, weaker: Partial<StampingRules>): Weakening => ({
  name,
  weaken: () => ({ rules: { ...STAMPING_RULES, ...weaker } }),
});

/** Changes the reported outcome of a call that makes a document. */
const outcomes = (
  name: string,
  judge: (outcome: Outcome<ProviderDocument>) => Outcome<ProviderDocument>,
): Weakening => ({
  name,
  weaken: ({ createDocument, stampDraft }) => ({
    ...(createDocument && { createDocument: async (key, body) => judge(await createDocument(key, body)) }),
    ...(stampDraft && { stampDraft: async (key, id) => judge(await stampDraft(key, id)) }),
  }),
});

const saysNo = (cause: unknown, pattern: RegExp): boolean => cause instanceof Error && pattern.test(cause.message);

export const WEAKENINGS: readonly Weakening[] = [
  rules('ERROR at the first empty look-up', { givesUp: () => true }),
  rules('a new number after an unknown end, not only after a definite refusal', {
    attemptNumber: (state) => (state?.number ?? 0) + 1,
  }),
  rules('the key follows the revision of the content', { attemptNumber: (_, revision) => revision + 1 }),
  rules('create without looking, after an unknown end', { looksFirst: () => false }),
  rules('look up with the key that the team stamps with now', { livemode: (_, current) => current }),
  rules('a refusal closes an attempt that an earlier try left open', { refusalCloses: () => true }),
  rules('any failed document that is found is this attempt’s', { isOwnFailure: () => true }),
  rules('late truth from PENDING alone', { isTruthAccepted: (status) => status === 'PENDING' }),
  rules('no snapshot: what was stamped is what is there now', {
    stamped: () => ({ revision: -1, content: undefined }),
  }),
  rules('no look-ups once it is ERROR', { isLookedFor: () => false }),
  outcomes('a timeout is a refusal', (outcome) =>
    outcome.kind === 'unknown' ? { kind: 'refused', code: 'timeout', message: 'No answer.' } : outcome,
  ),
  outcomes('409 is a refusal', (outcome) =>
    outcome.kind === 'unknown' && saysNo(outcome.cause, /answered 409/)
      ? { kind: 'refused', code: 'conflict', message: 'Conflict.' }
      : outcome,
  ),
  {
    name: 'a create is sent again after 429',
    weaken: ({ createDocument }) => ({
      ...(createDocument && {
        createDocument: async (key, body) => {
          const outcome = await createDocument(key, body);
          const isLimited = outcome.kind === 'unknown' && saysNo(outcome.cause, /answered 429/);
          return isLimited ? createDocument(key, body) : outcome;
        },
      }),
    }),
  },
  {
    name: 'recovery makes a document where it finds none',
    weaken: ({ noteLookup, createDocument }, world) => ({
      ...(noteLookup && {
        noteLookup: async (work, seen) => {
          await noteLookup(work, seen);
          if (seen.emptySince === undefined || createDocument === undefined) return;
          const items = world.record(work.invoiceId)?.notes;
          await createDocument(work.livemode ? LIVE : TEST, {
            external_id: work.invoiceId,
            idempotency_key: work.idempotencyKey,
            items,
          });
        },
      }),
    }),
  },
  {
    name: 'a provider draft is deleted without being read',
    weaken: ({ readDocument, removeDraft }, world) => ({
      ...(removeDraft && {
        readDocument: async (key, id) => {
          const document = await readDocument?.(key, id);
          return document && { ...document, status: 'draft' };
        },
        removeDraft: async (key: ProviderKey, id: string) => {
          await world.provider
            .makeSdk(key.secret, '', new AbortController().signal)
            .invoices.cancel(id)
            .catch(() => {});
          return { kind: 'removed' };
        },
      }),
    }),
  },
  {
    name: 'no fence: an outcome is written over whatever came meanwhile',
    weaken: (_, { table }) => {
      table.unfenced = ({ sk, status }) =>
        String(sk).startsWith('INVOICE#') && (status === 'VALID' || status === 'ERROR');
      return {};
    },
  },
  {
    name: 'no lock: who loses it sends all the same',
    weaken: ({ lockInvoice }) => ({
      ...(lockInvoice && {
        lockInvoice: async (actor, record, lock) => {
          try {
            return await lockInvoice(actor, record, lock);
          } catch (failure) {
            if (!(failure instanceof RecordChanged) || failure.found === undefined) throw failure;
            return failure.found;
          }
        },
      }),
    }),
  },
  {
    name: 'a lease without expiry',
    weaken: ({ acquireLease, endRun }, world) => ({
      ...(acquireLease &&
        endRun && {
          acquireLease: async (shard) => {
            if (world.heldShards.has(shard)) return undefined;
            const run = await acquireLease(shard);
            if (run) world.heldShards.add(shard);
            return run;
          },
          endRun: async (run, began) => {
            await endRun(run, began);
            world.heldShards.delete(run.shard);
          },
        }),
    }),
  },
  {
    name: 'a second document is not told of',
    weaken: ({ raiseAlertOnce }) => ({ ...(raiseAlertOnce && { raiseAlertOnce: async (record) => record }) }),
  },
  {
    name: 'a pending cancellation is not asked about again',
    weaken: ({ recordCancellation, enqueueCancelWork, openCancellation, openReplacement }) => ({
      ...(recordCancellation && {
        recordCancellation: (actor, record, to, _, also) => recordCancellation(actor, record, to, undefined, also),
      }),
      ...(enqueueCancelWork && { enqueueCancelWork: async () => {} }),
      ...(openCancellation && { openCancellation: async () => {} }),
      ...(openReplacement && { openReplacement: async () => {} }),
    }),
  },
  {
    name: 'a VALID substitute does not mark the old document',
    corrections: 'substitutes',
    weaken: ({ recordStamped }) => ({
      ...(recordStamped && {
        recordStamped: (actor, record, document, content, also) =>
          recordStamped(actor, record, document, content, { ...also, replaced: undefined }),
      }),
    }),
  },
  {
    name: 'the old document is cancelled before its substitute is VALID',
    corrections: 'substitutes',
    weaken: ({ lockInvoice, cancelDocument, readStamping }) => ({
      ...(lockInvoice && {
        lockInvoice: async (actor, record, lock) => {
          const locked = await lockInvoice(actor, record, lock);
          const old = record.replaces && (await readStamping?.(record.teamId, record.replaces))?.record;
          if (old && old.providerId !== null)
            await cancelDocument?.(old.livemode ? LIVE : TEST, old.providerId, '01', `of ${record.id}`);
          return locked;
        },
      }),
    }),
  },
  {
    name: 'the cancellation of an old document is asked for once, and then forgotten',
    corrections: 'substitutes',
    weaken: ({ recordStamped, enqueueCancelWork, openReplacement }) => ({
      ...(recordStamped && {
        recordStamped: (actor, record, document, content, also) =>
          recordStamped(actor, record, document, content, {
            ...also,
            replaced: also?.replaced && { ...also.replaced, work: undefined },
          }),
      }),
      ...(enqueueCancelWork && { enqueueCancelWork: async () => {} }),
      ...(openReplacement && { openReplacement: async () => {} }),
    }),
  },
  {
    name: 'a rejected cancellation of an old document is not told of',
    corrections: 'substitutes',
    weaken: ({ raiseAlertOnce }) => ({
      ...(raiseAlertOnce && {
        raiseAlertOnce: async (record, type, occasion) =>
          type === 'SUBSTITUTION_REJECTED' ? record : raiseAlertOnce(record, type, occasion),
      }),
    }),
  },
  {
    name: 'a credit note is stamped without reserving its document',
    corrections: 'notes',
    weaken: ({ lockInvoice }) => ({
      ...(lockInvoice && {
        lockInvoice: (actor, record, { ledgers: _, ...lock }) => lockInvoice(actor, record, lock),
      }),
    }),
  },
  {
    name: 'a refusal releases the document of a credit note although an earlier try is open',
    corrections: 'notes',
    weaken: ({ recordRefused, readCredited }) => ({
      ...(recordRefused && {
        recordRefused: async (actor, record, message, refusal) => {
          const ledgers = released(record, (await readCredited?.(record))?.record);
          return recordRefused(actor, record, message, { ...refusal, ...(ledgers.length > 0 && { ledgers }) });
        },
      }),
    }),
  },
  {
    name: 'a credit note is stamped while its document is cancelled or substituted',
    corrections: 'notes',
    weaken: ({ assertNotEnding }) => ({ ...(assertNotEnding && { assertNotEnding: async () => {} }) }),
  },
  {
    name: 'a VALID credit note is not taken from its document',
    corrections: 'notes',
    weaken: ({ recordStamped }) => ({
      ...(recordStamped && {
        recordStamped: (actor, record, document, content, also) =>
          recordStamped(actor, record, document, content, { ...also, ledgers: [] }),
      }),
    }),
  },
  {
    name: 'a cancelled credit note gives nothing back',
    corrections: 'notes',
    weaken: ({ recordCancellation }) => ({
      ...(recordCancellation && {
        recordCancellation: (actor, record, to, work) => recordCancellation(actor, record, to, work),
      }),
    }),
  },
];

const TEST: ProviderKey = { secret: 'sk_test_1', livemode: false, fingerprint: 'test' };
const LIVE: ProviderKey = { secret: 'sk_live_1', livemode: true, fingerprint: 'live' };
