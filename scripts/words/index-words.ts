import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { Box, boxKey, searchedBox } from '../../shared/boxes/box';
import { LISTED, listedSteps, Reservation, reservationIndexes, reservationKey } from '../../shared/boxes/reservation';
import { Client, clientKey, SEARCHED_OF_CLIENT, searchedClient } from '../../shared/clients/client';
import { DriverRecord, driverKey, SEARCHED_OF_DRIVER, searchedDriver } from '../../shared/fleet/driver';
import { SEARCHED_OF_VEHICLE, searchedVehicle, VehicleRecord, vehicleKey } from '../../shared/fleet/vehicle';
import { folioIndexes } from '../../shared/invoices/by-folio';
import { InvoiceOfUuid, InvoiceRecord, invoiceOfUuidKey } from '../../shared/invoices/invoice-record';
import { capability, makeDeps } from '../../shared/platform/runtime/capability';
import type { Runtime } from '../../shared/platform/runtime/context';
import { idOfDated } from '../../shared/platform/table/dated-places';
import { unchanged } from '../../shared/platform/table/expression';
import type { ItemKey } from '../../shared/platform/table/keys';
import { check, type Step, update } from '../../shared/platform/table/steps';
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
import { TripRecord, tripKey } from '../../shared/trips/trip';
import { newPlaceSteps, PLACED } from '../../shared/trips/trip-places';
import { newTripWords } from '../../shared/trips/trip-words';

type Plan = (item: unknown) => readonly Step[];

interface Named {
  readonly plan: Plan;
  /** Its place in the list by name, which has all its words. */
  readonly place: (item: unknown) => string | undefined;
}

/** Plans the words of a record of one kind: its place in the list by name and its rows, if it is still as it was read. */
function named<R extends object>(
  schema: v.GenericSchema<unknown, R>,
  key: (teamId: string, id: string) => ItemKey,
  searched: (record: R) => Searched,
  fields: readonly (keyof R & string)[],
): Named {
  return {
    place: (item) => inListByName(searched(v.parse(schema, item))).gsi1sk,
    plan: (item) => {
      const record = v.parse(schema, item);
      const found = searched(record);
      const set = { ...inListByName(found) };
      return [update(key(found.teamId, found.id), { set }, unchanged(record, fields), changed), ...newWordSteps(found)];
    },
  };
}

const changed = () => new Error('it changed meanwhile; run the command again');

/** Plans the row of a trip under its client, vehicle and route. */
const planTrip: Plan = (item) => {
  const trip = v.parse(TripRecord, item);
  const asRead = unchanged(trip, [...PLACED, 'cargoDescription']);
  return [check(tripKey(trip.teamId, trip.id), asRead, changed), ...newPlaceSteps(trip), ...newTripWords(trip)];
};

/** Plans the index keys of a reservation and its row under its client. */
const planReservation: Plan = (item) => {
  const reservation = v.parse(Reservation, item);
  const key = reservationKey(reservation.teamId, reservation.id);
  const set = { ...reservationIndexes(reservation) };
  return [update(key, { set }, unchanged(reservation, LISTED), changed), ...listedSteps(reservation)];
};

/** Plans the place by folio of a stamped document. */
function planInvoice(item: unknown): readonly Step[] {
  const invoice = v.parse(InvoiceRecord, item);
  if (invoice.uuid === undefined) return [];
  return [update(invoiceOfUuidKey(invoice.teamId, invoice.uuid), { set: { ...folioIndexes(invoice) } }, {}, changed)];
}

