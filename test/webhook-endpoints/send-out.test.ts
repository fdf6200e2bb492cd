import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createPlain } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { type Network, post, sendOut, WHOLE_MS } from '../../shared/webhook-endpoints/send-out';
import { quickTable } from '../support/quick-table';

const file = (name: string) => readFileSync(join(__dirname, '..', 'support', 'tls', name));
const TLS: TlsOptions = { key: file('hooks.key'), cert: file('hooks.pem') };
const HOST = 'hooks.example.com';
const PUBLIC = '93.184.215.14';

const table = quickTable();

const cleaning: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleaning.splice(0)) clean();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleaning.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port }: AddressInfo = Object(server.address());
  return port;
}

/** A real server behind TLS that answers with these bytes, and what it received. */
async function server(answer: (socket: TLSSocket) => void) {
  const received: string[] = [];
  const names: unknown[] = [];
  const port = await listen(
    createServer(TLS, (socket) => {
      names.push(socket.servername);
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        received.push(String(bytes));
        answer(socket);
      });
    }),
  );
  return { port, received, names };
}

interface Asked {
  readonly resolved: string[];
  readonly connected: string[];
}

/** The network of a test: the name resolves as given, and each public address is the test's own server. */
function network(port: number, addresses: readonly (readonly string[])[], ca = file('authority.pem')): Network & Asked {
  const asked: Asked = { resolved: [], connected: [] };
  return {
    ...asked,
    now: () => performance.now(),
    resolve: async (host) => {
      asked.resolved.push(host);
      return addresses[asked.resolved.length - 1] ?? addresses.at(-1) ?? [];
    },
    connect: ({ address, host }) => {
      asked.connected.push(address);
      return connect({ host: '127.0.0.1', port, servername: host, ca });
    },
  };
}

const REQUEST = { url: `https://${HOST}/fleet?a=1`, headers: { 'webhook-id': '1' }, body: '{"ñ":1}' };
const answering = (text: string) => (socket: TLSSocket) => void socket.end(text);
const EMPTY = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`;

describe('integrations 2: the request', () => {
  test('it is posted to the checked address, with the name for SNI, certificate and Host', async () => {
    const { port, received, names } = await server(answering(EMPTY('204 No Content')));
    const asked = network(port, [[PUBLIC]]);
    const outcome = await post(REQUEST, asked);
    expect(outcome).toEqual({ statusCode: 204, milliseconds: expect.any(Number) });
    expect(asked.connected).toEqual([PUBLIC]);
    expect(names).toEqual([HOST]);
    const [head = '', body] = received.join('').split('\r\n\r\n');
    expect(head).toMatch(/^POST \/fleet\?a=1 HTTP\/1\.1\r\n/);
    expect(head.toLowerCase()).toContain('\r\nhost: hooks.example.com\r\n');
    expect(head.toLowerCase()).toContain('\r\nconnection: close');
    expect(head.toLowerCase()).toContain('\r\ncontent-length: 8');
    expect(body).toBe(REQUEST.body);
  });

  test.each([
    ['301 Moved', 'REDIRECT'],
    ['307 Temporary Redirect', 'REDIRECT'],
    ['400 Bad Request', 'STATUS'],
    ['410 Gone', 'STATUS'],
    ['500 Error', 'STATUS'],
  ])('%s is %s, and no redirect is followed', async (status, failure) => {
    const answer = `HTTP/1.1 ${status}\r\nlocation: https://${HOST}/other\r\ncontent-length: 0\r\n\r\n`;
    const { port, received } = await server(answering(answer));
    const asked = network(port, [[PUBLIC]]);
    expect(await post(REQUEST, asked)).toMatchObject({ statusCode: Number(status.slice(0, 3)), failure });
    expect([received.length, asked.connected.length, asked.resolved.length]).toEqual([1, 1, 1]);
  });

  test('Retry-After of a failure is passed on', async () => {
    const { port } = await server(answering('HTTP/1.1 429 Too Many\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n'));
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ statusCode: 429, retryAfterMs: 120_000 });
  });
});

