import { trigger } from '../../functions/triggers/delete-due-erasures';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { tableClient } from '../../shared/platform/table/client';
import { deleteDueErasures } from '../../shared/privacy/delete-due-erasures';
import { DUE_ERASURES } from '../../shared/privacy/erased-person';
import { makeTestContext, someId } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { MemoryTable } from '../support/memory-table';
import { insertIndexed } from '../support/unreadable';

test('data whose term has ended is deleted before interrupted erasures are completed, which can take the whole run', async () => {
  const clients = new Map<() => unknown, unknown>([[tableClient, new MemoryTable(() => 0)]]);
  const { runtime, calls } = makeTestContext({ clients });
  await makeTriggerHandler(trigger, runtime)({}, lambdaContext());
  expect(calls.map(({ resource, action }) => `${resource} ${action}`)).toEqual(['gsi2 Query', 'table Query']);
});

test('data whose term has ended is deleted although a position before it cannot be read, which is counted', async () => {
  const clients = new Map<() => unknown, unknown>([[tableClient, new MemoryTable(() => 0)]]);
  const { context, use } = makeTestContext({ clients });
  const [teamId, personId] = [someId(), someId()];
  for (const gsi2sk of ['2020-01-01#unreadable', `2020-01-02#${teamId}#${personId}`])
    await insertIndexed({ context }, { gsi2pk: DUE_ERASURES, gsi2sk });
  const failures: unknown[] = [];
  const due = await use(deleteDueErasures)((failure) => failures.push(failure));
  expect([due, failures.length]).toEqual([{ deleted: 1, failed: 1 }, 1]);
});
