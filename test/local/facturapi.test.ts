import { createHmac } from 'node:crypto';
import { uploadCertificate } from '../../local/facturapi/organizations';
import { type ServedFacturapi, serveFacturapi } from '../../local/facturapi/serve';
import { type Listener, serveWire, type WireRequest } from '../../local/wire';
import { SELF_SIGNED_SEAL } from '../support/seals';
import { documentBody } from '../support/stamping';
import { until } from '../support/until';
import { temporaryFolder } from './support/folder';

/** Tests the parts of the stand-in that the adapter's tests do not reach: its memory, webhooks and local routes. */

const dataDir = temporaryFolder();
let now = Date.parse('2026-03-02T15:00:00.000Z');
let served: ServedFacturapi | undefined;
let receiver: Listener | undefined;
const received: WireRequest[] = [];

const start = async () => {
  served = await serveFacturapi({ dataDir, now: () => new Date(now), warn: (line) => fail(line) });
};
beforeAll(async () => {
  await start();
  receiver = await serveWire((request) => {
    received.push(request);
    return { status: 200, body: '' };
  }, console.error);
});
afterAll(async () => {
  await served?.stop();
  await receiver?.stop();
});

const running = (): ServedFacturapi => {
  if (!served) throw new Error('The stand-in is not running.');
  return served;
};

async function ask(method: string, path: string, body?: unknown, secret = running().userKey) {
  const answer = await fetch(`${running().url}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const localRoute = async (route: string, body: unknown = {}) => {
  const wire = running().standIn.localRoutes?.[route];
  const [method = '', path = ''] = route.split(' ');
  const request = { method, path, query: new URLSearchParams(), headers: {}, body: Buffer.from(JSON.stringify(body)) };
  const answer = await wire?.(request);
  return { status: answer?.status, body: JSON.parse(String(answer?.body)) };
};

async function organization(): Promise<{ id: string; key: string }> {
  const { body } = await ask('POST', '/organizations', { name: 'Flota' });
  return { id: body.id, key: (await ask('GET', `/organizations/${body.id}/apikeys/test`)).body };
}

test('what it acknowledged is there after a restart', async () => {
  const { key } = await organization();
  const { body } = await ask('POST', '/invoices', documentBody('kept'), key);
  await running().stop();
  await start();
  expect((await ask('GET', `/invoices/${body.id}`, undefined, key)).body).toMatchObject({
    status: 'valid',
    uuid: body.uuid,
  });
  expect((await localRoute('GET /_local/stamping/documents')).body).toMatchObject({ count: 1 });
});

test('a document that is settled is told to the webhooks of its organization and mode, signed over the bytes', async () => {
  const { key } = await organization();
  const other = await organization();
  const url = `https://127.0.0.1:${new URL(receiver?.endpoint ?? '').port}/webhooks/stamping?team=token`;
  const webhook = await ask('POST', '/webhooks', { url, enabled_events: ['invoice.status_updated'] }, key);
  await ask('POST', '/webhooks', { url, enabled_events: ['*'] }, other.key);
  expect((await ask('GET', '/webhooks', undefined, key)).body.data).toEqual([
    expect.not.objectContaining({ secret: expect.anything() }),
  ]);
  expect((await localRoute('POST /_local/stamping/faults', { fault: 'PENDING', seconds: 60 })).status).toBe(200);
  const { status, body: document } = await ask('POST', '/invoices', documentBody('settled'), key);
  expect([status, document.status]).toEqual([202, 'pending']);
  now += 60_000;
  await ask('GET', `/invoices/${document.id}`, undefined, key);
  await until(() => received.length > 0);
  expect(received).toHaveLength(1);
  const [event] = received;
  if (!event) throw new Error('No event came.');
  expect([event.path, event.query.get('team')]).toEqual(['/webhooks/stamping', 'token']);
  const signature = createHmac('sha256', webhook.body.secret).update(event.body).digest('hex');
  expect(event.headers['facturapi-signature']).toBe(signature);
  expect(JSON.parse(event.body.toString('utf8'))).toMatchObject({
    id: expect.any(String),
    type: 'invoice.status_updated',
    livemode: false,
    data: { type: 'invoice', object: { id: document.id, status: 'valid', external_id: 'settled' } },
  });
});

test('tax M3: a self-signed certificate is refused', async () => {
  const { id } = await organization();
  const { cerFile, keyFile, password } = SELF_SIGNED_SEAL;
  const form = { cer: Buffer.from(cerFile, 'base64'), key: Buffer.from(keyFile, 'base64'), password };
  const upload = () => uploadCertificate(running().standIn.state, id, form);
  expect(upload).toThrow(expect.objectContaining({ code: 'certificate_invalid', status: 400 }));
});

