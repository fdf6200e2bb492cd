import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { deleteIfPresent, putItem, type Step } from '../platform/table/steps';
import { dayOfDate } from '../platform/values/calendar';
import { isDay } from '../platform/values/fields';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import {
  changedExpiries,
  type DocumentHolder,
  type ExpiryEntity,
  type ExpiryRecord,
  expiryFields,
  firstWarningOn,
  isRetired,
} from './document-expiry';
import { expiryIndexes, expiryKey } from './expiry-keys';

/** Whose papers they are. */
export interface Holder {
  readonly teamId: string;
  readonly entityType: ExpiryEntity;
  readonly entityId: string;
}

/** The rights that {@link paperSteps} needs beside those of the change that it goes with: where dates come and stay, and where they may go. */
export const NEW_EXPIRY_PERMISSIONS = ['GetItem', 'PutItem'] as const;
export const EXPIRY_PERMISSIONS = [...NEW_EXPIRY_PERMISSIONS, 'DeleteItem'] as const;

/**
 * What a change of a record means for its papers, in the same transaction: nothing where no date changes. A paper is written over whatever
 * was there under its key, so that the last of two edits decides of it as of the record.
 */
export async function expirySteps(
  context: Context,
  { teamId, entityType, entityId }: Holder,
  before: DocumentHolder | undefined,
  after: DocumentHolder,
): Promise<Step[]> {
  const changed = changedExpiries(entityType, before, after);
  const needsZone = changed.some(({ date }) => date !== undefined && !isDay(date));
  const timeZone = needsZone ? await timeZoneOf(context, teamId) : '';
  return changed.map(({ paper, date }) => {
    const key = expiryKey(teamId, { paper, entityId });
    if (date === undefined) return deleteIfPresent(key);
    const expiresOn = dayOfDate(date, timeZone);
    const record: ExpiryRecord = { teamId, paper, entityId, expiresOn, warnOn: firstWarningOn(expiresOn) };
    return putItem(key, record, expiryIndexes(record));
  });
}

export interface ExpiryEdit {
  readonly steps: readonly Step[];
  readonly condition: Condition;
}

/**
 * {@link paperSteps} of an edit that merges changes into a record, and what keeps the two together: a date is written only over the one
 * that was read, and nobody makes the record BAJA meanwhile, or brings it back.
 */
export async function expiryEdit(
  context: Context,
  holder: Holder,
  record: DocumentHolder,
  changes: DocumentHolder,
): Promise<ExpiryEdit> {
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...record, ...sent };
  const steps = await expirySteps(context, holder, record, after);
  const fields = expiryFields(holder.entityType);
  if (isRetired(record) !== isRetired(after)) return { steps, condition: unchanged(record, fields) };
  const dates = fields.filter((field) => field in sent);
  if (dates.length === 0) return { steps, condition: {} };
  return isRetired(record)
    ? { steps, condition: unchanged(record, [...dates, 'status']) }
    : { steps, condition: { ...unchanged(record, dates), differs: { status: 'BAJA' } } };
}

/** The zone that decides which day it is for a team. */
export const timeZoneOf = async (context: Context, teamId: string): Promise<string> =>
  (await getItem(context, teamKey(teamId)))?.timeZone ?? DEFAULT_TIME_ZONE;
