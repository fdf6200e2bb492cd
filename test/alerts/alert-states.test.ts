import {
  ALERT_STATUSES,
  type Alert,
  type AlertStatus,
  type AlertType,
  alertIndexes,
  alertKey,
} from '../../shared/alerts/alert';
import { alertText } from '../../shared/alerts/alert-texts';
import { changeAlertStatus, resolutionSteps } from '../../shared/alerts/alerts';
import { reopeningSteps } from '../../shared/alerts/reopen-alert';
import { getItem } from '../../shared/platform/table/read';
import { create, unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { START, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();

async function insertAlert(status: AlertStatus, type: AlertType = 'INVOICE_DUPLICATE') {
  const { context, use } = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const alert: Alert = {
    id: someId(),
    type,
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

/** The steps of the return of the cause, of an alert as it is stored. */
const returnCause = ({ actor, alert, context }: Awaited<ReturnType<typeof insertAlert>>) =>
  reopeningSteps(
    context,
    actor.teamId,
    alert.id,
    { type: alert.type, facts: {} },
    () => new Error('The alert changed.'),
  );

describe('desk 2.2: the return of its cause', () => {
  const markedAlert = async (status: AlertStatus, type?: AlertType) => {
    const inserted = await insertAlert(status, type);
    const marked = update(inserted.key, { set: { resolvedBy: 'SYSTEM' } }, {}, unexpectedConflict('An alert'));
    await transact(inserted.context, [marked]);
    return inserted;
  };

  test('opens an alert that the service has resolved, with the facts of now', async () => {
    const inserted = await markedAlert('RESOLVED');
    const { context, key, alert } = inserted;
    await transact(context, await returnCause(inserted));
    const message = alertText(alert.type, {}).en;
    expect(await getItem(context, key)).toEqual({ ...alert, status: 'OPEN', message, facts: {} });
  });

  test.each([
    ['OPEN', 'PAPER_EXPIRING'],
    ['ACKNOWLEDGED', 'PAPER_EXPIRING'],
    ['OPEN', 'RECEIPT_LATE'],
    ['ACKNOWLEDGED', 'RECEIPT_LATE'],
  ] as const)('leaves an alert that is %s, also one that kept the mark of the service: %s', async (status, type) => {
    expect(await returnCause(await markedAlert(status, type))).toEqual([]);
  });

  test('leaves an alert that a member has resolved', async () => {
    expect(await returnCause(await insertAlert('RESOLVED'))).toEqual([]);
  });

  test.each(['RESOLVED', 'ACKNOWLEDGED'] as const)(
    'leaves an alert that a member opened since it was read, and that is now %s',
    async (status) => {
      const inserted = await insertAlert('OPEN');
      await endCause(inserted);
      const { context, actor, alert, key, use } = inserted;
      const steps = await returnCause(inserted);
      expect(steps).not.toEqual([]);
      const opened = await use(changeAlertStatus)(
        actor,
        { ...alert, status: 'RESOLVED', resolvedBy: 'SYSTEM' },
        'OPEN',
      );
      await use(changeAlertStatus)(actor, opened, status);
      await expect(transact(context, steps)).rejects.toThrow('The alert changed.');
      expect(await getItem(context, key)).toEqual({ ...alert, status });
    },
  );
});
