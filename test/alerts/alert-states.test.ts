import { ALERT_STATUSES, type Alert, type AlertStatus, alertIndexes, alertKey } from '../../shared/alerts/alert';
import { changeAlertStatus } from '../../shared/alerts/alerts';
import { getItem } from '../../shared/platform/table/read';
import { create, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { START, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();

async function insertAlert(status: AlertStatus) {
  const { context, use } = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const alert: Alert = {
    id: someId(),
    type: 'INVOICE_DUPLICATE',
    status,
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    entityId: someId(),
    message: 'Two documents.',
    createdAt: new Date(START).toISOString(),
  };
  const key = alertKey(actor.teamId, alert.id);
  await transact(context, [create(key, alert, unexpectedConflict('An alert'), alertIndexes(actor.teamId, alert))]);
  return { actor, alert, key, context, use };
}

const pairs = ALERT_STATUSES.flatMap((from) =>
  ALERT_STATUSES.filter((to) => to !== from).map((to) => ({ from, to, may: from !== 'RESOLVED' || to === 'OPEN' })),
);

test.each(pairs)('an alert that is $from becomes $to in the table: $may', async ({ from, to, may }) => {
  const { actor, alert, key, context, use } = await insertAlert(from);
  const moved = use(changeAlertStatus)(actor, alert, to);
  if (may) await expect(moved).resolves.toEqual({ ...alert, status: to });
  else await expect(moved).rejects.toMatchObject({ code: 'ALERT_STATUS', field: 'status' });
  expect(await getItem(context, key)).toEqual({ ...alert, status: may ? to : from });
});
