import { operation as createApiKey } from '../../functions/api-keys/create-api-key';
import { operation as deleteApiKey } from '../../functions/api-keys/delete-api-key';
import { operation as listClients } from '../../functions/clients/list-clients';
import { accounts } from '../support/accounts';
import { engineTable } from '../support/engine';
import { openOffice } from '../support/office';

const world = accounts(engineTable());

describe('integrations 6: the price of a key', () => {
  it('is 9 units to make, 7 to delete, and none more than a membership to call', async () => {
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
    expect(units).toEqual([2, 1, 9]);
    const asMember = await spent(() => office.send(listClients));
    expect(
      await spent(() => office.send(listClients, { headers: { authorization: `Bearer ${String(made.key)}` } })),
    ).toEqual(asMember);
    expect(await spent(() => office.send(deleteApiKey, { path: { id: String(made.id) } }))).toEqual([3, 2, 7]);
  });
});
