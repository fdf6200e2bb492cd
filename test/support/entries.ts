import * as v from 'valibot';
import { AuditEvent, type AuditedEntity, eventsOf } from '../../shared/audit/audit-event';
import type { TestTable } from './test-table';

/** The stored audit entries of a record, the oldest first. */
export async function entriesOf(
  table: TestTable,
  teamId: string,
  entityType: AuditedEntity,
  entityId: string,
): Promise<AuditEvent[]> {
  const items = await table.partition(eventsOf(teamId, entityType, entityId).pk, 'EVENT#');
  return items.map((item) => v.parse(AuditEvent, item));
}
