import { ALERT_STATUSES, type Alert, type AlertStatus, alertIndexes, alertKey } from '../../shared/alerts/alert';
import { changeAlertStatus, resolutionSteps } from '../../shared/alerts/alerts';
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

const endCause = async ({ actor, alert, context }: Awaited<ReturnType<typeof insertAlert>>) => {
  const changed = () => new Error('The alert changed.');
  await transact(context, await resolutionSteps(context, actor.teamId, [alert.id], changed));
};

describe.each(['OPEN', 'ACKNOWLEDGED'] as const)('desk 2.2: the end of its cause, of an alert that is %s', (status) => {
  test('resolves it, and says that no member did', async () => {
    const inserted = await insertAlert(status);
    await endCause(inserted);
    const after = await getItem(inserted.context, inserted.key);
    expect(after).toEqual({ ...inserted.alert, status: 'RESOLVED', resolvedBy: 'SYSTEM' });
  });

  test('is forgotten when a member opens it again', async () => {
    const { key, ...inserted } = await insertAlert(status);
    await endCause({ key, ...inserted });
    const resolved: Alert = { ...inserted.alert, status: 'RESOLVED', resolvedBy: 'SYSTEM' };
    await inserted.use(changeAlertStatus)(inserted.actor, resolved, 'OPEN');
    expect(await getItem(inserted.context, key)).toEqual({ ...inserted.alert, status: 'OPEN' });
  });
});

test('desk 2.2: the end of its cause leaves an alert that a member has resolved', async () => {
  const inserted = await insertAlert('RESOLVED');
  const steps = await resolutionSteps(inserted.context, inserted.actor.teamId, [inserted.alert.id], () => new Error());
  expect(steps).toEqual([]);
});
