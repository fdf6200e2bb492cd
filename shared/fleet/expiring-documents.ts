import { EXPIRING_DOCUMENTS, type Expiration, type ExpiryRecord, isRetired } from '../expiry/document-expiry';
import { expiriesOfTeam, expiryAt, isExpiryPosition } from '../expiry/expiry-keys';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type Chunk, type Listed, readPage } from '../platform/table/lists';
import { getItems, type IndexRange, queryIndex } from '../platform/table/read';
import { addDays, daysBetween, localDay } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import { type Team, teamKey } from '../teams/team';
import { type DriverRecord, driverKey } from './driver';
import { type VehicleRecord, vehicleKey } from './vehicle';

/** The key of the record that a document belongs to. */
export function holderKey(teamId: string, { paper, entityId }: Pick<ExpiryRecord, 'paper' | 'entityId'>) {
  switch (EXPIRING_DOCUMENTS[paper].entityType) {
    case 'DRIVER':
      return driverKey(teamId, entityId);
    case 'VEHICLE':
      return vehicleKey(teamId, entityId);
    case 'ORGANIZATION':
      return teamKey(teamId);
  }
}

/** The display name of a record: a vehicle's is its plate. */
export const holderName = (holder: DriverRecord | VehicleRecord | Team): string =>
  'plate' in holder ? holder.plate : holder.name;

/**
 * A team's documents that have expired or expire within `days`, the most urgent first. The index has that order, so a
 * page reads only what it returns.
 */
export const listExpirations = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    (team: Pick<Team, 'teamId' | 'timeZone'>, days: number, page: Page): Promise<Listed<Expiration>> => {
      const { teamId, timeZone } = team;
      const today = localDay(context.now(), timeZone);
      return readPage(
        context,
        {
          identity: [expiriesOfTeam(teamId).gsi1pk, days],
          isPosition: isExpiryPosition,
          next: (after, limit) => nextPapers(context, teamId, today, { to: `${addDays(today, days)}~`, after, limit }),
        },
        page,
      );
    },
);

async function nextPapers(
  context: Context,
  teamId: string,
  today: string,
  range: Omit<IndexRange, 'ascending'>,
): Promise<Chunk<Expiration>> {
  const { gsi1pk } = expiriesOfTeam(teamId);
  const { positions, more } = await queryIndex(context, 'gsi1', gsi1pk, { ...range, ascending: true });
  const papers = positions.map((position) => ({ position, ...expiryAt(position) }));
  const holders = await getItems(
    context,
    papers.map((paper) => holderKey(teamId, paper)),
  );
  const entries = papers.map(({ position, paper, entityId, expiresOn }, index) => {
    const holder = holders[index];
    // The index is eventually consistent: a record that has just become BAJA is left out.
    if (holder === undefined || isRetired(holder)) return { position, record: undefined };
    const { entityType } = EXPIRING_DOCUMENTS[paper];
    const daysLeft = daysBetween(today, expiresOn);
    return { position, record: { paper, entityType, entityId, entityName: holderName(holder), expiresOn, daysLeft } };
  });
  return { entries, more };
}
