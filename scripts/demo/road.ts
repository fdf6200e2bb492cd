import * as v from 'valibot';
import type { Prepared } from './office';
import { ROAD, STOPS } from './places';
import { pesos, type Teller } from './teller';

const Moved = v.object({ previousStatus: v.string(), newStatus: v.string() });

/** The driver starts, is heard of along the road, and arrives; the office sees where. */
export async function driverDrives(
  teller: Teller,
  { team, tripId }: Prepared,
  tokens: { readonly office: string; readonly driver: string },
): Promise<void> {
  teller.chapter('The road, Monterrey → Ciudad de México');
  const [first, last] = [STOPS[0], STOPS.at(-1)];
  await teller.tell({
    call: `POST /trips/${tripId}/start`,
    token: tokens.driver,
    body: { lat: first?.lat, lng: first?.lng },
    status: 200,
    answer: Moved,
    tells: ({ previousStatus, newStatus }) =>
      `${previousStatus} → ${newStatus}; driver and truck EN_VIAJE, in one transaction`,
  });
  for (const { at, ...position } of ROAD) {
    await teller.tell({
      call: `POST /trips/${tripId}/location-ping`,
      token: tokens.driver,
      body: position,
      status: 200,
      answer: v.object({ tripId: v.string() }),
      tells: () => `${at}, ${position.speedKmh} km/h: one write, no read`,
    });
  }
  await teller.tell({
    call: `GET /teams/${team}/trips/${tripId}/location`,
    token: tokens.office,
    status: 200,
    answer: v.object({ lat: v.number(), lng: v.number(), ageSeconds: v.number() }),
    tells: ({ lat, lng, ageSeconds }) => `The office sees the truck at ${lat}, ${lng}, ${ageSeconds} s ago`,
  });
  await teller.tell({
    call: `PATCH /trips/${tripId}/status`,
    token: tokens.driver,
    body: { status: 'COMPLETADO', coordsLat: last?.lat, coordsLng: last?.lng },
    status: 200,
    answer: Moved,
    tells: ({ previousStatus, newStatus }) => `${previousStatus} → ${newStatus}; driver and truck are free again`,
  });
}

/** What the office has of a trip that is over. */
export async function officeReads(teller: Teller, { team, tripId, driverId }: Prepared, token: string): Promise<void> {
  teller.chapter('What stays');
  await teller.tell({
    call: `GET /teams/${team}/drivers/${driverId}`,
    token,
    status: 200,
    answer: v.object({ driver: v.object({ name: v.string(), status: v.string() }) }),
    tells: ({ driver }) => `${driver.name} is ${driver.status}`,
  });
  await teller.tell({
    call: `GET /teams/${team}/trips/${tripId}/timeline`,
    token,
    status: 200,
    answer: v.object({ timeline: v.array(v.object({ newStatus: v.string(), at: v.string() })) }),
    tells: ({ timeline }) => timeline.map(({ newStatus, at }) => `${newStatus} ${at.slice(11, 19)}`).join(', '),
  });
  await teller.tell({
    call: `GET /teams/${team}/trips/${tripId}/balance`,
    token,
    status: 200,
    answer: v.object({ revenue: v.number(), paid: v.number(), balance: v.number() }),
    tells: ({ revenue, paid, balance }) =>
      `Revenue ${pesos(revenue)}, paid ${pesos(paid)}, to collect ${pesos(balance)}`,
  });
}
