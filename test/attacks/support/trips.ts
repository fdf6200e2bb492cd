import { must, textAt } from './http';
import type { Driver, Team, World } from './world';

/** A trip of the driver that is under way. Answers its id. */
export async function tripUnderWay(
  world: World,
  { teamId, owner }: Team,
  { driverId, token }: Driver,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const plate = world.unique('').slice(0, 7);
  const truck = { plate, brand: 'Kenworth', model: 'T680', type: 'TRACTOCAMION', year: 2022 };
  const vehicle = await must(201, owner.send(`POST /teams/${teamId}/vehicles`, truck));
  const freight = { cargoDescription: 'Rollos de acero', cargoWeight: 28_000, revenue: 48_500 };
  const vehicleId = textAt(vehicle.body, 'id');
  const plan = { driverId, vehicleId, startDate: '2026-03-02T06:00:00-06:00', ...freight, ...more };
  const tripId = textAt((await must(201, owner.send(`POST /teams/${teamId}/trips`, plan))).body, 'id');
  await must(200, world.send(`POST /trips/${tripId}/start`, { token }));
  return tripId;
}
