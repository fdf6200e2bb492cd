import * as v from 'valibot';
import type { AuditEvent } from '../audit/audit-event';
import { eventsOf, isFact } from '../audit/audit-event';
import { isInForce } from '../invoices/document-status';
import { documentCents, isOwed, open } from '../invoices/ledger';
import { capability } from '../platform/runtime/capability';
import { type Listed, listItems } from '../platform/table/lists';
import { centsOf, pesosOf } from '../platform/values/money';
import type { Page } from '../platform/values/pages';
import { moneyWith } from './receivable';
import { asRecorded } from './recorded-move';
import { TimelineEntry } from './timeline-entry';
import type { TripRecord } from './trip';
import { readOwedOfTrip } from './trip-invoices';

/** A trip's timeline, the oldest entry first. It consists of the trip's audit events. */
export const readTimeline = capability(
  { table: ['Query'] },
  (context) =>
    async (teamId: string, tripId: string, page: Page): Promise<Listed<TimelineEntry>> => {
      const events = await listItems(context, { ...eventsOf(teamId, 'TRIP', tripId), ascending: true }, page);
      return { ...events, records: events.records.map((event) => timelineEntry(event)) };
    },
);

/** Audit events keep statuses as text for all kinds of records; the schema checks those of a trip. */
const timelineEntry = (entry: AuditEvent) => {
  const event = asRecorded(entry);
  const { id, entityId, action, previousStatus, newStatus, at, actorId, lat, lng } = event;
  const { recordedAt, receivedAt, stopId, changes } = event;
  return v.parse(TimelineEntry, {
    ...(isFact(event) && changes),
    ...{ id, tripId: entityId, event: action, previousStatus, newStatus, at, by: actorId, lat, lng },
    ...{ recordedAt, receivedAt, stopId },
  });
};

/**
 * The documents of a trip that its client owes, and the sum of its stamped invoices for information. An invoice counts
 * until the tax authority accepts its cancellation.
 */
export const readTripDocuments = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) => async (trip: TripRecord) => {
    const invoices = await readOwedOfTrip(context, trip);
    const stamped = invoices.filter(isInForce);
    const owed = stamped.filter(isOwed);
    return {
      ...moneyWith(trip, owed),
      invoicedTotal: pesosOf(stamped.reduce((sum, { total }) => sum + centsOf(total), 0)),
      documents: owed.map((record) => ({
        invoiceId: record.id,
        uuid: record.uuid ?? null,
        total: pesosOf(documentCents(record)),
        credited: pesosOf(record.credited ?? 0),
        allocated: pesosOf(record.allocated),
        open: pesosOf(open(record)),
      })),
    };
  },
);
