import type { Condition } from '../platform/table/expression';
import { increment, incrementIf, type Step } from '../platform/table/steps';
import { countName, type InvoiceRecord, invoiceCountKey, isFoundByDate, LISTED_COUNT } from './invoice-record';

type Counted = Pick<InvoiceRecord, 'status' | 'clientId' | 'type'> & Partial<Pick<InvoiceRecord, 'uuid' | 'issuedAt'>>;

/**
 * Updates the counters of the team and its clients, in the transaction that changes an invoice. `before` is undefined
 * for a new invoice, `after` for a deleted one. The counters stay exact because that transaction requires the status
 * and client that were read.
 */
export function invoiceCountSteps(
  teamId: string,
  before: Counted | undefined,
  after: Counted | undefined,
  further?: FurtherCount,
): Step[] {
  return countSteps(teamId, before ? [before] : [], after ? [after] : [], further);
}

/** Counts several new invoices of one transaction, which writes each counter once. */
export const newInvoicesCountSteps = (teamId: string, created: readonly Counted[]): Step[] =>
  countSteps(teamId, [], created);

function countSteps(
  teamId: string,
  before: readonly Counted[],
  after: readonly Counted[],
  further?: FurtherCount,
): Step[] {
  const clients = new Set([...before, ...after].map(({ clientId }) => clientId));
  return [
    ...moveStep(teamId, undefined, before, after, further),
    ...[...clients].flatMap((clientId) =>
      clientId ? moveStep(teamId, clientId, ofClient(before, clientId), ofClient(after, clientId)) : [],
    ),
  ];
}

/** The folio fiscal of a document of an older release became known: the reports find the document by its date now. */
export const listedSteps = (record: Pick<InvoiceRecord, 'teamId' | 'type' | 'uuid' | 'issuedAt'>): Step[] =>
  isFoundByDate(record) ? [increment(invoiceCountKey(record.teamId), { [LISTED_COUNT]: 1 })] : [];

/** A change of the team's counters that goes with the same write, and its condition. */
export interface FurtherCount {
  readonly add: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, unknown>>;
  readonly condition: Condition;
  readonly refused: (found: unknown) => Error;
}

const ofClient = (invoices: readonly Counted[], clientId: string): readonly Counted[] =>
  invoices.filter((invoice) => invoice.clientId === clientId);

function moveStep(
  teamId: string,
  clientId: string | undefined,
  before: readonly Counted[],
  after: readonly Counted[],
  further?: FurtherCount,
): Step[] {
  const add: Record<string, number> = {};
  const move = (invoice: Counted, by: number) => {
    for (const status of ['total', invoice.status] as const) {
      const name = countName(invoice.type, status);
      add[name] = (add[name] ?? 0) + by;
    }
    if (clientId === undefined && isFoundByDate(invoice)) add[LISTED_COUNT] = (add[LISTED_COUNT] ?? 0) + by;
  };
  for (const invoice of before) move(invoice, -1);
  for (const invoice of after) move(invoice, 1);
  const moved = Object.entries(add).filter(([, by]) => by !== 0);
  const countKey = invoiceCountKey(teamId, clientId);
  if (further) {
    const change = { add: { ...Object.fromEntries(moved), ...further.add }, set: further.set };
    return [incrementIf(countKey, change, further.condition, further.refused)];
  }
  return moved.length === 0 ? [] : [increment(countKey, Object.fromEntries(moved))];
}
