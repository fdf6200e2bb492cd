import type { AuditedEntity, AuditedRecord } from '../audit/audit-event';
import { type FileRecord, nounOf } from './file';

const RECORD_NOUNS: ReadonlyMap<string, AuditedEntity> = new Map([
  ['team', 'TEAM'],
  ['driver', 'DRIVER'],
  ['vehicle', 'VEHICLE'],
  ['client', 'CLIENT'],
  ['trip', 'TRIP'],
  ['invoice', 'INVOICE'],
  ['box', 'BOX'],
  ['reservation', 'BOX_RESERVATION'],
  ['route', 'ROUTE'],
]);

/** The record that a file's event names beside the file. Empty for a file of a person, and for the front end's own types. */
export function recordsOfFile({ entityType, entityId }: Pick<FileRecord, 'entityType' | 'entityId'>): AuditedRecord[] {
  const kind = RECORD_NOUNS.get(nounOf(entityType));
  return kind ? [{ entityType: kind, entityId }] : [];
}
