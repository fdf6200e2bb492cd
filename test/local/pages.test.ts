import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { codingFor } from '../../local/content-coding';
import { fileRoute } from '../../local/pages';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LONG = 'const señas = "Calle 5";\n'.repeat(100);
writeFileSync(join(folder, 'long.js'), LONG);
writeFileSync(join(folder, 'short.js'), 'short');
writeFileSync(join(folder, 'picture.png'), Buffer.alloc(5_000));

const made = new Map([['made.json', async () => JSON.stringify({ text: LONG })]]);
const route = fileRoute('/files', (name) => join(folder, name), made)['GET /files/{file}'];

const ask = async (name: string, headers: Record<string, string> = {}) =>
  route?.({ method: 'GET', path: `/files/${name}`, query: new URLSearchParams(), headers, body: Buffer.alloc(0) });

async function get(name: string, asked: Record<string, string> = {}) {
  const { status, headers = {}, body = '' } = (await ask(name, asked)) ?? {};
  return { status, headers, body: Buffer.from(body) };
}

const takes = (coding: string) => ({ 'accept-encoding': coding });

test('desk 5.4: a text file is sent in the form that the client takes', async () => {
  const [plain, gzip, brotli] = [
    await get('long.js'),
    await get('long.js', takes('gzip')),
    await get('long.js', takes('gzip, br')),
  ];
  expect(String(plain.body)).toBe(LONG);
  expect(String(gunzipSync(gzip.body))).toBe(LONG);
  expect(String(brotliDecompressSync(brotli.body))).toBe(LONG);
  const codings = [plain, gzip, brotli].map(({ headers }) => headers['content-encoding']);
  expect(codings).toEqual([undefined, 'gzip', 'br']);
  for (const { headers } of [plain, gzip, brotli]) {
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'text/javascript; charset=utf-8' });
  }
});

test('a file that is made is compressed as well', async () => {
  const { headers, body } = await get('made.json', takes('gzip'));
  expect([headers['content-encoding'], JSON.parse(String(gunzipSync(body)))]).toEqual(['gzip', { text: LONG }]);
});

test.each(['short.js', 'picture.png'])('%s, which would not get smaller, is sent as it is', async (name) => {
  const { status, headers } = await get(name, takes('gzip, br'));
  expect(status).toBe(200);
  for (const absent of ['content-encoding', 'vary']) expect(headers).not.toHaveProperty(absent);
});

test('each content is compressed once for a coding, also for requests at the same time', async () => {
  const [one, other] = await Promise.all([ask('long.js', takes('gzip')), ask('long.js', takes('gzip'))]);
  const later = await ask('long.js', takes('gzip'));
  expect(one?.body).toBe(other?.body);
  expect(later?.body).toBe(one?.body);
});

test('a file that changed is compressed anew, and has another tag', async () => {
  writeFileSync(join(folder, 'changing.js'), LONG);
  const before = await get('changing.js', takes('gzip'));
  writeFileSync(join(folder, 'changing.js'), `${LONG}after`);
  const after = await get('changing.js', { ...takes('gzip'), 'if-none-match': String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(String(gunzipSync(after.body))).toBe(`${LONG}after`);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test('a client that has the content in any form is told so', async () => {
  const { headers } = await get('long.js', takes('br'));
  const { etag = '' } = headers;
  const again = await get('long.js', { ...takes('gzip'), 'if-none-match': `"other", ${etag}` });
  expect({ ...again, body: String(again.body) }).toMatchObject({
    status: 304,
    body: '',
    headers: { etag, vary: 'accept-encoding', 'cache-control': 'no-cache' },
  });
  expect(again.headers).not.toHaveProperty('content-encoding');
  expect((await get('long.js', { 'if-none-match': '"other"' })).status).toBe(200);
});

test.each([
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br; q=0.0, gzip;q=0.000', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['identity;q=0, *;q=0', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip, identity;q=0.5', 'gzip'],
  ['gzip;q=2', undefined],
])('of Accept-Encoding "%s" the coding is %s', (header, coding) => expect(codingFor(header)).toBe(coding));
