import { auditStep, type TeamActor } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import type { Chunk } from '../platform/table/lists';
import { transact } from '../platform/table/transact';
import { RECORD_UNITS, readUnits, type UnitSource } from '../platform/table/unit-pages';
import type { Page } from '../platform/values/pages';
import { assertMayReadPapers } from '../trips/driver-papers';
import type { TripRecord } from '../trips/trip';
import type { FileRecord, Folder } from './file';
import { fileSource } from './files';

/** What an inspection on the road asks for. A photo of the truck or of the driver is not among it. */
const SHOWN_FOLDERS: readonly Folder[] = ['vehicles-files', 'drivers-files'];

/**
 * The papers of a trip's vehicle, then those of the driver who asks, each the newest first. Writes down that they were read. Throws FORBIDDEN for
 * another driver's trip, and NOT_FOUND outside the time of the trip or of the former driver.
 */
export const listTripDocuments = capability(
  { table: ['BatchGetItem', 'PutItem'], gsi2: ['Query'] },
  (context) => async (driver: TeamActor, trip: TripRecord, page: Page) => {
    assertMayReadPapers(trip, driver, context.now());
    const owners = [...(trip.vehicleId === undefined ? [] : [trip.vehicleId]), driver.id];
    const sources = owners.map((entityId) => fileSource(context, trip.teamId, { entityId }, isShown));
    const listed = await readUnits(context, oneAfterTheOther(['papers', trip.id, ...owners], sources), page);
    await transact(context, [
      auditStep(context, driver, {
        entityType: 'DRIVER',
        entityId: driver.id,
        action: 'READ',
        changes: { tripId: trip.id, fileIds: listed.records.map(({ fileId }) => fileId) },
      }),
    ]);
    return listed;
  },
);

const isShown = ({ key }: FileRecord): boolean => SHOWN_FOLDERS.some((folder) => key.startsWith(`${folder}/`));

/** A position in one of the lists: its place among them, and the position in it. */
const placed = (place: number, position: string): string => `${place}@${position}`;
function placeOf(position: string): { readonly place: number; readonly within: string } {
  const [place, within = ''] = position.split('@');
  return { place: Number(place), within };
}

/** One list after the other. */
function oneAfterTheOther<T>(identity: UnitSource<T>['identity'], sources: readonly UnitSource<T>[]): UnitSource<T> {
  return {
    identity,
    isPosition: (position) => {
      const { place, within } = placeOf(position);
      return sources[place]?.isPosition(within) ?? false;
    },
    keep: (record) => sources.some(({ keep }) => keep?.(record) ?? true),
    least: 2 * RECORD_UNITS,
    next: async (after, units, wanted): Promise<Chunk<T>> => {
      const start = after === undefined ? undefined : placeOf(after);
      for (let place = start?.place ?? 0; place < sources.length; place += 1) {
        const within = place === start?.place ? start.within : undefined;
        const chunk = await sources[place]?.next(within, units, wanted);
        const entries = (chunk?.entries ?? []).map((entry) => ({ ...entry, position: placed(place, entry.position) }));
        const more = chunk?.more === true || place < sources.length - 1;
        if (entries.length > 0) return { entries, more };
      }
      return { entries: [], more: false };
    },
  };
}
