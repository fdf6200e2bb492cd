import { auditStep, type TeamActor } from '../audit/audit';
import { isEditable } from '../invoices/edit-invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { unchanged } from '../platform/table/expression';
import { removedExternalId } from '../platform/table/external-ids';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { removalSteps } from '../stamping/remove-invoice';
import { leaveAgendaSteps } from '../trips/agenda';
import { leaveDriverSteps } from '../trips/left-trips';
import { removedPlanSteps } from '../trips/stop-plan';
import { type TripRecord, tripKey } from '../trips/trip';
import { readTripInvoices } from '../trips/trip-invoices';
import { PLACED, removedPlaceSteps } from '../trips/trip-places';
import { removedTripWords } from '../trips/trip-words';
import { inUse } from './references';

/**
 * The trip's own draft, which is deleted with it; undefined when it was deleted before. Throws IN_USE for a trip that
 * has begun, and for one with another invoice or with a draft that was stamped.
 */
export const draftOfDeletable = capability(
  { table: ['Query', 'BatchGetItem'] },
  (context) =>
    async (trip: TripRecord): Promise<InvoiceRecord | undefined> => {
      if (trip.status !== 'NO_INICIADO')
        throw new AppError('IN_USE', {
          message: {
            en: `The trip is ${trip.status}. Only one that is NO_INICIADO can be deleted.`,
            es: `El viaje está ${trip.status}. Solo se puede borrar uno NO_INICIADO.`,
          },
        });
      const invoices = await readTripInvoices(context, trip);
      const draft = invoices.find(({ id }) => id === trip.invoiceId);
      if (invoices.length > (draft ? 1 : 0) || (draft && !isEditable(draft))) throw inUse(['INVOICE']);
      return draft;
    },
);

/** Deletes a trip that is NO_INICIADO and its draft in one transaction. A start, a payment or an edit meanwhile is CONFLICT. */
export const removeTrip = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query', 'DeleteItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, trip: TripRecord, draft: InvoiceRecord | undefined): Promise<void> => {
      // The index of the payments may lag behind the table.
      if (trip.paid) throw inUse(['PAYMENT']);
      const asRead = unchanged(trip, [
        'status',
        'paid',
        'driverId',
        'cargoDescription',
        'externalId',
        'stopsRevision',
        ...PLACED,
      ]);
      const refused = (found: TripRecord | undefined) => new AppError(found ? 'CONFLICT' : 'NOT_FOUND');
      await retryOnConflict(context, undefined, async (_, changed) =>
        transact(context, [
          deleteItem(tripKey(trip.teamId, trip.id), asRead, refused),
          ...removedPlaceSteps(trip),
          ...removedTripWords(trip),
          ...removedExternalId('TRIP', trip),
          ...(await removedPlanSteps(context, trip)),
          ...(draft ? removalSteps(context, actor, draft) : []),
          ...(await leaveDriverSteps(context, trip, () => new AppError('CONFLICT'))),
          // Other trips change the same agenda. This trip did not change then, so the deletion is tried again.
          ...(await leaveAgendaSteps(context, trip, () => changed(undefined))),
          auditStep(context, actor, { entityType: 'TRIP', entityId: trip.id, action: 'DELETE' }),
        ]),
      );
    },
);
