import { isDeepStrictEqual } from 'node:util';
import { auditStep, type TeamActor } from '../audit/audit';
import type { OwedInvoice } from '../invoices/allocated';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import { refuseTooManySteps } from './allocation-rules';
import { Books, BooksChanged } from './books';
import { type Collection, collectionOf } from './collection';
import { partsOf, placeParts, type Wanted } from './collection-parts';
import { type KeptPayment, type PaymentPlace, paymentPlaceKey } from './payment';
import { readTrips } from './read-books';

interface Rewritten {
  readonly id: string;
  readonly place: PaymentPlace;
  readonly payments: readonly KeptPayment[];
  readonly documents: readonly OwedInvoice[];
  readonly forTrip: string | undefined;
}

/** Writes the payments that the new allocations need. A payment keeps its identifier while its trip has a part. */
export async function rewriteCollection(
  context: Context,
  actor: TeamActor,
  { id, place, payments, documents, forTrip }: Rewritten,
  wanted: readonly Wanted[],
  total: Cents,
): Promise<Collection> {
  const { teamId } = actor;
  const receipted = payments.flatMap(({ record: { allocations = [] } }) =>
    allocations.flatMap(({ invoiceId, amount, receiptId }) =>
      receiptId ? [{ invoiceId, cents: centsOf(amount), isKept: true }] : [],
    ),
  );
  const parts = partsOf(total, [...receipted, ...wanted], documents, forTrip);
  const trips = await readTrips(context, teamId, [
    ...payments.map(({ record }) => record.tripId),
    ...parts.map(({ tripId }) => tripId),
  ]);
  const books = new Books(teamId, { documents, trips, payments });
  for (const { at } of payments) books.release(at.id, ({ receiptId }) => receiptId === undefined);
  const placed = placeParts(context, id, place, payments, parts);
  for (const { at } of payments) if (!placed.some((one) => one.at.id === at.id)) books.removePayment(at.id);
  const [first] = payments;
  if (first === undefined) throw new Error('A collection has at least one payment.');
  for (const { at, part, former } of placed) {
    const { tripId: _, allocations: __, externalId, ...base } = former?.record ?? first.record;
    const ofTrip = payments.find(({ record }) => record.tripId === part.tripId);
    const kept = (ofTrip?.record.allocations ?? []).filter(({ receiptId }) => receiptId !== undefined);
    books.setPayment(at, {
      ...base,
      // A further payment does not hold the key of the first one.
      ...(former && externalId && { externalId }),
      ...(part.tripId && { tripId: part.tripId }),
      amount: pesosOf(part.cents),
      allocations: kept,
    });
    for (const { invoiceId, cents, isKept } of part.allocations) if (!isKept) books.allocate(at.id, invoiceId, cents);
  }
  const order = new Map(placed.map(({ at }, index) => [at.id, index]));
  const after = books.payments().toSorted((one, other) => (order.get(one.at.id) ?? 0) - (order.get(other.at.id) ?? 0));
  const further = after.slice(1).map(({ at }) => at.id);
  const steps = refuseTooManySteps([
    ...books.steps(),
    ...placeSteps(teamId, id, place, further),
    auditStep(context, actor, { entityType: 'COLLECTION', entityId: id, action: 'ALLOCATE' }),
  ]);
  await transact(context, steps);
  return collectionOf(teamId, after);
}

/** Empty when the collection keeps its payments: each of them has a condition of its own. */
const placeSteps = (teamId: string, id: string, place: PaymentPlace, further: readonly string[]): Step[] =>
  isDeepStrictEqual(place.further ?? [], further)
    ? []
    : [
        update(
          paymentPlaceKey(teamId, id),
          further.length > 0 ? { set: { further } } : { remove: ['further'] },
          unchanged(place, ['further', 'voidedAt']),
          () => new BooksChanged('payment'),
        ),
      ];
