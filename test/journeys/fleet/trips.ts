import assert from 'node:assert/strict';
import { expectRefused, expectStatus } from '../http';
import type { Planning } from './clients-and-routes';
import type { Drivers } from './drivers';
import { expectPages, idsOf } from './lists';
import { create, NOWHERE, type Scene } from './scene';
import { underWayLeg } from './under-way';
import type { Vehicles } from './vehicles';

/** All that the trips are told with. */
export interface TripScene extends Scene, Planning {
  readonly drivers: Drivers;
  readonly vehicles: Vehicles;
}

/** Trips: planned, listed by every filter, changed, and driven. */
export async function tripsLeg(scene: TripScene): Promise<void> {
  const { send, team, colleague, drivers, vehicles, client, route } = scene;
  const plan = (body: object) => create(send, colleague, `POST /teams/${team}/trips`, body);
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
  await listLeg(scene, { first, second, third });
  await changeLeg(scene, first, third);
  await underWayLeg(scene, first, second);
}

async function listLeg(scene: TripScene, trips: { first: string; second: string; third: string }): Promise<void> {
  const { send, team, colleague, drivers, vehicles, client } = scene;
  const { first, second, third } = trips;
  const list = { send, token: colleague, path: `/teams/${team}/trips`, plural: 'trips' };
  const filters: [Record<string, string>, string[]][] = [
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
    assert.deepEqual(await idsOf(list, query), wanted, JSON.stringify(query));
    await expectPages(list, query);
  }
  const broken: [Record<string, string>, string][] = [
    [{ from: '2026-03-11', to: '2026-03-10' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ status: 'PARADO' }, 'status'],
    [{ driverId: 'nobody' }, 'driverId'],
  ];
  for (const [query, field] of broken) {
    const sent = send(`GET ${list.path}?${new URLSearchParams(query)}`, { token: colleague });
    await expectRefused('400 VALIDATION_FAILED', sent, field);
  }
}

async function changeLeg(scene: TripScene, first: string, third: string): Promise<void> {
  const { send, team, colleague, outsider, drivers, vehicles, foreignClient } = scene;
  const put = (body: object, trip = third) => send(`PUT /teams/${team}/trips/${trip}`, { token: colleague, body });
  const read = await expectStatus(200, send(`GET /teams/${team}/trips/${first}`, { token: colleague }));
  assert.deepEqual(
    [read.clientName, read.routeName, read.driverName, read.driverPhone, read.vehiclePlate, read.revenue],
    ['Aceros Ávila del Norte', 'Monterrey – CDMX', 'Óscar Núñez Peña', '4421234567', '44-QQ-4Q', 48_500.5],
  );
  const assigned = await expectStatus(200, put({ driverId: drivers.oscar, notes: 'Con lona', status: 'COMPLETADO' }));
  assert.deepEqual(
    [assigned.driverName, assigned.notes, assigned.status],
    ['Óscar Núñez Peña', 'Con lona', 'NO_INICIADO'],
  );
  assert.deepEqual(await expectStatus(200, put({})), assigned);
  const references = {
    driverId: drivers.foreign,
    vehicleId: vehicles.foreign,
    clientId: foreignClient,
    routeId: NOWHERE,
  };
  for (const [field, id] of Object.entries(references)) {
    await expectRefused('400 VALIDATION_FAILED', put({ [field]: id }), field);
    const body = { startDate: '2026-03-12T12:00:00Z', [field]: id };
    await expectRefused('400 VALIDATION_FAILED', send(`POST /teams/${team}/trips`, { token: colleague, body }), field);
  }
  await expectRefused('400 VALIDATION_FAILED', put({ endDate: '2026-03-01T00:00:00Z' }), 'endDate');
  await expectRefused('404 NOT_FOUND', put({}, NOWHERE));
  await expectRefused('403 FORBIDDEN', send(`GET /teams/${team}/trips/${first}`, { token: outsider }));
  const elsewhere = send(`GET /teams/${scene.otherTeam}/trips/${first}`, { token: outsider });
  await expectRefused('404 NOT_FOUND', elsewhere);
}
