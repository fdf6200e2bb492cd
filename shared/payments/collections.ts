import { auditStep, type TeamActor } from '../audit/audit';
import { type Client, clientKey } from '../clients/client';
import { open } from '../invoices/ledger';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, type StillThere, stillThereSteps } from '../platform/table/deletions';
import { removedExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { interpret } from '../platform/table/state-machine';
import { transact } from '../platform/table/transact';
import { withoutEmptyTexts } from '../platform/values/fields';
import { centsOf, pesosOf } from '../platform/values/money';
import { checkAllocations, refuseTooManySteps } from './allocation-rules';
import { Books, spread } from './books';
import { Collection, collectionOf } from './collection';
import { NO_PART, partsOf, wantedOf } from './collection-parts';
import { type CreditsRead, creditKindOf } from './credit-note-credit';
import { onFreshBooks } from './fresh-books';
import { documentsFor } from './payable-documents';
import { type NewCollection, type PaymentPlace, positionsOf } from './payment';
import { PAYMENT_TRANSITIONS, statusOf } from './payment-states';
import { readDocuments, readTrips } from './read-books';
import { readKept, refuseChanged, type Versions } from './read-collection';

/** Registers money of a client, and allocates it to documents as the member says, else to the oldest open ones. */
export const createCollection = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'Query', 'BatchGetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    gsi1: ['Query'],
    tableKeys: ['CALLER#', 'TEAM#'],
  },
  (context) =>
    (actor: TeamActor, fields: NewCollection, once: Once | undefined): Promise<Collection> => {
      const versions: Versions = new Map();
      const credits: CreditsRead = new Map();
      return namingRecords(context, (stillThere) =>
        onFreshBooks(context, () =>
          createOnce(context, once, Collection, async () => {
            const client = await getItem(context, clientKey(actor.teamId, fields.clientId));
            if (client === undefined)
              throw validationError('clientId', {
                en: 'This team has no client with this id. Send the id of one of its clients.',
                es: 'Esta empresa no tiene un cliente con este id. Envíe el id de uno de sus clientes.',
              });
            return collectionCreation(context, actor, client, fields, { versions, credits, stillThere });
          }),
        ),
      );
    },
);

async function collectionCreation(
  context: Context,
  actor: TeamActor,
  client: Client,
  fields: NewCollection,
  {
    versions,
    credits,
    stillThere,
  }: { readonly versions: Versions; readonly credits: CreditsRead; readonly stillThere: StillThere },
) {
  const { teamId } = actor;
  const { allocations, amount, paidAt: given, clientId, ...received } = fields;
  const documents = await documentsFor(context, actor, clientId, allocations);
  const total = centsOf(amount);
  if (allocations) {
    refuseChanged(versions, documents);
    checkAllocations(allocations, total, clientId, documents, open);
  }
  const credit = await creditKindOf(context, teamId, clientId, fields, credits);
  const wanted = allocations ? wantedOf(allocations) : spread(total, documents);
  const parts = partsOf(total, wanted, documents, undefined);
  const createdAt = context.now().toISOString();
  const paidAt = given ?? createdAt;
  const [id, ...further] = parts.map(() => context.newId());
  if (id === undefined) throw new Error('A collection has at least one part.');
  const place: PaymentPlace = { paidAt, ...(further.length > 0 && { further }) };
  const books = new Books(teamId, {
    documents: documents.filter((record) => wanted.some(({ invoiceId }) => invoiceId === record.id)),
    trips: await readTrips(
      context,
      teamId,
      parts.map(({ tripId }) => tripId),
    ),
  });
  const by = { registeredBy: actor.id, createdAt };
  const base = { ...withoutEmptyTexts(received), ...credit, clientId, clientName: client.name, ...by };
  for (const [index, at] of positionsOf(id, place).entries()) {
    const { tripId, cents, allocations: shares } = parts[index] ?? NO_PART;
    books.setPayment(at, { ...base, ...(tripId && { tripId }), amount: pesosOf(cents) });
    for (const share of shares) books.allocate(at.id, share.invoiceId, share.cents);
  }
  const result = collectionOf(teamId, books.payments());
  return {
    result,
    steps: refuseTooManySteps([
      ...interpret(context, PAYMENT_TRANSITIONS.register, result, { books, place }).steps,
      // A document that it pays names the client too, and so keeps it.
      ...(wanted.length > 0 ? [] : stillThereSteps(teamId, stillThere, [clientId])),
      auditStep(context, actor, { entityType: 'COLLECTION', entityId: id, action: 'CREATE' }),
    ]),
  };
}

/** Voids a collection with all its payments. Lists of payments, balances and reports omit them. */
export const voidCollection = capability(
  { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) =>
    (actor: TeamActor, id: string, entityType: 'COLLECTION' | 'PAYMENT'): Promise<void> =>
      onFreshBooks(context, async () => {
        const { teamId } = actor;
        const { place, payments } = await readKept(context, teamId, id);
        if (!PAYMENT_TRANSITIONS.void.from.includes(statusOf(place)))
          throw new AppError('NOT_FOUND', { message: { en: 'It was voided before.', es: 'Ya se había anulado.' } });
        const collection = collectionOf(teamId, payments);
        const ids = collection.allocations.map(({ invoiceId }) => invoiceId);
        const documents = await readDocuments(context, teamId, ids);
        const trips = await readTrips(
          context,
          teamId,
          payments.map(({ record }) => record.tripId),
        );
        const books = new Books(teamId, { documents, trips, payments });
        const voidedAt = context.now().toISOString();
        for (const { at } of payments) {
          books.release(at.id, () => true);
          books.voidPayment(at.id, voidedAt);
        }
        const { amount, paidAt, method, reference, clientId, registeredBy } = collection;
        const [first] = payments;
        const tripId = first?.record.tripId;
        const changes = { tripId, clientId, amount, paidAt, method, reference, registeredBy };
        const external = { teamId, id, externalId: first?.record.externalId };
        await transact(context, [
          ...removedExternalId('PAYMENT', external),
          ...interpret(context, PAYMENT_TRANSITIONS.void, collection, { books, place }).steps,
          auditStep(context, actor, { entityType, entityId: id, action: 'DELETE', changes }),
        ]);
      }),
);
