import { createServer, type Server } from 'node:http';
import { createFleet, FleetError } from '../../client/src/index';
import { OPERATIONS } from '../../client/src/methods-of';
import document from '../../docs/openapi.json';
import { fleetAt, json, service, sessionOf, TEAM, UNAUTHENTICATED } from './support/service';

const TRIP = '01930000-0002-7000-8000-000000000001';
const moved = { message: '', tripId: TRIP, previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO' };

/** Starts the server. Returns its address. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const parametersOf = (operation: unknown): unknown[] => Object(operation).parameters ?? [];

/** A key that the client makes. One with a format is the identifier that a phone made. */
const isOwnKey = (parameter: unknown): boolean => {
  const { name, schema } = Object(parameter);
  return name === 'Idempotency-Key' && schema.format === undefined;
};

describe('a method', () => {
  test('desk 6.4: there is one for each operation of the document, with its method, path and key', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method,
        path,
        isKeyed: parametersOf(operation).some(isOwnKey),
      })),
    );
    const called = OPERATIONS.map(({ method, path, isKeyed }) => ({ method, path, isKeyed }));
    const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect(called.sort(byText)).toEqual(documented.sort(byText));
    const fleet = createFleet({ baseUrl: 'http://fleet.test' });
    for (const { id } of OPERATIONS) {
      const [group = '', name = ''] = id.split('.');
      expect(Reflect.get(Object(Reflect.get(fleet, group)), name)).toBeInstanceOf(Function);
    }
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(documented.length);
  });

  test('desk 6.4: puts parameters into the path and the query, and sends the body', async () => {
    const { fetch, sent } = service(() => json(200, moved, { 'content-type': 'application/json' }));
    const { fleet } = fleetAt(fetch, { session: sessionOf('A') });
    expect((await fleet.trips.start({ tripId: TRIP })).newStatus).toBe('EN_PROCESO');
    await fleet.clients.update({ id: TRIP, teamId: TEAM, body: { name: 'Aceros', rfc: 'XAXX010101000' } });
    await fleet.trips.list({ teamId: TEAM, status: 'EN_PROCESO', limit: 5 });
    expect(sent.map(({ route, token, body }) => [route, token, body])).toEqual([
      [`POST /trips/${TRIP}/start`, 'Bearer A', ''],
      [`PUT /clients/${TRIP}?teamId=${TEAM}`, 'Bearer A', '{"name":"Aceros","rfc":"XAXX010101000"}'],
      [`GET /teams/${TEAM}/trips?status=EN_PROCESO&limit=5`, 'Bearer A', ''],
    ]);
  });

  test('desk 6.4: a creation has a key of its own, or that of the caller', async () => {
    const { fetch, sent } = service(() => json(201, {}, { 'content-type': 'application/json' }));
    const { fleet } = fleetAt(fetch);
    const vehicle = { teamId: TEAM, body: { plate: '58-AK-7M' } };
    await fleet.vehicles.create(vehicle);
    await fleet.vehicles.create(vehicle, { idempotencyKey: 'mine' });
    await fleet.trips.start({ tripId: TRIP });
    expect(sent.map(({ key }) => key)).toEqual(['id-1', 'mine', null]);
  });

  test('integrations 4: a change is made to the version that the caller read, or to any', async () => {
    const { fetch, sent } = service(() => json(200, {}, { 'content-type': 'application/json' }));
    const { fleet } = fleetAt(fetch);
    const change = { id: TRIP, teamId: TEAM, body: { notes: 'Paga los viernes' } };
    await fleet.clients.update(change);
    const read = { version: 3 };
    await fleet.clients.update(change, { ifMatch: `"${read.version}"` });
    await fleet.clients.update(change, { ifMatch: '*' });
    expect(sent.map(({ ifMatch }) => ifMatch)).toEqual([null, '"3"', '*']);
  });

  test('desk 6.4: the media type of the answer decides its form', async () => {
    const { fetch, sent } = service(({ accept }) => {
      if (accept === 'text/csv') return new Response('a;b', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
      if (accept === 'application/pdf') return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
      return json(200, { total: 7 }, { 'content-type': 'application/json' });
    });
    const { fleet } = fleetAt(fetch);
    const csv: string = await fleet.reports.income({ teamId: TEAM }, { accept: 'text/csv' });
    const { total } = await fleet.reports.income({ teamId: TEAM });
    const pdf: Blob = await fleet.invoices.getPdf({ id: TRIP, teamId: TEAM }, { accept: 'application/pdf' });
    const hours: Blob = await fleet.drivers.getHours({ driverId: TRIP, teamId: TEAM }, { accept: 'application/pdf' });
    expect([csv, total, await pdf.text(), await hours.text()]).toEqual(['a;b', 7, '%PDF', '%PDF']);
    expect(sent.map(({ accept }) => accept)).toEqual(['text/csv', null, 'application/pdf', 'application/pdf']);
  });

  test('desk 6.4: every page of a list comes the same way, by cursor or by number', async () => {
    const page = (body: object) => json(200, body, { 'content-type': 'application/json' });
    const { fetch, sent } = service(({ route }, count) =>
      route.includes('/invoices')
        ? page({ invoices: [{ id: `i${count}` }], pagination: { page: count, limit: 1, total: 2, hasMore: count < 2 } })
        : page({ trips: [{ id: `t${count}` }], nextCursor: count < 4 ? 'next' : null }),
    );
    const { fleet } = fleetAt(fetch);
    const ids: string[] = [];
    for await (const { id } of fleet.invoices.list.each({ teamId: TEAM })) ids.push(id);
    for await (const { trips } of fleet.trips.list.pages({ teamId: TEAM, limit: 1 }))
      ids.push(...trips.map(({ id }) => id));
    expect(ids).toEqual(['i1', 'i2', 't3', 't4']);
    expect(sent.map(({ route }) => route.split(/[?&]/).at(-1))).toEqual([
      `teamId=${TEAM}`,
      'page=2',
      'limit=1',
      'cursor=next',
    ]);
  });
});

