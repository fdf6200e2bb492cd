import * as v from 'valibot';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { Instant } from '../platform/values/fields';
import { Alert } from './alert';

export const alertsOf = (teamId: string) => part(Alert, ofTeam(teamId), 'ALERT#');
export const alertKey = (teamId: string, alertId: string) => key(Alert, ofTeam(teamId), `ALERT#${alertId}`);
export const alertsInStatus = (teamId: string, status: Alert['status']) => ({
  gsi1pk: `TEAM#${teamId}#ALERTS#${status}`,
});
export const alertIndexes = (teamId: string, alert: Pick<Alert, 'id' | 'status'>): IndexKeys => ({
  ...alertsInStatus(teamId, alert.status),
  gsi1sk: alert.id,
});

/** That an alert which is raised once for its occasion was raised. */
export const AlertMark = v.object({ at: Instant });
export const alertMarkKey = (teamId: string, { type, entityId }: Pick<Alert, 'type' | 'entityId'>, occasion: string) =>
  key(AlertMark, ofTeam(teamId), `ALERTED#${type}#${entityId}#${occasion}`);