test('tax 10.5: motive 01 is taken with a valid document alone that has relation 04 to the cancelled one', async () => {
  const { key } = await organization();
  const stamped = async (given: Readonly<Record<string, unknown>> = {}) =>
    (await ask('POST', '/invoices', documentBody('x', given), key)).body;
  const related = (relationship: string, uuid: string) => ({
    idempotency_key: `${relationship}-${uuid}`,
    related_documents: [{ relationship, documents: [uuid] }],
  });
  const old = await stamped();
  const cancelledFor = async ({ id }: { id: string }) => {
    const { status, body } = await ask('DELETE', `/invoices/${old.id}?motive=01&substitution=${id}`, undefined, key);
    return [status, body.code ?? body.status];
  };
  const refused = [400, 'invalid_substitution'];
  const other = await stamped({ idempotency_key: 'other' });
  for (const one of [
    old,
    other,
    { id: 'unknown' },
    await stamped(related('07', old.uuid)),
    await stamped(related('04', other.uuid)),
    await stamped({ ...related('04', old.uuid), idempotency_key: 'draft', status: 'draft' }),
  ])
    expect(await cancelledFor(one)).toEqual(refused);
  expect(await cancelledFor(await stamped(related('04', old.uuid)))).toEqual([200, 'canceled']);
});

test('five live keys an hour and ten a day, each one more', async () => {
  const { id } = await organization();
  const renew = () => ask('PUT', `/organizations/${id}/apikeys/live`);
  expect((await renew()).body).toMatchObject({ ok: false, code: 'organization_not_ready', status: 400 });
  await ask('PUT', `/organizations/${id}/legal`, { legal_name: 'X', tax_system: '601', address: { zip: '64000' } });
  const record = running().standIn.state.organizations.get(id);
  if (record)
    running().standIn.state.organizations.set(id, {
      ...record,
      certificate: { serial: '1', expiresAt: '2027-01-01T00:00:00Z' },
    });
  const statuses = [];
  for (let hour = 0; hour < 3; hour += 1) {
    for (let ask = 0; ask < 6; ask += 1) statuses.push((await renew()).status);
    now += 3_600_001;
  }
  expect(statuses.map((status) => (status === 200 ? 'y' : 'n')).join('')).toBe('yyyyynyyyyynnnnnnn');
  expect((await ask('GET', `/organizations/${id}/apikeys/live`)).body).toHaveLength(10);
});

test('faults are listed and taken back, and one that is none is refused', async () => {
  const route = 'POST /_local/stamping/faults';
  await localRoute(route, { fault: 'HTML', times: 3 });
  expect((await localRoute('GET /_local/stamping/faults')).body.faults).toEqual([
    expect.objectContaining({ times: 3 }),
  ]);
  expect((await localRoute('DELETE /_local/stamping/faults')).body).toEqual({ faults: [] });
  expect(await localRoute(route, { fault: 'EARTHQUAKE' })).toMatchObject({
    status: 400,
    body: { faults: expect.any(Array) },
  });
});

test.each([
  ['no key', '/organizations', 'nobody'],
  ['a user key at an invoice', '/invoices', undefined],
])('%s is 401', async (_, path, secret) => {
  expect(await ask('GET', path, undefined, secret)).toMatchObject({
    status: 401,
    body: { ok: false, code: 'invalid_api_key' },
  });
});

test('what the provider has not is 404 in its own shape', async () => {
  expect(await ask('GET', '/nothing')).toMatchObject({
    status: 404,
    body: { ok: false, status: 404, code: 'not_found' },
  });
});

test.each([
  ['XENON INDUSTRIAL ARTICLES', 'XIA190128J61', 200, undefined],
  ['XENON INDUSTRIAL ARTICLES SA DE CV', 'XIA190128J61', 400, 'CFDI40145'],
  ['KERNEL INDUSTRIA JUGUETERA', 'KIJ0906199R1', 400, 'CFDI40145'],
  ['ACEROS DEL NORTE', 'URE180429TM6', 200, undefined],
])('tax 10.5: the customer %s with the RFC %s is answered %i', async (legal_name, tax_id, status, code) => {
  const { key } = await organization();
  const customer = { legal_name, tax_id, tax_system: '601', address: { zip: '76343' } };
  const answer = await ask('POST', '/invoices', { ...documentBody(tax_id), customer }, key);
  expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([status, code]);
});
