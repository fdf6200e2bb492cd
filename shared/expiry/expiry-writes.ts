import type { Context } from '../platform/runtime/context';
import { asRead, type Condition } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { discard, overwrite, type Step } from '../platform/table/steps';
import { dayOfDate } from '../platform/values/calendar';
import { isDay } from '../platform/values/fields';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import {
  changedPapers,
  firstWarningOn,
  hasLeft,
  type PaperEntity,
  type PaperHolder,
  type PaperRecord,
  paperFields,
} from './document-expiry';
import { paperIndexes, paperKey } from './expiry-keys';

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

/** The zone that decides which day it is for a team. */
export const timeZoneOf = async (context: Context, teamId: string): Promise<string> =>
  (await getItem(context, teamKey(teamId)))?.timeZone ?? DEFAULT_TIME_ZONE;
