import { Alert, AlertChanges, alertKey } from '../../shared/alerts/alert';
import { shownAlert } from '../../shared/alerts/alert-texts';
import { changeAlertStatus } from '../../shared/alerts/alerts';
import { defineOperation } from '../../shared/operation/define';

/** Acknowledges, resolves or reopens an alert. Sending the current status changes nothing. */
export const operation = defineOperation({
  id: 'updateAlert',
  summary: 'Change the status of an alert',
  route: 'PATCH /teams/{teamId}/alerts/{alertId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'alerts:write' },
  input: { body: AlertChanges },
  output: { status: 200, body: Alert },
  errors: ['ALERT_STATUS', 'CONFLICT'],
  withoutKey: 'SAME',
  uses: { changeAlertStatus },
  entity: ({ path }) => alertKey(path.teamId, path.alertId),
  run: async ({ input, caller, deps, entity }) =>
    shownAlert(await deps.changeAlertStatus(caller, entity, input.body.status)),
});
