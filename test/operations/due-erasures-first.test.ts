import { trigger } from '../../functions/triggers/delete-due-erasures';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { tableClient } from '../../shared/platform/table/client';
import { makeTestContext } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { MemoryTable } from '../support/memory-table';

test('data whose term has ended is deleted before interrupted erasures are completed, which can take the whole run', async () => {
  const clients = new Map<() => unknown, unknown>([[tableClient, new MemoryTable(() => 0)]]);
  const { runtime, calls } = makeTestContext({ clients });
  await makeTriggerHandler(trigger, runtime)({}, lambdaContext());
  expect(calls.map(({ resource, action }) => `${resource} ${action}`)).toEqual(['gsi2 Query', 'table Query']);
});
