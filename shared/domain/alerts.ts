import * as v from 'valibot';
import { Instant, Uuid } from './fields';

export const ALERT_TYPES = ['TRIP_CANCELLED_WITH_DRAFT'] as const;

/** product.md §6 */
export const Alert = v.object({
  id: Uuid,
  type: v.picklist(ALERT_TYPES),
  status: v.picklist(['OPEN', 'ACKNOWLEDGED', 'RESOLVED']),
  severity: v.picklist(['INFO', 'WARNING', 'CRITICAL']),
  entityType: v.string(),
  entityId: Uuid,
  message: v.string(),
  createdAt: Instant,
});
export type Alert = v.InferOutput<typeof Alert>;
