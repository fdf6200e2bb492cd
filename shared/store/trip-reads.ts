import type { AuditEvent } from '../domain/audit';
import type { Page } from '../domain/lists';
import { type Location, locationOf } from '../domain/positions';
import { Refusal } from '../domain/refusal';
import type { TimelineEntry } from '../domain/trips';
import { capability } from '../runtime/capability';
import { eventsOf, invoiceKey, positionKey } from './keys';
import { type Listed, listItems } from './lists';
import { getItem } from './read';

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

/** The total of a trip's own invoice once it is stamped, else 0. */
export const readInvoicedTotal = capability(
  { table: ['GetItem'] },
  (context) =>
    async (teamId: string, invoiceId: string): Promise<number> => {
      const invoice = await getItem(context, invoiceKey(teamId, invoiceId));
      return invoice?.status === 'VALID' ? invoice.total : 0;
    },
);
