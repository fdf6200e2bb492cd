import { randomUUID } from 'node:crypto';
import { textAt } from '../../../test/journeys/http';
import type { Fleet } from './fleet';
import { made, type Party } from './party';

/** Boxes, payments and reports, files, alerts, audit and expirations. */
export async function booksTour(party: Party, { clientId, driverId }: Fleet, trip: string): Promise<void> {
  await boxesLeg(party, clientId);
  await paymentsLeg(party, trip);
  await watchLeg(party);
  await filesLeg(party, driverId);
}

async function boxesLeg(party: Party, clientId: string): Promise<void> {
  const { recorder, owner: token, team, mark } = party;
  const boxes = `/teams/${team}/boxes`;
  const box = await made(party, boxes, { economicNumber: `CS-${mark}`, type: 'Caja seca', length: 53, dailyRate: 850 });
  await recorder.send(`GET ${boxes}`, { token });
  await recorder.send(`GET ${boxes}/${box}`, { token });
  await recorder.send(`PUT ${boxes}/${box}`, { token, body: { dailyRate: 900 } });
  for (const status of ['MANTENIMIENTO', 'DISPONIBLE'])
    await recorder.send(`PUT ${boxes}/${box}/status`, { token, body: { status } });
  const reservations = `/teams/${team}/box-reservations`;
  const first = await made(party, reservations, { boxId: box, clientId });
  await recorder.send(`GET ${reservations}/${first}`, { token });
  await recorder.send(`GET ${reservations}`, { token });
  await recorder.send(`PATCH ${reservations}/${first}/cancel`, { token });
  const second = await made(party, reservations, { boxId: box, clientId });
  await recorder.send(`PATCH ${reservations}/${second}/close`, { token });
}

async function paymentsLeg(party: Party, tripId: string): Promise<void> {
  const { recorder, owner: token, team } = party;
  const payment = await made(party, `/teams/${team}/payments`, { tripId, amount: 10_000, method: 'TRANSFERENCIA' });
  // The team's records are one minute apart: this range has 31 of them.
  const range = 'from=2026-03-01T00:00:00Z&to=2026-03-01T00:30:00Z';
  await recorder.send(`GET /teams/${team}/payments?${range}`, { token });
  await recorder.send(`GET /teams/${team}/reports/income?${range}`, { token });
  await recorder.send(`GET /teams/${team}/reports/receivables`, { token });
  await recorder.send(`GET /teams/${team}/trips/${tripId}/balance`, { token });
  await recorder.send(`DELETE /teams/${team}/payments/${payment}`, { token });
}

async function watchLeg({ recorder, owner: token, team }: Party): Promise<void> {
  await recorder.send(`GET /teams/${team}/alerts`, { token });
  await recorder.send(`GET /teams/${team}/audit`, { token });
  await recorder.send(`GET /teams/${team}/expirations`, { token });
}

const PDF = 'application/pdf';

async function filesLeg({ recorder, owner: token, team: teamId, mark }: Party, entityId: string): Promise<void> {
  const fileName = `licencia-${mark}.pdf`;
  const asked = { teamId, folder: 'drivers-files', entityId, fileName, contentType: PDF };
  const grant = await recorder.send('POST /dms/upload-url', { token, body: asked });
  await fetch(textAt(grant, 'uploadUrl'), { method: 'PUT', body: '%PDF-1.7', headers: { 'content-type': PDF } });
  const fileId = randomUUID();
  const file = { entityType: 'DRIVER', entityId, fileId, key: grant.key, fileName, contentType: PDF };
  await recorder.send('POST /dms/files', { token, body: { teamId, ...file } });
  await recorder.send(`GET /dms/files?teamId=${teamId}`, { token });
  await recorder.send(`GET /dms/files?teamId=${teamId}&entityType=DRIVER&entityId=${entityId}`, {
    token,
    as: 'of one record',
  });
  await recorder.send(`DELETE /dms/files/${fileId}?teamId=${teamId}`, { token });
}
