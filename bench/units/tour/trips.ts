import { textAt } from '../../../test/journeys/http';
import type { Fleet } from './fleet';
import { made, type Party } from './party';

/** Trips from the plan to the end, by driver and office. Returns a completed trip's id. */
export async function tripsTour(party: Party, fleet: Fleet): Promise<string> {
  const { recorder, owner: token, team } = party;
  const { driversToken, ...assigned } = fleet;
  const plan = { ...assigned, startDate: '2026-03-03T12:00:00Z', revenue: 48_500 };
  const trip = await made(party, `/teams/${team}/trips`, plan);
  const path = `/teams/${team}/trips/${trip}`;
  await recorder.send(`PUT ${path}`, { token, body: { cargoDescription: 'Rollos de lámina galvanizada' } });
  const point = { lat: 25.67, lng: -100.31 };
  await recorder.send(`POST /trips/${trip}/start`, { token: driversToken, body: point });
  const ping = { ...point, speedKmh: 82, heading: 170 };
  await recorder.send(`POST /trips/${trip}/location-ping`, { token: driversToken, body: ping });
  await recorder.send(`GET ${path}/location`, { token });
  const end = { status: 'COMPLETADO', coordsLat: 19.48, coordsLng: -99.16 };
  await recorder.send(`PATCH /trips/${trip}/status`, { token: driversToken, body: end });
  await recorder.send(`GET ${path}`, { token });
  await recorder.send(`GET ${path}/timeline`, { token });
  await listsLeg(party, fleet);
  await officeLeg(party, plan);
  return trip;
}

async function listsLeg({ recorder, owner: token, team }: Party, { driverId, clientId }: Fleet): Promise<void> {
  const list = (query: string, as: string) => recorder.send(`GET /teams/${team}/trips?${query}`, { token, as });
  await recorder.send(`GET /teams/${team}/trips`, { token });
  await list('status=NO_INICIADO', 'by status');
  await list(`driverId=${driverId}`, 'by driver');
  await list(`clientId=${clientId}`, 'by client');
}

/** The office starts and cancels another trip. */
async function officeLeg(party: Party, plan: object): Promise<void> {
  const { recorder, owner: token, team } = party;
  const trip = await made(party, `/teams/${team}/trips`, plan);
  for (const status of ['EN_PROCESO', 'CANCELADO'])
    await recorder.send(`PUT /teams/${team}/trips/${trip}/status`, { token, body: { status } });
  const { alerts } = await recorder.send(`GET /teams/${team}/alerts?status=OPEN&limit=1`, { token, as: 'by status' });
  const alert = textAt({ alerts }, 'alerts.0.id');
  await recorder.send(`PATCH /teams/${team}/alerts/${alert}`, { token, body: { status: 'RESOLVED' } });
}
