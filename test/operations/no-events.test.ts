import { operation as createClient } from '../../functions/clients/create-client';
import { operation as createInvitations } from '../../functions/teams/create-invitations';
import { operation as updateOwnUser } from '../../functions/users/update-own-user';
import { accounts } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

test.each([
  ['an invitation', createInvitations, { invites: ['luis@empresa.mx'] }],
  ['an edit of one’s own profile', updateOwnUser, { name: 'Ana Treviño Garza' }],
])('integrations 1: %s has no entry, so that no endpoint receives it', async (_, operation, body) => {
  const office = await openOffice(world);
  const entries = async () => (await table.everything()).filter(({ sk }) => String(sk).startsWith('EVENT#')).length;
  const before = await entries();
  expect((await office.send(operation, { body })).status).toBeLessThan(300);
  expect(await entries()).toBe(before);
  expect((await office.send(createClient, { body: { name: 'Aceros del Norte' } })).status).toBe(201);
  expect(await entries()).toBe(before + 1);
});
