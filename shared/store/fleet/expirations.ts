import { addDays, dayOfDate, daysBetween, localDay } from '../../domain/calendar';
import type { DriverRecord } from '../../domain/drivers';
import {
  changedPapers,
  type Expiration,
  firstWarningOn,
  hasLeft,
  PAPERS,
  type PaperEntity,
  type PaperHolder,
  type PaperRecord,
  paperFields,
} from '../../domain/expirations';
import { isDay } from '../../domain/fields';
import type { Page } from '../../domain/lists';
import { DEFAULT_TIME_ZONE, type Team } from '../../domain/teams';
import type { VehicleRecord } from '../../domain/vehicles';
import { capability } from '../../runtime/capability';
import type { Context } from '../../runtime/context';
import { asRead, type Condition } from '../table/expression';
import { driverKey, teamKey, vehicleKey } from '../table/keys';
import { type Chunk, type Listed, readPage } from '../table/lists';
import { getItem, getItems, type IndexRange, queryIndex } from '../table/read';
import { discard, overwrite, type Step } from '../table/steps';
import { paperAt, paperIndexes, paperKey, papersOfTeam } from './paper-keys';

/** Whose papers they are. */
export interface Holder {
  readonly teamId: string;
  readonly entityType: PaperEntity;
  readonly entityId: string;
}

/** The rights that {@link paperSteps} needs beside those of the change that it goes with: where dates come and stay, and where they may go. */
export const NEW_PAPER_RIGHTS = ['GetItem', 'PutItem'] as const;
export const PAPER_RIGHTS = [...NEW_PAPER_RIGHTS, 'DeleteItem'] as const;

/**
 * What a change of a record means for its papers, in the same transaction: nothing where no date changes. A paper is written over whatever
 * was there under its key, so that the last of two edits decides of it as of the record.
 */
export async function paperSteps(
  context: Context,
  { teamId, entityType, entityId }: Holder,
  before: PaperHolder | undefined,
  after: PaperHolder,
): Promise<Step[]> {
  const changed = changedPapers(entityType, before, after);
  const needsZone = changed.some(({ date }) => date !== undefined && !isDay(date));
  const timeZone = needsZone ? await timeZoneOf(context, teamId) : '';
  return changed.map(({ paper, date }) => {
    const key = paperKey(teamId, { paper, entityId });
    if (date === undefined) return discard(key);
    const expiresOn = dayOfDate(date, timeZone);
    const record: PaperRecord = { teamId, paper, entityId, expiresOn, warnOn: firstWarningOn(expiresOn) };
    return overwrite(key, record, paperIndexes(record));
  });
}

export interface PaperEdit {
  readonly steps: readonly Step[];
  readonly condition: Condition;
}

/**
 * {@link paperSteps} of an edit that merges changes into a record, and what keeps the two together: a date is written only over the one
 * that was read, and nobody makes the record BAJA meanwhile, or brings it back.
 */
export async function paperEdit(
  context: Context,
  holder: Holder,
  record: PaperHolder,
  changes: PaperHolder,
): Promise<PaperEdit> {
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...record, ...sent };
  const steps = await paperSteps(context, holder, record, after);
  const fields = paperFields(holder.entityType);
  if (hasLeft(record) !== hasLeft(after)) return { steps, condition: asRead(record, fields) };
  const dates = fields.filter((field) => field in sent);
  if (dates.length === 0) return { steps, condition: {} };
  return hasLeft(record)
    ? { steps, condition: asRead(record, [...dates, 'status']) }
    : { steps, condition: { ...asRead(record, dates), differs: { status: 'BAJA' } } };
}

/** The record that a paper is of. */
export function holderKey(teamId: string, { paper, entityId }: Pick<PaperRecord, 'paper' | 'entityId'>) {
  switch (PAPERS[paper].entityType) {
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
          identity: [papersOfTeam(teamId).gsi1pk, days],
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
  const { gsi1pk } = papersOfTeam(teamId);
  const { positions, more } = await queryIndex(context, 'gsi1', gsi1pk, { ...range, ascending: true });
  const papers = positions.map((position) => ({ position, ...paperAt(position) }));
  const holders = await getItems(
    context,
    papers.map((paper) => holderKey(teamId, paper)),
  );
  const entries = papers.map(({ position, paper, entityId, expiresOn }, index) => {
    const holder = holders[index];
    // The index may be a moment behind: who has just left has no papers to renew.
    if (holder === undefined || hasLeft(holder)) return { position, record: undefined };
    const { entityType } = PAPERS[paper];
    const daysLeft = daysBetween(today, expiresOn);
    return { position, record: { paper, entityType, entityId, entityName: holderName(holder), expiresOn, daysLeft } };
  });
  return { entries, more };
}

/** The zone that decides which day it is for a team. */
export const timeZoneOf = async (context: Context, teamId: string): Promise<string> =>
  (await getItem(context, teamKey(teamId)))?.timeZone ?? DEFAULT_TIME_ZONE;
