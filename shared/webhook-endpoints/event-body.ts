import { renderEvent } from '../events/event';
import { eventTypeOf } from '../events/event-type';
import type { DeliveryMessage } from './delivery';

export const TEST_TYPE = 'webhook.test';

/** The type of the event in a message. Undefined for an entry that is no event. */
export const typeOf = ({ event, isTest }: Pick<DeliveryMessage, 'event' | 'isTest'>): string | undefined =>
  isTest ? TEST_TYPE : eventTypeOf(event);

/** The body of every attempt: it depends on the entry alone, so that each has the same bytes. */
export function bodyOf({ teamId, event, isTest }: DeliveryMessage): string {
  if (!isTest) return renderEvent(teamId, event) ?? '';
  const { id, at, entityType, entityId, action, actorId } = event;
  const entity = { type: entityType, id: entityId };
  const data = { teamId, entity, action, actor: { type: 'MEMBER', id: actorId } };
  return JSON.stringify({ id, type: TEST_TYPE, timestamp: at, data });
}
