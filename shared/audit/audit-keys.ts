import * as v from 'valibot';
import { type IndexKeys, key, part } from '../platform/table/keys';
import { AuditEvent, type AuditedEntity } from './audit-event';

export const eventsOf = (teamId: string, entityType: AuditedEntity, entityId: string) =>
  part(AuditEvent, `TEAM#${teamId}#${entityType}#${entityId}`, 'EVENT#');
export const eventKey = (teamId: string, event: Pick<AuditEvent, 'id' | 'entityType' | 'entityId'>) =>
  key(AuditEvent, eventsOf(teamId, event.entityType, event.entityId).pk, `EVENT#${event.id}`);
export const auditOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#AUDIT` });
export const eventIndexes = (
  teamId: string,
  { id, entityType, entityId }: Pick<AuditEvent, 'id' | 'entityType' | 'entityId'>,
): IndexKeys => ({
  ...auditOfTeam(teamId),
  gsi1sk: `${id}#${entityType}#${entityId}`,
});
/** What a sort key that {@link eventIndexes} wrote says of its event. */
export function eventAt(position: string): Pick<AuditEvent, 'id' | 'entityType' | 'entityId'> {
  const [id, entityType, entityId] = position.split('#');
  return v.parse(v.pick(AuditEvent, ['id', 'entityType', 'entityId']), { id, entityType, entityId });
}
