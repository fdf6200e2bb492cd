import { operation as createApiKey } from '../../functions/api-keys/create-api-key';
import { operation as listApiKeys } from '../../functions/api-keys/list-api-keys';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { accounts } from '../support/accounts';
import { connectionReset } from '../support/faults';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

const DAY_MS = 24 * 60 * 60 * 1000;

async function makeKey(office: Office) {
  const answer = await office.send(createApiKey, { body: { name: 'ERP', scopes: ['clients:read'] } });
  return { id: String(answer.body.id), headers: { authorization: `Bearer ${String(answer.body.key)}` } };
}

const lastUsesOf = async (office: Office) =>
  recordsOf(await office.send(listApiKeys), 'apiKeys').map(({ lastUsedOn }) => lastUsedOn);

const writesOf = ({ testContext }: Office) => testContext.calls.filter(({ resource }) => resource === 'apiKeyUses');

describe('integrations 3: the last use of a key', () => {
  it('is the day in UTC of the last call that an operation accepted', async () => {
    const office = await openOffice(world);
    const { headers } = await makeKey(office);
    expect(await lastUsesOf(office)).toEqual([undefined]);
    await office.send(listClients, { headers });
    expect(await lastUsesOf(office)).toEqual(['2026-03-02']);
    office.testContext.pass(DAY_MS);
    expect(await lastUsesOf(office)).toEqual(['2026-03-02']);
    await office.send(listClients, { headers });
    expect(await lastUsesOf(office)).toEqual(['2026-03-03']);
  });

  it('is that of each key alone, with keys that were never used', async () => {
    const office = await openOffice(world);
    const used = await makeKey(office);
    await makeKey(office);
    await office.send(listClients, { headers: used.headers });
    const listed = recordsOf(await office.send(listApiKeys), 'apiKeys');
    expect(listed.filter(({ lastUsedOn }) => lastUsedOn !== undefined).map(({ id }) => id)).toEqual([used.id]);
  });

  it('is written once for a day and a function, also of fifty calls at once, and kept as long as a key lives', async () => {
    const office = await openOffice(world);
    const { id, headers } = await makeKey(office);
    await Promise.all(Array.from({ length: 50 }, () => office.send(listClients, { headers })));
    expect(writesOf(office)).toHaveLength(1);
    office.testContext.pass(DAY_MS);
    await office.send(listClients, { headers });
    await office.send(listClients, { headers });
    expect(writesOf(office)).toHaveLength(2);
    const expires = Math.floor(office.testContext.now().getTime() / 1000) + 400 * 24 * 60 * 60;
    const items = await table.partition(`API_KEY_USE#${id}`);
    expect(items.map(({ sk }) => sk)).toEqual(['2026-03-02', '2026-03-03']);
    expect(items[1]).toEqual({ pk: `API_KEY_USE#${id}`, sk: '2026-03-03', expires });
  });

  it('is not a call that was refused: of another team, or without the scope', async () => {
    const office = await openOffice(world);
    const other = await openOffice(world);
    const { headers } = await makeKey(office);
    expect((await other.send(listClients, { headers })).status).toBe(401);
    const body = { name: 'Aceros del Norte', rfc: 'XAXX010101000' };
    expect((await office.send(createClient, { headers, body })).status).toBe(403);
    expect([...writesOf(office), ...writesOf(other)]).toEqual([]);
    expect(await lastUsesOf(office)).toEqual([undefined]);
  });

  it('fails no request: the line names a write that failed, and the next call writes it', async () => {
    const office = await openOffice(world, {}, { faults: [{ action: 'PutItem', times: 1, before: connectionReset }] });
    const { headers } = await makeKey(office);
    expect((await office.send(listClients, { headers })).status).toBe(200);
    expect(JSON.parse(office.testContext.logs.at(-1) ?? '{}')).toMatchObject({ keyUse: 'Error', status: 200 });
    expect(await lastUsesOf(office)).toEqual([undefined]);
    await office.send(listClients, { headers });
    expect(await lastUsesOf(office)).toEqual(['2026-03-02']);
  });
});
