import * as v from 'valibot';
import type { AuditEvent } from '../audit/audit-event';
import { eventsOf } from '../audit/audit-event';
import { type Location, locationOf, positionKey } from '../fleet/position';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { type Listed, listItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import { centsOf, pesosOf } from '../platform/values/money';
import type { Page } from '../platform/values/pages';
import { TimelineEntry, type TripRecord } from './trip';
import { readTripInvoices } from './trip-invoices';

/** What happened to a trip, the oldest first: its audit events are its timeline. */
export const readTimeline = capability(
  { table: ['Query'] },
  (context) =>
    async (teamId: string, tripId: string, page: Page): Promise<Listed<TimelineEntry>> => {
      const events = await listItems(context, { ...eventsOf(teamId, 'TRIP', tripId), ascending: true }, page);
      return { ...events, records: events.records.map((event) => timelineEntry(event)) };
    },
);

/** An audit event keeps the statuses of any record; this one is a trip's. */
const timelineEntry = ({ id, entityId, action, previousStatus, newStatus, at, actorId, lat, lng }: AuditEvent) =>
  v.parse(TimelineEntry, { id, tripId: entityId, event: action, previousStatus, newStatus, at, by: actorId, lat, lng });

/** The last position of a trip. NOT_FOUND while there is none. */
export const readLocation = capability(
  { table: ['GetItem'] },
  (context) =>
    async (teamId: string, tripId: string): Promise<Location> => {
      const location = locationOf(await getItem(context, positionKey(teamId, tripId)), context.now());
      if (location === undefined)
        throw new AppError('NOT_FOUND', { message: 'No position has come from this trip yet.' });
      return location;
    },
);

/** What was invoiced for a trip: its stamped invoices, also those whose cancellation the tax authority has not decided. It informs. */
export const readInvoicedTotal = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) =>
    async (trip: TripRecord): Promise<number> => {
      const invoices = await readTripInvoices(context, trip);
      const stamped = invoices.filter(({ status }) => status === 'VALID' || status === 'CANCELLED_PENDING');
      return pesosOf(stamped.reduce((sum, { total }) => sum + centsOf(total), 0));
    },
);
