import { type GroupPart, LINE_RULES, type LineRules } from '../../../shared/receipts/line-taxes';
import type { CancelDeps, RecoveryDeps, StampDeps } from '../../../shared/stamping/uses';
import type { CancelWork } from '../../../shared/stamping/work-items';
import type { Weaken } from './history';

type AnyDeps = Partial<StampDeps & RecoveryDeps & CancelDeps>;

interface Weakening {
  readonly name: string;
  readonly weaken: Weaken;
}

const weakening = (name: string, weaken: (deps: AnyDeps) => object): Weakening => ({
  name,
  weaken: (deps) => Object.fromEntries(Object.entries(weaken(deps)).filter(([key]) => key in deps)),
});

const lines = (name: string, baseOf: LineRules['baseOf']): Weakening =>
  weakening(name, () => ({ lineRules: { ...LINE_RULES, baseOf } }));

const share = (base: bigint, { paid, lastBalance }: Pick<GroupPart, 'paid' | 'lastBalance'>): bigint =>
  (base * BigInt(paid) + BigInt(lastBalance) / 2n) / BigInt(lastBalance);

const CENT = 10_000n;

/** The weakenings of tax §4.10. */
export const RECEIPT_WEAKENINGS: readonly Weakening[] = [
  weakening('no lock on the documents', ({ lockInvoice }) => ({
    ...(lockInvoice && {
      lockInvoice: ((actor, record, lock) =>
        lockInvoice(actor, record, { ...lock, ledgers: [] })) satisfies StampDeps['lockInvoice'],
    }),
  })),
  weakening('documents are released after a missing answer', ({ recordRefused, releaseReceipt }) => ({
    ...(recordRefused && {
      recordRefused: (async (actor, record, message, refusal) => {
        const refused = await recordRefused(actor, record, message, refusal);
        await releaseReceipt?.(refused);
        return refused;
      }) satisfies StampDeps['recordRefused'],
    }),
  })),
  weakening('documents are cancelled in any order', ({ enqueueCancelWork }) => ({
    refuseLaterNotes: async () => {},
    ...(enqueueCancelWork && { openCancellation: (_: unknown, work: CancelWork) => enqueueCancelWork(work) }),
  })),
  weakening('a credit note cuts nothing back', () => ({ settleLedger: async () => {} })),
  lines('the original total is prorated', ({ original, paid, total }) => share(original, { paid, lastBalance: total })),
  lines('bases in cents', (part) => share(part.remaining / CENT, part) * CENT),
  lines('no least base', (part) => (part.paid === part.lastBalance ? part.remaining : share(part.remaining, part))),
];
