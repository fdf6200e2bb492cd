import { resolutionSteps } from '../alerts/alerts';
import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import { getItem, getItems } from '../platform/table/read';
import { deleteIfPresent, deleteItem, put, type Step } from '../platform/table/steps';
import { changedMeanwhile } from '../platform/table/unique-names';
import { dayOfDate } from '../platform/values/calendar';
import { isDay } from '../platform/values/fields';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import {
  changedExpiries,
  type DocumentHolder,
  EXPIRING_DOCUMENTS,
  type ExpiryEntity,
  type ExpiryRecord,
  expiryFields,
  firstWarningOn,
  isRetired,
} from './document-expiry';
import { expiryIndexes, expiryKey } from './expiry-keys';

/** The record that the documents belong to. */
interface Holder {
  readonly teamId: string;
  readonly entityType: ExpiryEntity;
  readonly entityId: string;
}

/**
 * The permissions of {@link expirySteps}, besides those of the record's change: of a new record, of a change that cannot
 * remove a date, of any change, and of the removal of all dates.
 */
export const NEW_EXPIRY_PERMISSIONS = ['GetItem', 'PutItem'] as const;
export const RENEWED_EXPIRY_PERMISSIONS = [...NEW_EXPIRY_PERMISSIONS, 'BatchGetItem', 'UpdateItem'] as const;
export const EXPIRY_PERMISSIONS = [...RENEWED_EXPIRY_PERMISSIONS, 'DeleteItem'] as const;
export const REMOVED_EXPIRY_PERMISSIONS = ['BatchGetItem', 'UpdateItem', 'DeleteItem'] as const;

/**
 * The writes of a record's changed expiry dates, for the transaction of that change. Empty when no date changes. The
 * alerts about a former date are resolved. A warning that is raised meanwhile refuses the change.
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
  const keys = changed.map(({ paper, isNew }) => (isNew ? undefined : expiryKey(teamId, { paper, entityId })));
  const former = keys.some((key) => key !== undefined) ? await getItems(context, keys) : [];
  const refused = () => changedMeanwhile(EXPIRING_DOCUMENTS[changed[0]?.paper ?? 'LICENSE'].field);
  const alerts = former.flatMap((expiry) => expiry?.alerts ?? []);
  const resolved = alerts.length > 0 ? await resolutionSteps(context, teamId, alerts, refused) : [];
  const steps = changed.map(({ paper, date }, index) => {
    const key = expiryKey(teamId, { paper, entityId });
    const read = former[index];
    const asRead = read ? unchanged(read, ['alerts']) : {};
    if (date === undefined) return read ? deleteItem(key, asRead, refused) : deleteIfPresent(key);
    const expiresOn = dayOfDate(date, timeZone);
    const record: ExpiryRecord = { teamId, paper, entityId, expiresOn, warnOn: firstWarningOn(expiresOn) };
    return put(key, record, asRead, refused, expiryIndexes(record));
  });
  return [...steps, ...resolved];
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
