import type { DeliveryMessage, DeliveryRow } from './delivery';
import { type EndpointRecord, validSecrets } from './endpoint';
import { WANTS_TOLERANCES, wants } from './wants';

/**
 * The rules that decide about deliveries. They stand in one value, so that the proof can leave out one after the other and see that it is
 * needed (docs/decisions/0079).
 */
export const DELIVERY_RULES = {
  isWanted: (endpoint: EndpointRecord, type: string, idTime: number, actorId: string): boolean =>
    wants(endpoint, type, idTime, WANTS_TOLERANCES) && !endpoint.exceptActorIds?.includes(actorId),
  /** False for a message whose attempt was made, or whose row was redelivered since. */
  isCurrent: (row: DeliveryRow | undefined, { generation, attempt }: DeliveryMessage): boolean =>
    row === undefined
      ? attempt === 1
      : row.state === 'PENDING' && row.generation === generation && row.attempts === attempt - 1,
  secretsOf: validSecrets,
  /** The time between reading an endpoint and sending to it. */
  sendWithinMs: 5_000,
  /** After the claim of a row the sweep leaves it alone for so long. */
  leaseMs: 15 * 60_000,
  mostClaims: 30,
  /** The reconciler leaves entries alone that are younger: the stream and the queue are at work with them. */
  reconcileAfterMs: 60 * 60_000,
};
export type DeliveryRules = typeof DELIVERY_RULES;