describe('an error of a method', () => {
  const refused = (body: object) => service(() => json(409, body, { 'x-request-id': 'r-1' }));

  test('desk 6.4: is thrown with the codes of the operation, and known as its own alone', async () => {
    const { fleet } = fleetAt(refused({ error: 'TRIP_TRANSITION', message: 'No.', field: 'status' }).fetch);
    const thrown: unknown = await fleet.trips.start({ tripId: TRIP }).catch((failure: unknown) => failure);
    expect(fleet.trips.start.failed(thrown) && thrown.code).toBe('TRIP_TRANSITION');
    expect(thrown).toMatchObject({ operation: 'trips.start', requestId: 'r-1', field: 'status', status: 409 });
    expect(fleet.trips.relay.failed(thrown)).toBe(false);
    expect(fleet.trips.start.failed(new Error('other'))).toBe(false);
  });

  test('desk 6.4: is a result when nothing may be thrown', async () => {
    const { fleet } = fleetAt(refused({ error: 'PLATE_TAKEN', message: 'Taken.' }).fetch);
    const { data, error } = await fleet.vehicles.create({ teamId: TEAM, body: { plate: 'X' } }).result();
    expect([data, error?.code]).toEqual([undefined, 'PLATE_TAKEN']);
    const good = fleetAt(service(() => json(200, moved, { 'content-type': 'application/json' })).fetch);
    expect(await good.fleet.trips.start({ tripId: TRIP }).result()).toEqual({ data: moved });
  });

  test('desk 6.4: has a message for each invalid field of a form', async () => {
    const errors = [
      { field: 'plate', message: 'Send it.' },
      { field: 'year', message: 'Send a year.' },
    ];
    const { fleet } = fleetAt(refused({ error: 'VALIDATION_FAILED', message: '', field: 'plate', errors }).fetch);
    const { error } = await fleet.vehicles.create({ teamId: TEAM, body: { plate: '' } }).result();
    expect(error?.errors.find(({ field }) => field === 'year')?.message).toBe('Send a year.');
  });

  test('desk 6.4: calls that wait for one renewal know each their own error', async () => {
    const { fetch } = service(({ route }) => {
      if (route.endsWith('/refresh')) throw new TypeError('fetch failed');
      return UNAUTHENTICATED();
    });
    const { fleet } = fleetAt(fetch, { session: sessionOf('old') });
    const [one, other] = await Promise.all([fleet.teams.list().result(), fleet.users.getOwn().result()]);
    expect([one.error?.operation, other.error?.operation]).toEqual(['teams.list', 'users.getOwn']);
    expect([one.error?.code, other.error?.code]).toEqual(['NETWORK', 'NETWORK']);
  });
});

describe('a page of a proxy instead of an answer', () => {
  const paged = (status: number) => {
    const { fetch } = service(
      () => new Response('<html>Sign in to the network</html>', { status, headers: { 'content-type': 'text/html' } }),
    );
    return fleetAt(fetch, { session: sessionOf('A') });
  };

  test.each([200, 401, 502])('desk 6.4: with %i is an error of the call, and no data', async (status) => {
    const { fleet, kept } = paged(status);
    const { data, error } = await fleet.teams.list().result();
    expect([data, error?.code, error?.status, error?.operation]).toEqual([undefined, 'GATEWAY', status, 'teams.list']);
    expect([kept, fleet.session]).toEqual([[], sessionOf('A')]);
  });

  test('desk 6.4: with 200 is an error of the path form, of its lists and of an upload', async () => {
    const { fleet } = paged(200);
    const content = {
      folder: 'drivers-files',
      entityType: 'driver',
      entityId: TEAM,
      content: 'x',
      contentType: 'text/plain',
    } as const;
    const file = { ...content, teamId: TEAM, fileName: 'a.txt' };
    const calls = [fleet.GET('/teams'), fleet.each('/teams').next(), fleet.upload(file)];
    for (const one of await Promise.allSettled(calls))
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'FleetError', code: 'GATEWAY', status: 200 } });
  });

  test.each([200, 401])('desk 6.4: with %i is an error of a sign-in, which leaves the session', async (status) => {
    const { fleet, kept } = paged(status);
    const { data, error } = await fleet.auth.login({ body: { email: 'a@b.mx', password: 'x' } }).result();
    expect([data, error?.code, error?.operation]).toEqual([undefined, 'GATEWAY', 'auth.login']);
    expect([kept, fleet.session]).toEqual([[], sessionOf('A')]);
  });
});

