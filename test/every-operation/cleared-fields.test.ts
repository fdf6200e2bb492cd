import * as v from 'valibot';
import { entriesOf } from '../../scripts/openapi-operation';
import { clientKey } from '../../shared/clients/client';
import { driverKey } from '../../shared/fleet/driver';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { poolAuthOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { pathParameters } from '../../shared/operation/validate';
import type { ItemKey } from '../../shared/platform/table/keys';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { roadPolicyKey } from '../../shared/road-policy/policy';
import { routeKey } from '../../shared/routes/route';
import { userKey } from '../../shared/teams/user';
import { accounts } from '../support/accounts';
import type { TestAnswer } from '../support/http-event';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { sample } from '../support/sample';
import { insertDriver } from '../support/store-fleet';
import { CASES } from './cases';
import { fields } from './world';

const table = quickTable();
const world = accounts(table);

const ID = '01890a5d-ac96-774b-bcce-b302099a8099';

/** Fields of an edit that take null and are no fields of a record, or that other records decide: substitution.test.ts. */
const ELSEWHERE = ['exchange', 'relations'];

/** null is a request of its own, with a reason, and clears no field of the record: operations/trip-stops.test.ts. */
const WITHDRAWS = 'trips/correct-trip-stop';

const EDITS = CASES.filter(
  ([file, { route, input }]) => /^(?:PUT|PATCH) /.test(route) && input?.body && file !== WITHDRAWS,
);
const clearable = (entry: v.GenericSchema): boolean => v.is(entry, null);
const fieldsOf = ({ input }: Operation) => Object.entries(entriesOf(input?.body));

const CLEARED = EDITS.flatMap(([file, operation]) =>
  fieldsOf(operation).flatMap(([field, entry]) =>
    clearable(entry) && !ELSEWHERE.includes(field) ? [[file, field, operation, entry] as const] : [],
  ),
);

/** Fields of a PUT or PATCH that may be absent and take no null, because they are no optional fields of a record. */
const NO_FIELDS_OF_A_RECORD: Readonly<Record<string, readonly string[]>> = {
  'trips/update-trip-status': ['coordsLat', 'coordsLng'],
  'trips/update-own-trip-status': ['coordsLat', 'coordsLng'],
  'box-reservations/close-reservation': ['actualEndAt'],
  'routes/set-route-line': ['tripId'],
  'invoices/edit-invoice': ['items', 'paymentForm', 'paymentMethod', 'cfdiUse', 'currency'],
};

const REFERRED = ['CLIENT', 'ROUTE', 'DRIVER', 'VEHICLE'];

/** Fields that need another one beside them. */
const BESIDE: Readonly<Record<string, object>> = { noCartaPorteReason: { cartaPorte: null } };

/** A record that the operation can edit, its caller, and the request's path. */
async function openEdit(operation: Operation) {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const given = pathParameters(operation.route).map((name) => [name, name === 'teamId' ? teamId : ID]);
  const path: Record<string, string> = Object.fromEntries(given);
  const own = operation.entity?.({ path, caller: { id: office.id, teamId } });
  const put = <S extends v.GenericSchema>(key: ItemKey<S>) => {
    const record = v.parse(key.schema, { ...fields(sample(key.schema, 'minimal')), id: ID, teamId });
    return putItem(key, fields(record));
  };
  const referred = [
    put(clientKey(teamId, ID)),
    put(routeKey(teamId, ID)),
    put(driverKey(teamId, ID)),
    put(vehicleKey(teamId, ID)),
  ];
  const isThere = own === undefined || own.sk === 'TEAM' || REFERRED.some((kind) => own.sk === `${kind}#${ID}`);
  await transact(testContext.context, [...referred, ...(isThere ? [] : [put(own)])]);
  if (poolAuthOf(operation.auth)?.pool === 'staff') {
    return { desk: office, path, key: own ?? ONE_FOR_EACH_TEAM[operation.id]?.(teamId) ?? userKey(office.id) };
  }
  const driver = await insertDriver(testContext, { ...DRIVER_WITH_ACCESS, teamId });
  return { desk: await office.cab(driver), path, key: driverKey(teamId, driver.id) };
}

/** Items that a team may not have yet, so that an operation cannot name them as its entity. */
const ONE_FOR_EACH_TEAM: Readonly<Record<string, (teamId: string) => ItemKey>> = { changeRoadPolicy: roadPolicyKey };

const DRIVER_WITH_ACCESS = { sub: ID, appAccessStatus: 'ACTIVE' } as const;

/** The record in an answer, bare or wrapped. */
function recordIn({ status, body }: TestAnswer): Record<string, unknown> {
  expect([status, body.error, body.field, body.message]).toEqual([
    200,
    undefined,
    undefined,
    body.driver && expect.any(String),
  ]);
  return fields(body.driver ?? body.team ?? body);
}

test('desk 1.1: each field of an edit is required in its record, can be cleared, or is listed above', () => {
  const others = EDITS.map(([file, operation]) => {
    const kept = fieldsOf(operation).filter(([, entry]) => entry.type === 'optional' && !clearable(entry));
    return [file, kept.map(([field]) => field)] as const;
  });
  expect(Object.fromEntries(others.filter(([, names]) => names.length > 0))).toEqual(NO_FIELDS_OF_A_RECORD);
  expect(CLEARED.length).toBeGreaterThan(80);
});

describe.each(CLEARED)('%s: %s', (_, field, operation, entry) => {
  const empty = v.parse(entry, null);
  const value = sample(entry);

  it.each(typeof value === 'string' ? [null, ''] : [null])(
    'desk 1.1: is set, is cleared by %j, and is gone from the answer and from the item',
    async (nothing) => {
      const { desk, path, key } = await openEdit(operation);
      const send = async (sent: unknown) =>
        recordIn(await desk.send(operation, { path, body: { ...BESIDE[field], [field]: sent } }))[field];
      expect(await send(value)).toEqual(expect.anything());
      expect((await send(nothing)) ?? null).toEqual(empty);
      const [item] = await table.partition(key.pk, key.sk);
      expect(fields(item)[field] ?? null).toEqual(empty);
    },
  );
});
