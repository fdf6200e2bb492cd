import { ofTeam } from '../platform/table/keys';
import type { ChangedItem } from '../platform/table/steps';
import { isUuid } from '../platform/values/fields';
import { type AuditEvent, type AuditedEntity, type AuditedRecord, MOST_AFFECTED, nameOfRecord } from './audit-event';

/** The sort keys of the records that an event can name beside its own record: `TRIP#` and the identifier. */
const RECORDS: ReadonlyMap<string, AuditedEntity> = new Map([
  ['ALERT', 'ALERT'],
  ['BOX', 'BOX'],
  ['CLIENT', 'CLIENT'],
  ['DRIVER', 'DRIVER'],
  ['FILE', 'FILE'],
  ['INVOICE', 'INVOICE'],
  ['RESERVATION', 'BOX_RESERVATION'],
  ['ROUTE', 'ROUTE'],
  ['ROUTE_POINT', 'ROUTE_POINT'],
  ['TRIP', 'TRIP'],
  ['VEHICLE', 'VEHICLE'],
]);

/**
 * The records that an entry names beside its own: those that its author names, then those of the team that the transaction writes and that
 * have no entry in it, in the order of the writes. At most {@link MOST_AFFECTED}: a collection of more trips or documents lists them itself.
 */
export function affectedBy(
  teamId: string,
  { affects: named = [], ...own }: AuditedRecord & Pick<AuditEvent, 'affects'>,
  changed: readonly ChangedItem[],
): AuditedRecord[] {
  const told = new Set([own, ...changed.flatMap((item) => entryOf(teamId, item) ?? [])].map(nameOfRecord));
  const written = changed.flatMap((item) => recordOf(teamId, item) ?? []).filter((one) => !told.has(nameOfRecord(one)));
  const others = [...named, ...written];
  return [...new Map(others.map((one) => [nameOfRecord(one), one])).values()].slice(0, MOST_AFFECTED);
}

function recordOf(teamId: string, { pk, sk }: ChangedItem): AuditedRecord | undefined {
  const [kind = '', entityId = '', ...rest] = sk.split('#');
  const entityType = RECORDS.get(kind);
  if (pk !== ofTeam(teamId) || entityType === undefined || rest.length > 0 || !isUuid(entityId)) return undefined;
  return { entityType, entityId };
}

/** The record of an audit entry: `TEAM#<team>#TRIP#<id>` / `EVENT#<entry>`. */
function entryOf(teamId: string, { pk, sk }: ChangedItem): AuditedRecord | undefined {
  const [, team, kind, entityId = ''] = pk.split('#');
  const entityType = [...RECORDS.values()].find((one) => one === kind);
  return sk.startsWith('EVENT#') && team === teamId && entityType ? { entityType, entityId } : undefined;
}
