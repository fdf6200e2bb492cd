import { capability, environmentOfCapabilities, makeDeps } from '../../../shared/platform/runtime/capability';
import { makeContext } from '../../../shared/platform/runtime/context';
import { DeadlineExceeded } from '../../../shared/platform/runtime/deadline';
import type { GrantedPermissions } from '../../../shared/platform/runtime/permissions';
import { makeTestContext } from '../../support/engine-runtime';

const READ = { resource: 'table', action: 'GetItem', families: ['TEAM#'] } as const;

function begin(permissions: GrantedPermissions = { table: ['GetItem'], tableKeys: ['TEAM#'] }, remaining = 29_000) {
  const { runtime, calls } = makeTestContext();
  const scope = { requestId: 'r', remaining: () => remaining, meter: { calls: 0, readUnits: 0, writeUnits: 0 } };
  return { context: makeContext(runtime, scope, permissions), runtime, scope, calls };
}

const later = <T>(milliseconds: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, milliseconds, value));

test('carries the request and the runtime’s seams', () => {
  const { context, runtime, scope } = begin();
  expect(context).toMatchObject(scope);
  const { now, newId, randomBytes, sleep } = runtime;
  expect(context).toMatchObject({ now, newId, randomBytes, sleep });
  expect(context.env('TABLE_NAME')).toBe('fleet-test');
});

describe('a call', () => {
  test('that a right names is sent, and counted', async () => {
    const { context, scope, calls } = begin();
    await expect(context.call(READ, () => later(20, 'sent'))).resolves.toBe('sent');
    expect([calls, scope.meter.calls]).toEqual([[READ], 1]);
  });

  test.each([
    [{}, READ, 'GetItem on table'],
    [{ gsi1: ['GetItem'] }, READ, 'GetItem on table'],
    [{ table: ['GetItem'] }, { ...READ, action: 'PutItem' }, 'PutItem on table'],
    [
      { table: ['PutItem', 'TransactWriteItems'] },
      { ...READ, action: 'TransactWriteItems', needs: ['PutItem', 'UpdateItem', 'DeleteItem'] },
      'UpdateItem, DeleteItem on table',
    ],
    [{ table: ['GetItem'] }, READ, 'TEAM# on tableKeys'],
    [{ table: ['GetItem'], tableKeys: ['USER#'], gsi1Keys: ['TEAM#'] }, READ, 'TEAM# on tableKeys'],
    [
      { table: ['GetItem'], tableKeys: ['TEAM#', 'STAMPING_WORK#'] },
      { ...READ, families: ['TEAM#', 'STAMPING_RUN', 'TEAM', 'USER#'] },
      'STAMPING_RUN, TEAM, USER# on tableKeys',
    ],
  ])('with the rights %j is refused before it leaves: %j', (permissions, call, message) => {
    const { context, scope, calls } = begin(permissions);
    expect(() => context.call(call, async () => 'sent')).toThrow(message);
    expect(() => context.assertGranted(call)).toThrow(message);
    expect([calls, scope.meter.calls]).toEqual([[], 0]);
  });

  test.each(['userToken', 'jwks'] as const)('on %s asks no right', async (resource) => {
    await expect(begin({}).context.call({ resource, action: 'GetUser' }, async () => 'sent')).resolves.toBe('sent');
  });

  test('that is open half a second before the end is given up, and said to be', async () => {
    const { context } = begin(undefined, 510);
    const failure = await context.call(READ, () => later(300, 'late')).catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(DeadlineExceeded);
    expect(failure).toMatchObject({
      name: 'DeadlineExceeded',
      message: 'GetItem on table did not answer in time.',
    });
  });

  test('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await begin().context.call(READ, async () => 'sent');
    expect(timers()).toBe(before);
  });
});

test('a client is made on first use, once for each function that makes one', () => {
  const { context, runtime } = begin();
  const [one, other] = [jest.fn(() => ({})), jest.fn(() => ({}))];
  expect(runtime.clients.size).toBe(0);
  expect(context.client(one)).toBe(context.client(one));
  expect(context.client(one)).not.toBe(context.client(other));
  expect([one, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

const read = capability({ table: ['GetItem'] }, (context) => () => context.call(READ, async () => 'read'));
const write = capability({ table: ['PutItem'] }, (context) => () => context.call(READ, async () => 'read'), ['STAGE']);

describe('capabilities', () => {
  test('are bound to their own rights and no other’s', async () => {
    const { runtime, scope } = begin();
    const deps = makeDeps({ read, write }, runtime, scope);
    expect(Object.keys(deps)).toEqual(['read', 'write']);
    await expect(deps.read()).resolves.toBe('read');
    expect(() => deps.write()).toThrow('GetItem on table');
  });

  test('name the variables that they read beside those of their rights', () => {
    const { environment: _, ...bare } = read;
    expect(read.environment).toEqual([]);
    expect(environmentOfCapabilities([bare, write, read])).toEqual(['STAGE']);
  });

  test('bear the name of their key, so that a stack trace names them', () => {
    const { runtime, scope } = begin();
    const value = capability({}, () => ({ name: 'a value' }));
    const deps = makeDeps({ read, write, value }, runtime, scope);
    expect([deps.read.name, deps.write.name, deps.value]).toEqual(['read', 'write', { name: 'a value' }]);
  });
});

describe('a capability made of others', () => {
  const sign = capability({ assetsObjects: ['PutObject'] }, (context) => () => context.assertGranted(READ));
  const composed = capability.of({ read, write, sign }, (deps, context) => () => ({ deps, context }));

  test('has the permissions and the variables of all its parts', () => {
    expect(composed.permissions).toEqual({
      table: ['GetItem', 'PutItem'],
      tableKeys: ['TEAM#'],
      assetsObjects: ['PutObject'],
    });
    expect(composed.environment).toEqual(['STAGE']);
  });

  test('binds each part to its own permissions, and has none beside them', async () => {
    const { runtime, scope, calls } = begin();
    const { deps, context } = makeDeps({ composed }, runtime, scope).composed();
    await expect(deps.read()).resolves.toBe('read');
    expect([calls, scope.meter.calls]).toEqual([[READ], 1]);
    expect(() => deps.write()).toThrow('GetItem on table');
    expect(() => deps.sign()).toThrow('GetItem on table');
    expect(() => context.call(READ, async () => 'read')).toThrow('GetItem on table');
    expect(() => context.assertGranted(READ)).toThrow('GetItem on table');
    expect(context.now()).toEqual(runtime.now());
    expect(calls).toHaveLength(1);
  });

  test('gives its parts no permission that it was not given itself', () => {
    const { context } = begin({ table: ['PutItem'], tableKeys: ['TEAM#'] });
    const { deps } = composed.make(context)();
    expect(() => deps.read()).toThrow('GetItem on table');
  });

  test('names its parts by their keys, at any depth', () => {
    const { runtime, scope } = begin();
    const outer = capability.of({ composed }, (deps) => () => deps.composed);
    const inner = makeDeps({ outer }, runtime, scope).outer();
    expect([inner.name, inner().deps.write.name]).toEqual(['composed', 'write']);
  });
});
