import { createHmac } from 'node:crypto';
import { operation as webhook } from '../../functions/webhooks/stamping';
import type { TestAnswer } from '../support/http-event';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';

const table = quickTable();
const offices = stampingOffices(table);
const { bench, befall, stamp, refresh, statusOf } = offices;

/** The webhook that the provider has of the office that was opened last: where it sends, and what it signs with. */
function registered() {
  const { webhooks = [] } = bench.organizations().at(-1) ?? {};
  const [live] = webhooks.filter(({ livemode }) => livemode);
  if (live === undefined) throw new Error('No webhook was registered.');
  return { token: new URL(live.url).searchParams.get('team') ?? '', secret: live.secret };
}

const notice = (externalId: string, id = 'evt_1') =>
  JSON.stringify({
    id,
    type: 'invoice.status_updated',
    data: { type: 'invoice', object: { external_id: externalId, status: 'valid', uuid: 'as-the-body-says' } },
  });

const signature = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');

interface Sent {
  readonly token: string;
  readonly secret: string;
  readonly body: string;
}

const deliver = ({ exchange }: Office, { token, secret, body }: Sent): Promise<TestAnswer> =>
  exchange.send(webhook, { query: { team: token }, headers: { 'facturapi-signature': signature(secret, body) }, body });

/** An invoice whose stamp's answer was lost, and the provider's webhook. */
async function lost() {
  const { office, id } = await offices.openWithInvoice();
  const hook = registered();
  befall({ fault: 'LOSE_ANSWER' });
  expect((await stamp(office, id)).status).toBe(202);
  return { office, id, hook };
}

test('a notice makes the invoice what its document is; the same again changes nothing', async () => {
  const { office, id, hook } = await lost();
  const send = () => deliver(office, { ...hook, body: notice(id) });
  expect(await send()).toMatchObject({ status: 200, body: { message: 'Taken.' } });
  expect(await statusOf(office, id)).toBe('VALID');
  const before = await table.everything();
  const calls = office.testContext.actions().length;
  expect((await send()).status).toBe(200);
  expect(await table.everything()).toEqual(before);
  const asked = office.testContext.actions().slice(calls);
  expect(asked).not.toContain('ListInvoices');
});

test('what a notice says of a document is not believed, but read at the provider', async () => {
  const { office, id } = await offices.openWithInvoice();
  const hook = registered();
  befall({ fault: 'CUT' });
  await stamp(office, id);
  expect((await deliver(office, { ...hook, body: notice(id) })).status).toBe(200);
  expect(await statusOf(office, id)).toBe('PENDING');
});

test('a notice of what is not ours changes nothing', async () => {
  const { office, hook } = await lost();
  const unknown = '01999999-0000-7000-8000-000000000000';
  for (const [index, externalId] of ['no identifier', unknown].entries())
    expect((await deliver(office, { ...hook, body: notice(externalId, `evt_x${index}`) })).status).toBe(200);
});

test('another team’s token, another secret or another body is 401, and nothing is read', async () => {
  const { office, id, hook } = await lost();
  await offices.open();
  const other = registered();
  const body = notice(id);
  const forged = { ...hook, secret: other.secret };
  const signed = { 'facturapi-signature': signature(hook.secret, body) };
  const answers = [
    await deliver(office, { ...hook, token: other.token, body }),
    await deliver(office, { ...forged, body }),
    await office.exchange.send(webhook, { query: { team: hook.token }, headers: signed, body: `${body} ` }),
    await office.exchange.send(webhook, { query: { team: hook.token }, body }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect(await statusOf(office, id)).toBe('PENDING');
});

test('the other team’s own notice does not move an invoice of this one', async () => {
  const { office, id } = await lost();
  const stranger = await offices.open();
  expect((await deliver(stranger, { ...registered(), body: notice(id) })).status).toBe(200);
  expect(await statusOf(office, id)).toBe('PENDING');
  expect(await refresh(office, id)).toMatchObject({ body: { status: 'VALID' } });
});
