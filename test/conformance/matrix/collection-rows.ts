import { operation as createCollection } from '../../../functions/collections/create-collection';
import { openOffice } from '../../support/office';
import { insertClient } from '../../support/store-fleet';
import { insertInvoice } from '../../support/store-invoices';
import { answered, type Bench, type Row } from './row';

/** A collection of 150 that allocates these amounts to VALID invoices of 100 each. Answers status and field. */
async function collected({ world }: Bench, amounts: readonly number[], given: object = {}): Promise<string> {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const valid = { teamId, clientId, status: 'VALID', total: 100, issuedAt: '2026-01-01T00:00:00.000Z' } as const;
  const allocations = [];
  for (const amount of amounts) {
    const { id: invoiceId } = await insertInvoice(testContext, valid, { documentTotal: 10_000 });
    allocations.push({ invoiceId, amount });
  }
  const body = { clientId, amount: 150, method: 'TRANSFERENCIA', allocations, ...given };
  const answer = await office.send(createCollection, { body });
  return answer.status === 400 ? `400 ${answer.body.field}` : `${answer.status}`;
}

const collection = (name: string, amounts: readonly number[], given: object, field: string): Row =>
  answered(
    name,
    'refused',
    async (bench) => {
      // The same collection without the break is registered.
      const sound = await collected(bench, [50]);
      return sound === '201' ? collected(bench, amounts, given) : `sound: ${sound}`;
    },
    `400 ${field}`,
  );

/** What a receipt of payment could not say is refused when the money is registered. */
export const COLLECTIONS: readonly Row[] = [
  collection('CRP20214 payment in USD', [50], { currency: 'USD' }, 'currency'),
  collection('CRP20217 allocations above the amount', [100, 50.01], {}, 'allocations[1].amount'),
  collection('CRP20218 amount 0', [], { amount: 0 }, 'amount'),
  collection('CRP20241 allocation of 0', [0], {}, 'allocations[0].amount'),
  collection('CRP20244 payment beyond the balance', [100.01], {}, 'allocations[0].amount'),
];
