import type { Fleet } from '../../client/src/index';
import type { Prepared } from './office';
import { ROAD, STOPS } from './places';
import { pesos, type Teller } from './teller';

/** The driver starts, is heard of along the road, and arrives; the office sees where. */
export async function driverDrives(
  teller: Teller,
  { team: teamId, tripId }: Prepared,
  { office, driver }: { readonly office: Fleet; readonly driver: Fleet },
): Promise<void> {
  teller.chapter('The road, Monterrey → Ciudad de México');
  const params = { path: { tripId } };
  const [{ lat, lng }, , last] = STOPS;
  await teller.tell(
    200,
    driver.POST('/trips/{tripId}/start', { params, body: { lat, lng } }),
    ({ previousStatus, newStatus }) =>
      `${previousStatus} → ${newStatus}; driver and truck EN_VIAJE, in one transaction`,
  );
  for (const { at, ...position } of ROAD) {
    await teller.tell(
      200,
      driver.POST('/trips/{tripId}/location-ping', { params, body: position }),
      () => `${at}, ${position.speedKmh} km/h: one write, no read`,
    );
  }
  await teller.tell(
    200,
    office.GET('/teams/{teamId}/trips/{tripId}/location', { params: { path: { teamId, tripId } } }),
    (seen) => `The office sees the truck at ${seen.lat}, ${seen.lng}, ${seen.ageSeconds} s ago`,
  );
  await teller.tell(
    200,
    driver.PATCH('/trips/{tripId}/status', {
      params,
      body: { status: 'COMPLETADO', coordsLat: last.lat, coordsLng: last.lng },
    }),
    ({ previousStatus, newStatus }) => `${previousStatus} → ${newStatus}; driver and truck are free again`,
  );
}

/** What the office has of a trip that is over. */
export async function officeReads(
  teller: Teller,
  { team: teamId, tripId, driverId }: Prepared,
  office: Fleet,
): Promise<void> {
  teller.chapter('What stays');
  await teller.tell(
    200,
    office.GET('/teams/{teamId}/drivers/{driverId}', { params: { path: { teamId, driverId } } }),
    ({ driver }) => `${driver.name} is ${driver.status}`,
  );
  const params = { path: { teamId, tripId } };
  await teller.tell(200, office.GET('/teams/{teamId}/trips/{tripId}/timeline', { params }), ({ timeline }) =>
    timeline.map(({ newStatus, at }) => `${newStatus} ${at.slice(11, 19)}`).join(', '),
  );
  await tellBalance(teller, office, params);
}

/** What a trip still owes. */
export const tellBalance = (
  teller: Teller,
  office: Fleet,
  params: { readonly path: { readonly teamId: string; readonly tripId: string } },
) =>
  teller.tell(
    200,
    office.GET('/teams/{teamId}/trips/{tripId}/balance', { params }),
    ({ revenue, paid, balance }) => `Revenue ${pesos(revenue)}, paid ${pesos(paid)}, to collect ${pesos(balance)}`,
  );