/** The records that have a list by name, by the beginning of their sort keys. */
const NAMED: Readonly<Record<string, Named>> = {
  'CLIENT#': named(Client, clientKey, searchedClient, SEARCHED_OF_CLIENT),
  'BOX#': named(Box, boxKey, searchedBox, ['economicNumber']),
  'DRIVER#': named(DriverRecord, driverKey, searchedDriver, SEARCHED_OF_DRIVER),
  'VEHICLE#': named(VehicleRecord, vehicleKey, searchedVehicle, SEARCHED_OF_VEHICLE),
  'ROUTE#': named(Route, routeKey, searchedRoute, SEARCHED_OF_ROUTE),
  'ROUTE_POINT#': named(RoutePoint, routePointKey, searchedRoutePoint, SEARCHED_OF_ROUTE_POINT),
};
/** The records that a row lists under their client, or the pointer from their folio fiscal under their folio. */
const LISTED_PLANS: Readonly<Record<string, Plan>> = {
  'TRIP#': planTrip,
  'RESERVATION#': planReservation,
  'INVOICE#': planInvoice,
};
const kindOf = (sk: string): string => sk.slice(0, sk.indexOf('#') + 1);

const Unlisted = v.looseObject({ pk: v.string(), sk: v.string() });
type Unlisted = v.InferOutput<typeof Unlisted>;

/** The records of an older release, which lack words or the row that lists them. It reads the whole table once. */
export async function unlistedRecords(client: DynamoDBDocumentClient, TableName: string): Promise<Unlisted[]> {
  const kinds = [...Object.keys(NAMED), ...Object.keys(LISTED_PLANS)];
  const isKind = kinds.map((_, index) => `begins_with(#sk, :kind${index})`).join(' OR ');
  const pages = paginateScan(
    { client },
    {
      TableName,
      // A row of words begins like a record, and has no team. The rows of clients say which trips and reservations are listed.
      FilterExpression: `((${isKind}) AND (attribute_exists(#team) OR begins_with(#sk, :trip))) OR contains(#pk, :row) OR (begins_with(#sk, :pointer) AND attribute_exists(gsi2pk))`,
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk', '#team': 'teamId' },
      ExpressionAttributeValues: {
        ':row': ROW,
        ':pointer': POINTER,
        ':trip': 'TRIP#',
        ...Object.fromEntries(kinds.map((prefix, index) => [`:kind${index}`, prefix])),
      },
    },
  );
  const records: Unlisted[] = [];
  const listed = new Set<string>();
  for await (const { Items = [] } of pages) {
    for (const item of v.parse(v.array(Unlisted), Items)) {
      if (item.sk.startsWith(POINTER)) listed.add(v.parse(InvoiceOfUuid, item).invoiceId);
      else if (item.pk.includes(ROW)) listed.add(idOfDated(item.sk));
      else if (item.pk.endsWith(WORDS)) listed.add(`${WORDS}${item.sk.split('#')[2]}`);
      else records.push(item);
    }
  }
  return records.filter((record) => !isListed(record, listed));
}

/** In the partition of a row under a client, and of the audit entries of a client. */
const ROW = '#CLIENT#';
const WORDS = '#WORDS';
const POINTER = 'INVOICE_UUID#';

/** A stamped document with a folio. */
const Numbered = v.looseObject({ folio: v.string(), uuid: v.string() });

function isListed(record: Unlisted, listed: ReadonlySet<string>): boolean {
  const { sk, gsi1pk, gsi1sk, clientId } = record;
  const kind = kindOf(sk);
  const hasRow = listed.has(sk.slice(kind.length));
  if (kind === 'TRIP#') {
    const trip = v.parse(TripRecord, record);
    const hasWords = listed.has(`${WORDS}${trip.id}`) || newTripWords(trip).length === 0;
    return hasWords && (hasRow || newPlaceSteps(trip).length === 0);
  }
  if (kind === 'INVOICE#') return hasRow || !v.is(Numbered, record);
  if (kind === 'RESERVATION#') return gsi1pk !== undefined && (clientId === undefined || hasRow);
  return gsi1sk !== undefined && gsi1sk === NAMED[kind]?.place(record);
}

const writeWords = capability(
  { table: ['UpdateItem', 'PutItem', 'ConditionCheckItem'] },
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
    const kind = kindOf(record.sk);
    const plan = NAMED[kind]?.plan ?? LISTED_PLANS[kind];
    try {
      await makeDeps({ writeWords }, runtime, scope).writeWords(plan?.(record) ?? []);
    } catch (failure) {
      failed += 1;
      print(`${record.sk} of ${record.pk}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
  return failed;
}
