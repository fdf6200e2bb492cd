import { increment, type Step } from '../platform/table/steps';
import type { Invoice, InvoiceStatus } from './invoice';
import { invoiceCountKey } from './invoice-record';

type Counted = Pick<Invoice, 'status' | 'clientId'>;

/**
 * Moves the counters of the team and of the clients from what an invoice was to what it is, in the transaction that changes it; undefined
 * stands for none. They are exact as long as that transaction's condition names the status and the client that the invoice had.
 */
export function invoiceCountSteps(teamId: string, before: Counted | undefined, after: Counted | undefined): Step[] {
  const clients = new Set([before?.clientId, after?.clientId]);
  return [
    ...moveStep(teamId, undefined, before, after),
    ...[...clients].flatMap((clientId) =>
      clientId ? moveStep(teamId, clientId, ofClient(before, clientId), ofClient(after, clientId)) : [],
    ),
  ];
}

const ofClient = (invoice: Counted | undefined, clientId: string): Counted | undefined =>
  invoice?.clientId === clientId ? invoice : undefined;

function moveStep(
  teamId: string,
  clientId: string | undefined,
  before: Counted | undefined,
  after: Counted | undefined,
): Step[] {
  const add: Partial<Record<InvoiceStatus | 'total', number>> = {};
  const move = (invoice: Counted | undefined, by: number) => {
    if (invoice === undefined) return;
    for (const name of ['total', invoice.status] as const) add[name] = (add[name] ?? 0) + by;
  };
  move(before, -1);
  move(after, 1);
  const moved = Object.entries(add).filter(([, by]) => by !== 0);
  return moved.length === 0 ? [] : [increment(invoiceCountKey(teamId, clientId), Object.fromEntries(moved))];
}
