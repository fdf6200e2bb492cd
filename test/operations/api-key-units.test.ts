import { operation as createApiKey } from '../../functions/api-keys/create-api-key';
import { operation as deleteApiKey } from '../../functions/api-keys/delete-api-key';
import { operation as listClients } from '../../functions/clients/list-clients';
import { accounts } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

const world = accounts(quickTable());

describe('integrations 6: the price of a key', () => {
  it('is 10 units to make, 8 to delete, and to call what a membership costs, with one unit more once a day', async () => {
    const office = await openOffice(world);
    const spent = async (act: () => Promise<unknown>) => {
      await act();
      const { calls, rru, wru } = JSON.parse(office.testContext.logs.at(-1) ?? '{}');
      return [calls, rru, wru];
    };
    let made: Record<string, unknown> = {};
    const creation = async () => {
      const body = { name: 'ERP', scopes: ['clients:read'] };
      made = (await office.send(createApiKey, { body })).body;
    };
    const units = await spent(creation);
    expect(units).toEqual([2, 1, 10]);
    const asMember = await spent(() => office.send(listClients));
    const headers = { authorization: `Bearer ${String(made.key)}` };
    const withKey = () => office.send(listClients, { headers });
    const [calls, read, written] = asMember;
    // The first call of a day writes the day.
    expect(await spent(withKey)).toEqual([calls + 1, read, written + 1]);
    expect(await spent(withKey)).toEqual(asMember);
    expect(await spent(() => office.send(deleteApiKey, { path: { id: String(made.id) } }))).toEqual([4, 3, 8]);
  });
});
