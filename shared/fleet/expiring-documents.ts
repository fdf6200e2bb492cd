import { EXPIRING_DOCUMENTS, type Expiration, type ExpiryRecord, isRetired } from '../expiry/document-expiry';
import { expiriesOfTeam, expiryAt } from '../expiry/expiry-keys';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type Chunk, type Listed, readPage } from '../platform/table/lists';
import { getItems, type IndexRange, queryIndex } from '../platform/table/read';
import { addDays, daysBetween, localDay } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import { type Team, teamKey } from '../teams/team';
import { type DriverRecord, driverKey } from './driver';
import { type VehicleRecord, vehicleKey } from './vehicle';

/** The record that a paper is of. */
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

/** What people call it: a vehicle by its plate. */
export const holderName = (holder: DriverRecord | VehicleRecord | Team): string =>
  'plate' in holder ? holder.plate : holder.name;

/**
 * Papers of a team that expire within so many days, or have expired, by the days that are left: the index holds them in that order, so a
 * page costs what it answers.
 */
export const listExpirations = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    (team: Pick<Team, 'teamId' | 'timeZone'>, days: number, page: Page): Promise<Listed<Expiration>> => {
      const { teamId, timeZone } = team;
      const today = localDay(context.now(), timeZone);
      return readPage(
        {
          identity: [expiriesOfTeam(teamId).gsi1pk, days],
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
    // The index may be a moment behind: who has just left has no papers to renew.
    if (holder === undefined || isRetired(holder)) return { position, record: undefined };
    const { entityType } = EXPIRING_DOCUMENTS[paper];
    const daysLeft = daysBetween(today, expiresOn);
    return { position, record: { paper, entityType, entityId, entityName: holderName(holder), expiresOn, daysLeft } };
  });
  return { entries, more };
}
