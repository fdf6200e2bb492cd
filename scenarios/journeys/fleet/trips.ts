import { expectRefused, expectSame, expectStatus } from '../../expect';
import type { Body, Query } from '../../steps/desk';
import { changeTrip, listTrips, planTrip, readTrip } from '../../steps/trips';
import { expectPages, idsOf } from './lists';
import { offlineLeg } from './offline';
import { NOWHERE } from './scene';
import { type TripContext, underWayLeg } from './under-way';

const LATE = '2026-03-20T12:00:00Z';

/** Trips: planned, listed by every filter, changed, and driven. */
export async function tripsLeg(testContext: TripContext): Promise<void> {
  const { colleague, drivers, vehicles, client, route } = testContext;
  const plan = async (body: Body<'createTrip'>) => (await expectStatus(201, planTrip(colleague, body))).id;
  const first = await plan({
    driverId: drivers.oscar,
    vehicleId: vehicles.kenworth,
    clientId: client,
    routeId: route,
    // Eleven at night on the 9th in the team's zone: a day later in UTC.
    startDate: '2026-03-10T05:00:00Z',
    endDate: '2026-03-10T18:00:00Z',
    cargoDescription: 'Lámina',
    revenue: 48_500.5,
  });
  const second = await plan({ driverId: drivers.ana, vehicleId: vehicles.volvo, startDate: '2026-03-11T12:00:00Z' });
  const third = await plan({ startDate: '2026-03-12T12:00:00Z', clientId: client });
  await listLeg(testContext, { first, second, third });
  await changeLeg(testContext, first, third);
  await underWayLeg(testContext, first, second);
  await offlineLeg(testContext, await plan({ driverId: drivers.oscar, vehicleId: vehicles.kenworth, startDate: LATE }));
}

async function listLeg(
  testContext: TripContext,
  trips: { first: string; second: string; third: string },
): Promise<void> {
  const { colleague, drivers, vehicles, client, untyped } = testContext;
  const { first, second, third } = trips;
  const list = (query: Query<'listTrips'>) => listTrips(colleague, query);
  const filters: [Query<'listTrips'>, string[]][] = [
    [{}, [third, second, first]],
    [{ status: 'NO_INICIADO' }, [third, second, first]],
    [{ status: 'EN_PROCESO' }, []],
    [{ driverId: drivers.oscar }, [first]],
    [{ vehicleId: vehicles.volvo }, [second]],
    [{ clientId: client }, [third, first]],
    [{ from: '2026-03-09', to: '2026-03-09' }, [first]],
    [{ from: '2026-03-10', to: '2026-03-11' }, [second]],
    [{ from: '2026-03-10T05:00:00Z', to: '2026-03-10T05:00:00Z' }, [first]],
    [{ driverId: drivers.ana, status: 'NO_INICIADO', from: '2026-03-12' }, []],
  ];
  for (const [query, wanted] of filters) {
    expectSame(await idsOf(list, query), wanted, JSON.stringify(query));
    await expectPages(list, query);
  }
  const broken: [Query<'listTrips'>, string][] = [
    [{ from: '2026-03-11', to: '2026-03-10' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ driverId: 'nobody' }, 'driverId'],
  ];
  for (const [query, field] of broken) await expectRefused('400 VALIDATION_FAILED', list(query), field);
  const standing = untyped(colleague.fleet).GET(`/teams/${colleague.teamId}/trips?status=PARADO`);
  await expectRefused('400 VALIDATION_FAILED', standing, 'status');
}

async function changeLeg(testContext: TripContext, first: string, third: string): Promise<void> {
  const { colleague, outsider, abroad, drivers, vehicles, foreignClient } = testContext;
  const put = (body: Body<'updateTrip'>, tripId = third) => changeTrip(colleague, tripId, body);
  const read = await expectStatus(200, readTrip(colleague, first));
  expectSame(
    [read.clientName, read.routeName, read.driverName, read.driverPhone, read.vehiclePlate, read.revenue],
    ['Aceros Ávila del Norte', 'Monterrey – CDMX', 'Óscar Núñez Peña', '4421234567', '44-QQ-4Q', 48_500.5],
  );
  // The status is changed elsewhere, and passed over here.
  const changes = { driverId: drivers.oscar, notes: 'Con lona', status: 'COMPLETADO' };
  const assigned = await expectStatus(200, put(changes));
  expectSame([assigned.driverName, assigned.notes, assigned.status], ['Óscar Núñez Peña', 'Con lona', 'NO_INICIADO']);
  expectSame(await expectStatus(200, put({})), assigned);
  const references = {
    driverId: drivers.foreign,
    vehicleId: vehicles.foreign,
    clientId: foreignClient,
    routeId: NOWHERE,
  };
  for (const [field, id] of Object.entries(references)) {
    await expectRefused('400 VALIDATION_FAILED', put({ [field]: id }), field);
    const planned = planTrip(colleague, { startDate: '2026-03-12T12:00:00Z', [field]: id });
    await expectRefused('400 VALIDATION_FAILED', planned, field);
  }
  await expectRefused('400 VALIDATION_FAILED', put({ endDate: '2026-03-01T00:00:00Z' }), 'endDate');
  await expectRefused('404 NOT_FOUND', put({}, NOWHERE));
  await expectRefused('403 FORBIDDEN', readTrip(outsider, first));
  await expectRefused('404 NOT_FOUND', readTrip(abroad, first));
}
