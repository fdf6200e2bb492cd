import { createHash } from 'node:crypto';
import type { Operation } from '../../shared/operation/define';
import { onceFor } from '../../shared/operation/once';
import { bearer } from '../every-operation/unauthenticated';
import { admitUser, exchange, makeWorld, type World } from '../every-operation/world';
import { STAFF_SUB } from '../support/user-pools';
import { createToy, echoToy, signedToy } from './sample-operations';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
  admitUser(world.services);
});

const answerTo = async (key: string | undefined, body: unknown = {}, operation: Operation = createToy) => {
  const headers = { ...bearer(world.tokens.staff), ...(key !== undefined && { 'idempotency-key': key }) };
  return (await exchange(operation, world, { headers, body })).answer;
};

test.each(['1', '01890a5d-ac96-774b-bcce-b302099a8057', '!~'.repeat(127), 'x'.repeat(255)])(
  '%j is a key',
  async (key) => {
    expect(await answerTo(key)).toMatchObject({
      status: 201,
      body: { once: { pool: 'staff', callerId: STAFF_SUB, operationId: 'createToy', key } },
    });
  },
);

test.each(['', ' ', 'two words', 'ñ', 'x'.repeat(256), 'line\nbreak'])('%j is none, and 400', async (key) => {
  expect(await answerTo(key)).toMatchObject({
    status: 400,
    body: { error: 'VALIDATION_FAILED', field: 'Idempotency-Key' },
  });
});

test('without a key nothing is kept', async () => {
  expect(await answerTo(undefined)).toMatchObject({ status: 201, body: { once: null } });
});

test('the same body in another order of unknown fields is the same request, another body is not', async () => {
  const fingerprintOf = async (body: unknown) => {
    const { once } = (await answerTo('k', body)).body;
    return once;
  };
  const first = await fingerprintOf({ name: 'Ana', ignored: 1 });
  expect(await fingerprintOf({ ignored: 2, name: 'Ana' })).toEqual(first);
  expect(await fingerprintOf({ name: 'Eva' })).not.toEqual(first);
});

test('an operation that takes no key ignores one, even a wrong one', async () => {
  expect(await answerTo(' ', {}, echoToy)).toMatchObject({ status: 200 });
});

test('a request is the same by its path and its body, of one caller alone', () => {
  const session = { signedInAt: '2026-03-02T15:00:00.000Z', sessionId: '' };
  const caller = { pool: 'drivers', id: 'driver', teamId: 'team', sub: 'sub', ...session } as const;
  const input = { path: { id: '7' }, body: { name: 'Ana' } };
  expect(onceFor('key', 'createToy', caller, input)).toEqual({
    pool: 'drivers',
    callerId: 'driver',
    operationId: 'createToy',
    key: 'key',
    fingerprint: createHash('sha256').update('[{"id":"7"},{"name":"Ana"}]').digest('hex'),
  });
  expect(onceFor('key', 'createToy', undefined, input)).toBeUndefined();
  expect(onceFor(undefined, 'createToy', caller, input)).toBeUndefined();
});

test('a service that signs what it sends has no key', async () => {
  const body = '{"name":"Ana"}';
  const toy: Operation = { ...signedToy, idempotencyKey: true };
  const headers = { 'x-signed': 'yes', 'idempotency-key': 'key' };
  const { answer, ran } = await exchange(toy, world, { headers, body });
  expect([answer.status, ran[0]?.once]).toEqual([200, undefined]);
});
