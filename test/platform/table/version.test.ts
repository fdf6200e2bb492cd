import * as v from 'valibot';
import { clientKey } from '../../../shared/clients/client';
import { driverKey } from '../../../shared/fleet/driver';
import { vehicleKey } from '../../../shared/fleet/vehicle';
import { Allocated } from '../../../shared/invoices/allocated';
import { invoiceKey } from '../../../shared/invoices/invoice-record';
import { key } from '../../../shared/platform/table/keys';
import { update } from '../../../shared/platform/table/steps';
import { assertMatch, isVersioned, mismatch, Version, versionHeld } from '../../../shared/platform/table/version';
import { tripKey } from '../../../shared/trips/trip';
import { WebhookEndpoint } from '../../../shared/webhook-endpoints/endpoint';

const ID = '0198a000-0000-7000-8000-000000000001';
const gone = () => new Error('gone');

describe('integrations 4: the version of a record', () => {
  test.each([clientKey, driverKey, invoiceKey, tripKey, vehicleKey])('is in the schema of %p', (keyOf) => {
    expect(isVersioned(keyOf(ID, ID).schema)).toBe(true);
  });

  test.each([Allocated, WebhookEndpoint, v.object({ version: v.optional(v.number(), 0) }), v.unknown(), {}])(
    'is no other field of this name',
    (schema) => {
      expect(isVersioned(schema)).toBe(false);
    },
  );

  test('is raised in the expression of the change, beside what the change adds itself', () => {
    const versioned = key(v.object({ version: Version, count: v.number() }), `TEAM#${ID}`, 'X');
    const { Update } = update(versioned, { set: { a: 1 }, add: { count: 2 } }, {}, gone).write('table');
    const { UpdateExpression, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = Update ?? {};
    expect(UpdateExpression).toBe('SET #n1 = :v0 ADD #n2 :v1, #n3 :v2');
    expect([names, values]).toEqual([
      { '#n0': 'pk', '#n1': 'a', '#n2': 'count', '#n3': 'version' },
      { ':v0': 1, ':v1': 2, ':v2': 1 },
    ]);
    const other = key(v.object({ count: v.number() }), `TEAM#${ID}`, 'X');
    expect(update(other, { set: { a: 1 } }, {}, gone).write('table').Update?.UpdateExpression).toBe('SET #n1 = :v0');
  });

  test('that the writer accepts is held by the write; absent, and 0, are the same', () => {
    expect(versionHeld([3], { version: 3 })).toEqual({ equals: { version: 3 } });
    expect(versionHeld([0], {})).toEqual({ absentOrAtMost: { version: 0 } });
    for (const any of [undefined, '*'] as const)
      expect([versionHeld(any, {}), mismatch(any, {})]).toEqual([{}, undefined]);
    expect(mismatch([], { version: 3 })).toMatchObject({ code: 'PRECONDITION_FAILED', version: 3 });
    expect(mismatch([2], undefined)).toBeUndefined();
    expect(() => assertMatch([2, 4], { version: 3 })).toThrow('changed since you read it');
    expect(() => assertMatch([2, 3], { version: 3 })).not.toThrow();
  });
});
