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

/** The record that the documents belong to. */
export interface Holder {
  readonly teamId: string;
  readonly entityType: ExpiryEntity;
  readonly entityId: string;
}

/**
 * The permissions of {@link expirySteps}, besides those of the record's change. NEW_EXPIRY_PERMISSIONS is enough for a
 * change that cannot remove a date.
 */
export const NEW_EXPIRY_PERMISSIONS = ['GetItem', 'PutItem'] as const;
export const EXPIRY_PERMISSIONS = [...NEW_EXPIRY_PERMISSIONS, 'DeleteItem'] as const;

/**
 * The writes of a record's changed expiry dates, for the transaction of that change. Empty when no date changes. They
 * overwrite the stored expiry without a condition, so that the last edit decides both the record and its expiry.
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
 * {@link expirySteps} for an edit, with the condition that keeps record and expiry consistent: a changed date is still
 * the one that was read, and no other request has set or ended BAJA meanwhile.
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

/** The team's time zone, which determines its current day. */
export const timeZoneOf = async (context: Context, teamId: string): Promise<string> =>
  (await getItem(context, teamKey(teamId)))?.timeZone ?? DEFAULT_TIME_ZONE;