describe('an answer that is no JSON, although it says so', () => {
  const answering = (body: string, status: number) =>
    fleetAt(service(() => new Response(body, { status, headers: { 'content-type': 'application/json' } })).fetch);

  test.each(['{"teams":[', 'null and void', '<html>'])(
    'desk 6.4: %j is an error of both forms of a call',
    async (body) => {
      const { fleet, kept } = answering(body, 200);
      const { error } = await fleet.teams.list().result();
      expect([error?.code, error?.status, error?.operation]).toEqual(['GATEWAY', 200, 'teams.list']);
      const login = fleet.auth.login({ body: { email: 'a@b.mx', password: 'x' } });
      for (const call of [fleet.GET('/teams'), fleet.each('/teams').next(), login])
        await expect(call).rejects.toMatchObject({ name: 'FleetError', code: 'GATEWAY', status: 200 });
      expect(kept).toEqual([]);
    },
  );

  test('desk 6.4: of an error is one as before, and an empty answer is none', async () => {
    const { fleet } = answering('{"error"', 502);
    const { error } = await fleet.teams.list().result();
    expect([error?.code, error?.status]).toEqual(['GATEWAY', 502]);
    expect(await fleet.GET('/teams')).toMatchObject({ error: '{"error"', response: { status: 502 } });
    const { data, response } = await answering('', 200).fleet.GET('/teams');
    expect([data, response.status]).toEqual([undefined, 200]);
  });
});

describe('a list that names a page again', () => {
  const json = (body: object) => Response.json(body);
  test.each([
    ['the same cursor', () => json({ trips: [{ id: 't' }], nextCursor: 'a' }), 2],
    ['cursors in a circle', (count: number) => json({ trips: [{ id: 't' }], nextCursor: 'ab'[count % 2] }), 3],
    ['the same page', () => json({ trips: [{ id: 't' }], pagination: { page: 1, hasMore: true } }), 2],
  ])('desk 6.4: %s: ends with an error after the records that it has read', async (_, answer, most) => {
    const { fetch, sent } = service((_call, count) => answer(count));
    const { fleet } = fleetAt(fetch);
    for (const walk of [
      fleet.trips.list.each({ teamId: TEAM }),
      fleet.trips.list.pages({ teamId: TEAM }),
      fleet.each('/teams/{teamId}/trips', { params: { path: { teamId: TEAM } } }),
    ]) {
      const before = sent.length;
      for (let read = 0; read < most; read += 1) expect((await walk.next()).done).toBe(false);
      await expect(walk.next()).rejects.toMatchObject({ name: 'FleetError', code: 'GATEWAY' });
      expect(sent.length - before).toBe(most);
    }
  });
});

