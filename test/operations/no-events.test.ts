import { operation as createClient } from '../../functions/clients/create-client';
import { operation as createUploadUrl } from '../../functions/files/create-upload-url';
import { operation as createInvitations } from '../../functions/teams/create-invitations';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as updateOwnUser } from '../../functions/users/update-own-user';
import { accounts } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { insertFleet, insertTripUnderWay } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const entries = async () => (await table.everything()).filter(({ sk }) => String(sk).startsWith('EVENT#')).length;

test.each([
  [
    'an upload grant',
    createUploadUrl,
    { folder: 'teams-files', fileName: 'acta.pdf', contentType: 'application/pdf', size: 10 },
  ],
  ['an invitation', createInvitations, { invites: ['luis@empresa.mx'] }],
  ['an edit of one’s own profile', updateOwnUser, { name: 'Ana Treviño Garza' }],
])('integrations 1: %s has no entry, so that no endpoint receives it', async (_, operation, body) => {
  const office = await openOffice(world);
  storage.follow(office.testContext.now);
  const before = await entries();
  expect((await office.send(operation, { body })).status).toBeLessThan(300);
  expect(await entries()).toBe(before);
  expect((await office.send(createClient, { body: { name: 'Aceros del Norte' } })).status).toBe(201);
  expect(await entries()).toBe(before + 1);
});

test('integrations 1: a ping has no entry, so that a truck under way sends an endpoint nothing', async () => {
  const office = await openOffice(world);
  const fleet = await insertFleet(office.testContext);
  const trip = await insertTripUnderWay(office.testContext, fleet);
  const cab = await office.cab(fleet.driver);
  const before = await entries();
  const answer = await cab.send(pingLocation, { path: { tripId: trip.id }, body: { lat: 24.02, lng: -101.5 } });
  expect(answer.status).toBeLessThan(300);
  expect(await entries()).toBe(before);
});
