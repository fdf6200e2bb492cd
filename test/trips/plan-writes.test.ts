import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableClient } from '../../shared/platform/table/client';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { stopPlanKey } from '../../shared/trips/stop';
import { START, type TestContext } from '../support/engine-runtime';
import { arrival, departure, note, type PhoneRoad, planStops, proof, skip, sync } from '../support/phone';
import { placeAt, stopsAt, tripNow, truckAt } from '../support/phone-stops';
import { tripEnd, tripStart } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { asDriver, insertFleet, insertTrip } from '../support/store-fleet';

const table = quickTable();

type Attributes = Readonly<Record<string, unknown>> | undefined;
/** A write of an item, named by its key or by the item. */
type Written = { readonly Key?: Attributes; readonly Item?: Attributes };

/** The writes of a command. */
function writesOf(command: unknown): Written[] {
  if (command instanceof TransactWriteCommand)
    return (command.input.TransactItems ?? []).flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
  const isWrite = command instanceof PutCommand || command instanceof UpdateCommand || command instanceof DeleteCommand;
  return isWrite ? [command.input] : [];
}

/** A context, some minutes after the start, with the sort keys of all items that it writes. */
function watched(minutes: number): { readonly testContext: TestContext; readonly written: Set<string> } {
  const written = new Set<string>();
  const inner = table.testContext().context.client(tableClient);
  const send = (command: Parameters<typeof inner.send>[0]) => {
    for (const { Key, Item } of writesOf(command)) written.add(String((Key ?? Item)?.sk));
    return inner.send(command);
  };
  const client: object = Object.create(inner, { send: { value: send } });
  const testContext = table.testContext({ clients: new Map([[tableClient, client]]) });
  testContext.pass(minutes * 60_000);
  return { testContext, written };
}

/** A trip that has not begun, with two stops that have places and of which the first requires a photo. */
async function planRoad(): Promise<PhoneRoad> {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const trip = await insertTrip(testContext, fleet, { revenue: 1_000 });
  const stopIds = await planStops(testContext, fleet, trip);
  const stops = stopsAt([1, 2]).map((stop, index) => ({
    ...{ ...stop, id: stopIds[index] },
    ...(index === 0 && { requires: ['PHOTO' as const] }),
  }));
  const road = { fleet, trip: { ...trip, stopsRevision: 1 }, stopIds };
  await testContext.use(editStops)(fleet.actor, road.trip, { stopsRevision: 1, stops });
  return road;
}

describe('road 9: the plan of a trip', () => {
  test('road 9: is written by no driver: neither by facts, positions and pings, nor by start and end', async () => {
    const road = await planRoad();
    const { fleet } = road;
    const planSk = stopPlanKey(road.trip.teamId, road.trip.id).sk;
    const { testContext, written } = watched(60);
    const send = (...items: object[]) => sync(testContext, fleet, items);
    const minutes = Array.from({ length: 40 }, (_, index) => index + 1);
    await send(tripStart(road));
    for (const minute of minutes) await send(truckAt(road, minute, 60 * minute));
    await testContext.use(recordPing)(asDriver(fleet), road.trip.id, placeAt(2_400));
    await send(truckAt(road, 0.5, 30));
    await send(
      arrival(road, 0),
      departure(road, 0),
      skip(road, 1),
      proof(road, 0),
      proof(road, undefined),
      note(road, 'x'),
    );
    await send(tripEnd(road, 50));
    await send(arrival(road, 1), truckAt(road, 45, 2_000));
    expect((await tripNow(testContext, road)).status).toBe('COMPLETADO');
    const tapped = await planRoad();
    const tap = (to: 'EN_PROCESO' | 'COMPLETADO') =>
      testContext.use(moveOwnTrip)(asDriver(tapped.fleet), tapped.trip.id, to, undefined);
    expect((await tap('EN_PROCESO')).trip.status).toBe('EN_PROCESO');
    expect((await tap('COMPLETADO')).trip.status).toBe('COMPLETADO');
    expect(written.size).toBeGreaterThan(10);
    expect([...written].filter((sk) => sk === planSk)).toEqual([]);
  });

  test('road 4: is written by an edit, and not by a correction', async () => {
    const road = await planRoad();
    const planSk = stopPlanKey(road.trip.teamId, road.trip.id).sk;
    const office = watched(0);
    const trip = await tripNow(office.testContext, road);
    const body = { status: 'SALIO', at: new Date(START).toISOString(), reason: 'x' } as const;
    await office.testContext.use(correctStop)(road.fleet.actor, trip, road.stopIds[0], body);
    expect(office.written.has(planSk)).toBe(false);
    await office.testContext.use(editStops)(road.fleet.actor, await tripNow(office.testContext, road), {
      stopsRevision: 3,
      stops: stopsAt([3]),
    });
    expect(office.written.has(planSk)).toBe(true);
  });
});