describe('a call without an answer', () => {
  test('desk 6.4: names the address and the reason', async () => {
    const waited: number[] = [];
    const fleet = createFleet({
      baseUrl: 'http://127.0.0.1:9',
      sleep: async (ms) => void waited.push(ms),
      random: () => 1,
    });
    const { error } = await fleet.teams.list().result();
    expect(error).toBeInstanceOf(FleetError);
    expect(error?.message).toMatch(
      /^http:\/\/127\.0\.0\.1:9 did not answer\. Check the address and the connection\. \(fetch failed: .+\)$/,
    );
    expect([error?.code, error?.status, waited]).toEqual(['NETWORK', 0, [1_000, 1_000]]);
    expect(error?.cause).toMatchObject({ message: 'fetch failed' });
    await expect(fleet.GET('/teams')).rejects.toMatchObject({ code: 'NETWORK', cause: { message: 'fetch failed' } });
  });

  test('desk 6.4: is also one whose connection ends in the middle of the answer', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"teams":[', () => response.destroy());
    });
    const baseUrl = await listening(server);
    const call = createFleet({ baseUrl }).teams.list().result();
    const { error } = await call.finally(() => server.close());
    expect([error?.code, error?.status, error?.operation]).toEqual(['NETWORK', 0, 'teams.list']);
    expect(error?.message).toContain(`${baseUrl} did not answer.`);
  });

  const silent = () => service(() => new Promise<Response>(() => {}));

  test('desk 6.4: ends with TIMEOUT after the time of the call, with its retries', async () => {
    const { fetch, sent } = silent();
    const { error } = await fleetAt(fetch, { timeout: 20 }).fleet.teams.list({}, { timeout: 50 }).result();
    expect([error?.code, sent.length > 1 && sent.length < 4]).toEqual(['TIMEOUT', true]);
  });

  test.each([Infinity, 30 * 86_400_000])('desk 6.4: does not end at once when its time is %d ms', async (timeout) => {
    const { fetch } = service(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return Response.json({ teams: [] });
    });
    const { fleet } = fleetAt(fetch, { timeout });
    expect(await fleet.teams.list({}, { timeout })).toEqual({ teams: [] });
  });

  test('desk 6.4: ends with TIMEOUT after the time of the client, in the path form too', async () => {
    const { fetch, sent } = silent();
    const { fleet } = fleetAt(fetch, { timeout: 20 });
    await expect(fleet.GET('/teams')).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(sent).toHaveLength(3);
    await expect(fleet.trips.start({ tripId: TRIP })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(sent).toHaveLength(4);
  });

  test('desk 6.4: ends with TIMEOUT when the answer stops after its beginning, and is sent again if it may be', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"teams":[');
    });
    const baseUrl = await listening(server);
    const fleet = createFleet({ baseUrl, timeout: 50, sleep: async () => {} });
    const calls = [fleet.GET('/teams'), fleet.teams.list(), fleet.trips.start({ tripId: TRIP })];
    const settled = await Promise.allSettled(calls);
    server.closeAllConnections();
    server.close();
    expect(settled).toEqual(
      calls.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'TIMEOUT' }) })),
    );
    // Reads are sent three times, and a start once.
    expect(requests).toBe(7);
  });

  test('desk 6.4: ends by the caller’s signal, is not sent again, and is no result', async () => {
    const hanging: typeof fetch = (request) =>
      new Promise((_, reject) => {
        const { signal } = new Request(request);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    let count = 0;
    const { fleet } = fleetAt((request) => {
      count += 1;
      return hanging(request);
    });
    const ending = new AbortController();
    const call = fleet.teams.list({}, { signal: ending.signal }).result();
    setTimeout(() => ending.abort(), 10);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect(fleet.teams.list({}, { signal: ending.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(count).toBeLessThanOrEqual(2);
  });
});

describe('the wait before another try', () => {
  const without = () => {
    throw new TypeError('fetch failed');
  };
  test.each([
    ['a busy service', () => json(503, { error: 'UNAVAILABLE', message: '' })],
    ['no answer', without],
  ])('desk 6.4: after %s ends by the caller’s signal, in the path form too', async (_, answer) => {
    const { fetch, sent } = service(answer);
    const ending = new AbortController();
    const sleep = () => {
      ending.abort(new Error('mine'));
      return new Promise<void>(() => {});
    };
    const { fleet } = fleetAt(fetch, { sleep });
    await expect(fleet.GET('/teams', { signal: ending.signal })).rejects.toThrow('mine');
    expect(sent).toHaveLength(1);
  });
});

describe('what is sent again', () => {
  test.each([
    [503, undefined, [1_000, 1_000]],
    [503, '3', [3_000, 3_000]],
    [429, '2', [2_000, 2_000]],
    [503, '31', []],
    [429, '3600', []],
    [500, '1', []],
  ])('desk 6.4: a %i with Retry-After %s waits %j', async (status, wait, expected) => {
    const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait };
    const { fetch, sent } = service(() => json(status, { error: 'UNAVAILABLE', message: '' }, headers));
    const { fleet, waited } = fleetAt(fetch);
    await fleet.teams.list().result();
    expect([waited, sent.length]).toEqual([expected, expected.length + 1]);
    await fleet.trips.start({ tripId: TRIP }).result();
    expect(sent).toHaveLength(expected.length + 2);
  });
});

describe('the language', () => {
  test('desk 6.4: is that of the client at each call, or that of the call', async () => {
    const { fetch, sent } = service(() => json(200, { teams: [] }, { 'content-type': 'application/json' }));
    let language = 'es-MX';
    const { fleet } = fleetAt(fetch, { language: () => language });
    await fleet.teams.list();
    language = 'en';
    await fleet.GET('/teams');
    await fleet.teams.list({}, { language: 'es' });
    await fleetAt(fetch, { language: 'es-419' }).fleet.teams.list();
    await fleetAt(fetch).fleet.teams.list();
    expect(sent.map((one) => one.language)).toEqual(['es-MX', 'en', 'es', 'es-419', null]);
  });
});
