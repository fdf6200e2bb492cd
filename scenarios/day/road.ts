import type { Fleet } from '../../client/src/index';
import { ROAD, STOPS } from '../freight';
import { pesos, type Teller } from '../print/teller';
import type { Desk } from '../steps/desk';
import { readDriver } from '../steps/fleet';
import { ping, readBalance, readLocation, readTimeline, setOwnTripStatus, startTrip } from '../steps/trips';
import type { Prepared } from './office';

/** The driver starts, is heard of along the road, and arrives; the office sees where. */
export async function driverDrives(teller: Teller, { desk, tripId }: Prepared, app: Fleet): Promise<void> {
  teller.chapter('The road, Monterrey → Ciudad de México');
  const [{ lat, lng }, , last] = STOPS;
  await teller.tell(
    200,
    startTrip(app, tripId, { lat, lng }),
    ({ previousStatus, newStatus }) =>
      `${previousStatus} → ${newStatus}; driver and truck EN_VIAJE, in one transaction`,
  );
  for (const { at, ...position } of ROAD) {
    await teller.tell(200, ping(app, tripId, position), () => `${at}, ${position.speedKmh} km/h: one write, no read`);
  }
  await teller.tell(
    200,
    readLocation(desk, tripId),
    (seen) => `The office sees the truck at ${seen.lat}, ${seen.lng}, ${seen.ageSeconds} s ago`,
  );
  await teller.tell(
    200,
    setOwnTripStatus(app, tripId, { status: 'COMPLETADO', coordsLat: last.lat, coordsLng: last.lng }),
    ({ previousStatus, newStatus }) => `${previousStatus} → ${newStatus}; driver and truck are free again`,
  );
}

/** What the office has of a trip that is over. */
export async function officeReads(teller: Teller, { desk, tripId, driverId }: Prepared): Promise<void> {
  teller.chapter('What stays');
  await teller.tell(200, readDriver(desk, driverId), ({ driver }) => `${driver.name} is ${driver.status}`);
  await teller.tell(200, readTimeline(desk, tripId), ({ timeline }) =>
    timeline.map(({ newStatus, at }) => `${newStatus} ${at.slice(11, 19)}`).join(', '),
  );
  await tellBalance(teller, desk, tripId);
}

/** The amount of a trip that is still to be paid. */
export const tellBalance = (teller: Teller, desk: Desk, tripId: string) =>
  teller.tell(
    200,
    readBalance(desk, tripId),
    ({ revenue, paid, balance }) => `Revenue ${pesos(revenue)}, paid ${pesos(paid)}, to collect ${pesos(balance)}`,
  );