describe('integrations 2: the addresses of a name', () => {
  test.each([
    ['private', ['10.0.0.7']],
    ['of this machine', ['127.0.0.1']],
    ['of the metadata service', ['169.254.169.254']],
    ['public and private', [PUBLIC, '192.168.1.1']],
    ['private and public', ['192.168.1.1', PUBLIC]],
    ['mapped and private', ['::ffff:10.0.0.7']],
    ['by NAT64 and private', ['64:ff9b::7f00:1']],
  ])('a name whose address is %s is not called', async (_kind, addresses) => {
    const { port, received } = await server(answering(EMPTY('200 OK')));
    const asked = network(port, [addresses]);
    expect(await post(REQUEST, asked)).toMatchObject({ failure: 'ADDRESS' });
    expect([asked.connected, received]).toEqual([[], []]);
  });

  test('a name that changes its answer between two queries leads nowhere else: it is resolved once', async () => {
    const { port } = await server(answering(EMPTY('200 OK')));
    const asked = network(port, [[PUBLIC], ['127.0.0.1']]);
    expect(await post(REQUEST, asked)).toMatchObject({ statusCode: 200 });
    expect([asked.resolved, asked.connected]).toEqual([[HOST], [PUBLIC]]);
    expect(await post(REQUEST, asked)).toMatchObject({ failure: 'ADDRESS' });
    expect(asked.connected).toEqual([PUBLIC]);
  });

  test('a name without an address, and one whose lookup fails, are DNS', async () => {
    expect(await post(REQUEST, network(1, [[]]))).toMatchObject({ failure: 'DNS' });
    const failing: Network = { ...network(1, []), resolve: () => Promise.reject(new Error('ENOTFOUND')) };
    expect(await post(REQUEST, failing)).toMatchObject({ failure: 'DNS' });
  });

  test('an address that may not be stored is not called either', async () => {
    const asked = network(1, [[PUBLIC]]);
    for (const url of ['http://hooks.example.com/', 'https://127.0.0.1/', 'https://hooks.example.com:8443/', 'x'])
      expect(await post({ ...REQUEST, url }, asked)).toMatchObject({ failure: 'ADDRESS' });
    expect([asked.resolved, asked.connected]).toEqual([[], []]);
    // The function itself, with the resolver and the connections of the process.
    const local = { ...REQUEST, url: 'https://localhost/' };
    expect(await table.testContext().use(sendOut)([local, { ...REQUEST, url: 'x' }])).toMatchObject([
      { failure: 'ADDRESS' },
      { failure: 'ADDRESS' },
    ]);
  });
});

describe('integrations 2: the connection', () => {
  test.each([
    ['of another name', 'https://other.example.com/', file('authority.pem')],
    ['of an unknown authority', REQUEST.url, undefined],
  ])('a certificate %s is TLS, and nothing is sent', async (_kind, url, ca) => {
    const { port, received } = await server(answering(EMPTY('200 OK')));
    const trusted: Network = network(port, [[PUBLIC]]);
    const asked: Network = ca
      ? trusted
      : { ...trusted, connect: ({ host }) => connect({ host: '127.0.0.1', port, servername: host }) };
    expect(await post({ ...REQUEST, url }, asked)).toMatchObject({ failure: 'TLS' });
    expect(received).toEqual([]);
  });

  test('a server without TLS is TLS, and a closed port is CONNECTION', async () => {
    const port = await listen(createPlain((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'TLS' });
    for (const clean of cleaning.splice(0)) clean();
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'CONNECTION' });
  });

  test('a server that closes without an answer is CONNECTION', async () => {
    const { port } = await server((socket) => socket.destroy());
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'CONNECTION' });
  });

  test('headers of more than 16 KB are TOO_LONG', async () => {
    const { port } = await server(answering(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(17_000)}\r\n\r\n`));
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'TOO_LONG' });
  });

  test('of an endless body 64 KB are read: its status counts', async () => {
    let written = 0;
    const { port } = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('a'.repeat(8_192))) written += 8_192;
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    const outcome = await post(REQUEST, network(port, [[PUBLIC]]));
    expect(outcome).toMatchObject({ statusCode: 200 });
    expect(outcome.failure).toBeUndefined();
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('integrations 2: ten seconds in total', () => {
  beforeEach(() => {
    const real = setTimeout;
    // Ten seconds of the guard are 200 ms here; all other timers run as they are.
    jest
      .spyOn(global, 'setTimeout')
      .mockImplementation((work: () => void, ms?: number) => real(work, ms === WHOLE_MS ? 200 : ms));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('a lookup without an end is TIMEOUT', async () => {
    const asked: Network = { ...network(1, []), resolve: () => new Promise(() => {}) };
    expect(await post(REQUEST, asked)).toMatchObject({ failure: 'TIMEOUT' });
  });

  test('headers that come byte by byte are TIMEOUT', async () => {
    const { port } = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const writing = setInterval(() => (socket.destroyed ? clearInterval(writing) : socket.write('a')), 20);
      cleaning.push(() => clearInterval(writing));
    });
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'TIMEOUT' });
  });

  test('a server that never answers is TIMEOUT', async () => {
    const { port } = await server(() => {});
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'TIMEOUT' });
  });

  test('informational responses without an end are TIMEOUT', async () => {
    let sent = 0;
    const { port } = await server((socket) => {
      const writing = setInterval(() => {
        if (socket.destroyed) return clearInterval(writing);
        sent += 1;
        socket.write(`HTTP/1.1 103 Early Hints\r\nlink: <${'a'.repeat(1_000)}>\r\n\r\n`);
      }, 5);
      cleaning.push(() => clearInterval(writing));
    });
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ failure: 'TIMEOUT' });
    expect(sent).toBeGreaterThan(2);
  });

  test('a server that changes the protocol is STATUS at once, and its connection ends', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    let closed: Promise<unknown> = Promise.resolve();
    const { port } = await server((socket) => {
      closed = once(socket, 'close');
      socket.write(upgrade);
    });
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ statusCode: 101, failure: 'STATUS' });
    // The server may notice the end some time later than the sender. A connection that stays open fails by Jest's time limit.
    await closed;
  });

  test('a body that never ends takes no longer, and the status counts', async () => {
    const { port } = await server((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\na'));
    expect(await post(REQUEST, network(port, [[PUBLIC]]))).toMatchObject({ statusCode: 200 });
  });
});
