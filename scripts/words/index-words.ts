import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { Box, boxKey, searchedBox } from '../../shared/boxes/box';
import { Client, clientKey, SEARCHED_OF_CLIENT, searchedClient } from '../../shared/clients/client';
import { DriverRecord, driverKey, SEARCHED_OF_DRIVER, searchedDriver } from '../../shared/fleet/driver';
import { SEARCHED_OF_VEHICLE, searchedVehicle, VehicleRecord, vehicleKey } from '../../shared/fleet/vehicle';
import { capability, makeDeps } from '../../shared/platform/runtime/capability';
import type { Runtime } from '../../shared/platform/runtime/context';
import { unchanged } from '../../shared/platform/table/expression';
import type { ItemKey } from '../../shared/platform/table/keys';
import { type Step, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { inListByName, type Searched } from '../../shared/platform/table/word-keys';
import { newWordSteps } from '../../shared/platform/table/word-rows';
import { Route, routeKey, SEARCHED_OF_ROUTE, searchedRoute } from '../../shared/routes/route';
import {
  RoutePoint,
  routePointKey,
  SEARCHED_OF_ROUTE_POINT,
  searchedRoutePoint,
} from '../../shared/routes/route-point';

type Plan = (item: unknown) => readonly Step[];

/** Plans the words of a record of one kind: its place in the list by name and its rows, if it is still as it was read. */
const planOf =
  <R extends object>(
    schema: v.GenericSchema<unknown, R>,
    key: (teamId: string, id: string) => ItemKey,
    searched: (record: R) => Searched,
    fields: readonly (keyof R & string)[],
  ): Plan =>
  (item) => {
    const record = v.parse(schema, item);
    const found = searched(record);
    const changed = () => new Error('it changed meanwhile; run the command again');
    const set = { ...inListByName(found) };
    return [update(key(found.teamId, found.id), { set }, unchanged(record, fields), changed), ...newWordSteps(found)];
  };

/** The records that a search finds, by the beginning of their sort keys. */
const PLANS: Readonly<Record<string, Plan>> = {
  'CLIENT#': planOf(Client, clientKey, searchedClient, SEARCHED_OF_CLIENT),
  'BOX#': planOf(Box, boxKey, searchedBox, ['economicNumber']),
  'DRIVER#': planOf(DriverRecord, driverKey, searchedDriver, SEARCHED_OF_DRIVER),
  'VEHICLE#': planOf(VehicleRecord, vehicleKey, searchedVehicle, SEARCHED_OF_VEHICLE),
  'ROUTE#': planOf(Route, routeKey, searchedRoute, SEARCHED_OF_ROUTE),
  'ROUTE_POINT#': planOf(RoutePoint, routePointKey, searchedRoutePoint, SEARCHED_OF_ROUTE_POINT),
};

const Unlisted = v.looseObject({ pk: v.string(), sk: v.string() });
export type Unlisted = v.InferOutput<typeof Unlisted>;

/** The records of an older release, which have no words. It reads the whole table once. */
export async function unlistedRecords(client: DynamoDBDocumentClient, TableName: string): Promise<Unlisted[]> {
  const prefixes = Object.keys(PLANS);
  const isKind = prefixes.map((_, index) => `begins_with(#sk, :kind${index})`).join(' OR ');
  const pages = paginateScan(
    { client },
    {
      TableName,
      // A row of words begins like a record, and has no team.
      FilterExpression: `(${isKind}) AND attribute_exists(#team) AND attribute_not_exists(#place)`,
      ExpressionAttributeNames: { '#sk': 'sk', '#team': 'teamId', '#place': 'gsi1pk' },
      ExpressionAttributeValues: Object.fromEntries(prefixes.map((prefix, index) => [`:kind${index}`, prefix])),
    },
  );
  const records: Unlisted[] = [];
  for await (const { Items = [] } of pages) records.push(...v.parse(v.array(Unlisted), Items));
  return records;
}

const writeWords = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) => (steps: readonly Step[]) => transact(context, steps),
);

/** The time for one record. */
const MILLISECONDS = 30_000;

/** Writes the words of records. A failed one does not stop the others. Returns the number of failures. */
export async function indexWords(
  runtime: Runtime,
  records: readonly Unlisted[],
  print: (line: string) => void,
): Promise<number> {
  let failed = 0;
  for (const record of records) {
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    const scope = { requestId: `index-words ${record.sk}`, remaining: () => MILLISECONDS, meter };
    const plan = PLANS[record.sk.slice(0, record.sk.indexOf('#') + 1)];
    try {
      await makeDeps({ writeWords }, runtime, scope).writeWords(plan?.(record) ?? []);
    } catch (failure) {
      failed += 1;
      print(`${record.sk} of ${record.pk}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  return failed;
}
