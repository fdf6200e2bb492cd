import * as v from 'valibot';
import { instantOfUuid } from '../platform/runtime/uuid';
import { AuditEvent, eventAt, type ListedEvent } from './audit-event';

/** The text that `eventKeysWithText` adds to a sort key, beside the place. `at` follows from the identifier. */
const InKey = v.pick(AuditEvent, ['action', 'actorId', 'changes', 'previousStatus', 'newStatus']);
const TEXT_BEGINS = '#{';

/** The sort key without its text. */
export const eventPositionOf = (sortKey: string): string => sortKey.split(TEXT_BEGINS, 1).join('');

/** The event that a sort key shows, if it has a text. */
export function eventInKey(sortKey: string): ListedEvent | undefined {
  const start = sortKey.indexOf(TEXT_BEGINS);
  if (start < 0) return undefined;
  const { fact, ...place } = eventAt(sortKey);
  return {
    ...place,
    at: instantOfUuid(place.id).toISOString(),
    ...v.parse(InKey, JSON.parse(sortKey.slice(start + 1))),
  };
}
