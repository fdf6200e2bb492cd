import * as v from 'valibot';
import { type AuditEvent, eventKey } from '../audit/audit-event';
import { capability } from '../platform/runtime/capability';
import { readablePlaces } from '../platform/table/due-entries';
import type { Condition } from '../platform/table/expression';
import { checkItems, getItem, queryIndex } from '../platform/table/read';
import {
  type DeliveryPlace,
  type DeliveryRow,
  deliveryKey,
  dueIndexes,
  duePlace,
  type Redelivery,
  redeliveryKey,
} from './delivery';
import { writeRow } from './delivery-rows';

/** A row that is due, as the index and the table show it. The entry is missing only if it never was. */
export interface DueRow {
  readonly place: DeliveryPlace & { readonly dueAt: string };
  readonly row: DeliveryRow;
  readonly event: AuditEvent | undefined;
}

export interface DuePage {
  readonly places: readonly (DeliveryPlace & { readonly dueAt: string })[];
  readonly after: string | undefined;
}

/** The places of due rows of one shard, the longest due first. A position that cannot be read is reported and left out. */
export const listDue = capability(
  { gsi2: ['Query'], gsi2Keys: ['DELIVERIES_DUE#'] },
  (context) =>
    async (
      shard: string,
      after: string | undefined,
      limit: number,
      report: (failure: unknown) => void,
    ): Promise<DuePage> => {
      const to = `${context.now().toISOString()}~`;
      const page = await queryIndex(context, 'gsi2', shard, { ascending: true, limit, after, to });
      const places = readablePlaces(page.positions, duePlace, report);
      return { places, after: page.more ? page.positions.at(-1) : undefined };
    },
);

/**
 * The rows of these places with their entries. A row that another run changed meanwhile is refused by its claim. A row without its entry
 * would be given up, so that an entry that was not found is read once more, consistently. A row that cannot be read, or whose entry cannot, is
 * reported and left out: the rows after it do not wait for it.
 */
export const readDue = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (places: DuePage['places'], report: (failure: unknown) => void): Promise<DueRow[]> => {
      const rows = await checkItems(context, places.map(deliveryKey), 'eventual');
      const found = places.flatMap((place, index) => {
        const read = rows[index];
        if (read?.success === false) report(new v.ValiError(read.issues));
        const row = read?.success ? read.output : undefined;
        return row?.state === 'PENDING' && row.dueAt === place.dueAt ? [{ place, row }] : [];
      });
      const keys = found.map(({ place, row: { eventId, factId, ...record } }) =>
        eventKey(place.teamId, { ...record, id: eventId, fact: factId === undefined ? undefined : { id: factId } }),
      );
      const events = await checkItems(context, keys, 'eventual');
      const missing = keys.filter((_, index) => events[index] === undefined);
      const late = missing.length > 0 ? await checkItems(context, missing) : [];
      return found.flatMap((one, index) => {
        const read = events[index] ?? late.shift();
        if (read?.success === false) {
          report(new v.ValiError(read.issues));
          return [];
        }
        return [{ ...one, event: read?.output }];
      });
    },
);

/** How the claim of a row compares it, and for how long it holds. The proof changes both. */
interface ClaimRules {
  readonly leaseMs: number;
  readonly isCompared: boolean;
}

/** A redelivery can make a row due again in the millisecond in which it was due before: its generation tells them apart. */
const asShown = ({ place, row }: DueRow): Condition => ({
  equals: { state: 'PENDING', dueAt: place.dueAt, generation: row.generation },
});

/** Takes a due row for a lease. Of two sweeps one gets it. */
export const claimRow = capability(
  { table: ['UpdateItem'] },
  (context) =>
    (due: DueRow, { leaseMs, isCompared }: ClaimRules): Promise<boolean> => {
      const { place } = due;
      const dueAt = new Date(context.now().getTime() + leaseMs).toISOString();
      const change = { set: { dueAt, ...dueIndexes(place, dueAt) }, add: { claims: 1 } };
      return writeRow(context, place, change, isCompared ? asShown(due) : { exists: true });
    },
);

/** Ends a row whose claims never had a result. */
export const failRow = capability(
  { table: ['UpdateItem'] },
  (context) =>
    (due: DueRow): Promise<boolean> =>
      writeRow(
        context,
        due.place,
        { set: { state: 'FAILED', failure: 'INTERNAL' }, remove: ['dueAt', 'gsi2pk', 'gsi2sk'] },
        asShown(due),
      ),
);

/** The redelivery of an endpoint that is under way. */
export const readRedelivery = capability(
  { table: ['GetItem'] },
  (context) =>
    (teamId: string, endpointId: string): Promise<Redelivery | undefined> =>
      getItem(context, redeliveryKey(teamId, endpointId)),
);
