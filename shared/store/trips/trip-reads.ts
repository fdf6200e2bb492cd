import type { AuditEvent } from '../../domain/audit';
import type { Page } from '../../domain/lists';
import { centsOf, pesosOf } from '../../domain/money';
import { type Location, locationOf } from '../../domain/positions';
import { Refusal } from '../../domain/refusal';
import type { TimelineEntry, TripRecord } from '../../domain/trips';
import { capability } from '../../runtime/capability';
import { eventsOf, positionKey } from '../table/keys';
import { type Listed, listItems } from '../table/lists';
import { getItem } from '../table/read';
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

const timelineEntry = ({
  id,
  entityId,
  action,
  previousStatus,
  newStatus,
  at,
  actorId,
  lat,
  lng,
}: AuditEvent): TimelineEntry => ({
  id,
  tripId: entityId,
  event: action,
  previousStatus,
  newStatus,
  at,
  by: actorId,
  lat,
  lng,
});

/** The last position of a trip. NOT_FOUND while there is none. */
export const readLocation = capability(
  { table: ['GetItem'] },
  (context) =>
    async (teamId: string, tripId: string): Promise<Location> => {
      const location = locationOf(await getItem(context, positionKey(teamId, tripId)), context.now());
      if (location === undefined)
        throw new Refusal('NOT_FOUND', { message: 'No position has come from this trip yet.' });
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
