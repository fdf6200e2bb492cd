import { FleetError, ok } from '../../client/src/index';
import { fleetAt, json, service, sessionOf, TEAM, UNAUTHENTICATED } from './support/service';

describe('the session', () => {
  test('is whatever a call answers with tokens, and is sent from then on', async () => {
    const { fetch, sent } = service(({ route }) =>
      route.includes('/auth/') ? json(200, { message: '', user: {}, tokens: sessionOf('A').tokens }) : json(200, {}),
    );
    const { fleet, kept } = fleetAt(fetch);
    await fleet.GET('/teams');
    await fleet.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } });
    await fleet.GET('/teams');
    expect(sent.map(({ route, token }) => [route, token])).toEqual([
      ['GET /teams', null],
      ['POST /auth/login', null],
      ['GET /teams', 'Bearer A'],
    ]);
    expect([kept, fleet.session]).toEqual([['A'], sessionOf('A')]);
  });

  test('doors 22: is that of the answer to a new password, which ends the one before', async () => {
    const { fetch, sent } = service(() => json(200, { message: '', user: {}, tokens: sessionOf('B').tokens }));
    const { fleet, kept } = fleetAt(fetch, { session: sessionOf('A') });
    await fleet.POST('/users/me/password', { body: { currentPassword: 'x', newPassword: 'De Monterrey a Laredo' } });
    await fleet.GET('/teams');
    expect(sent.map(({ token }) => token)).toEqual(['Bearer A', 'Bearer B']);
    expect([kept, fleet.session]).toEqual([['B'], sessionOf('B')]);
  });

  test('is none yet while a code is asked for', async () => {
    const { fetch } = service(() => json(200, { challenge: 'SOFTWARE_TOKEN_MFA', session: 's', username: 'u' }));
    const { fleet, kept } = fleetAt(fetch);
    const { data } = await fleet.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } });
    expect(data && 'challenge' in data && data.challenge).toBe('SOFTWARE_TOKEN_MFA');
    expect([kept, fleet.session]).toEqual([[], undefined]);
  });

  test.each([
    ['staff', 'POST /auth/refresh'],
    ['drivers', 'POST /auth/drivers/refresh'],
  ] as const)('of %s is renewed once for all calls that were refused, and they are sent again', async (pool, route) => {
    const { fetch, sent } = service(async (call) => {
      if (call.route !== route) return call.token === 'Bearer new' ? json(200, { teams: [] }) : UNAUTHENTICATED();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return json(200, { tokens: sessionOf('new').tokens });
    });
    const { fleet, kept } = fleetAt(fetch, { session: { ...sessionOf('old'), pool } });
    const answers = await Promise.all([1, 2, 3].map(() => fleet.GET('/teams')));
    expect(answers.map(({ data }) => data)).toEqual([{ teams: [] }, { teams: [] }, { teams: [] }]);
    const renewals = sent.filter((one) => one.route === route);
    expect(renewals.map(({ body, token }) => [body, token])).toEqual([['{"refreshToken":"ana.old"}', null]]);
    expect([kept, fleet.session?.pool]).toEqual([['new'], pool]);
  });

  test('production 2.2: is renewed up to a minute before its token expires, at a random time', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(0);
    const { fetch, sent } = service(({ route }) =>
      route.startsWith('POST /auth/')
        ? json(200, { tokens: { ...sessionOf('A').tokens, expiresIn: 900 } })
        : json(200, {}),
    );
    const { fleet } = fleetAt(fetch, { random: () => 0.5 });
    await fleet.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } });
    now.mockReturnValue(869_999);
    await fleet.GET('/teams');
    expect(sent).toHaveLength(2);
    now.mockReturnValue(870_000);
    await Promise.all([fleet.GET('/teams'), fleet.GET('/teams')]);
    expect(sent.filter(({ route }) => route === 'POST /auth/refresh')).toHaveLength(1);
    now.mockRestore();
  });

  test.each([429, 503])(
    'production 2.2: a renewal that is answered %s is sent again after the wait and up to 2 s more',
    async (status) => {
      const { fetch, sent } = service(({ route, token }) => {
        const tries = sent.filter((one) => one.route.endsWith('/refresh')).length;
        if (route.endsWith('/refresh'))
          return tries < 3
            ? json(status, { error: '' }, { 'retry-after': '60' })
            : json(200, { tokens: sessionOf('new').tokens });
        return token === 'Bearer new' ? json(200, {}) : UNAUTHENTICATED();
      });
      const { fleet, waited } = fleetAt(fetch, { session: sessionOf('old'), random: () => 0.25 });
      expect((await fleet.GET('/teams')).response.status).toBe(200);
      expect(waited).toEqual([60_500, 60_500]);
    },
  );

  test('production 2.2: a renewal that is refused for an hour is not waited for', async () => {
    const limit = { error: 'TOO_MANY_REQUESTS', message: '' };
    const { fetch } = service(({ route }) =>
      route.endsWith('/refresh') ? json(429, limit, { 'retry-after': '3600' }) : UNAUTHENTICATED(),
    );
    const { fleet, waited, kept } = fleetAt(fetch, { session: sessionOf('old') });
    await expect(ok(fleet.GET('/teams'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3_600 });
    expect([waited, kept]).toEqual([[], []]);
  });

  test('is not renewed again for a call that was on its way when it was', async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fetch, sent } = service(async ({ route, token }) => {
      if (route.endsWith('/refresh')) return json(200, { tokens: sessionOf('new').tokens });
      if (token === 'Bearer new') return json(200, {});
      if (route.endsWith('/users/me')) await late;
      return UNAUTHENTICATED();
    });
    const { fleet } = fleetAt(fetch, { session: sessionOf('old') });
    const slow = fleet.GET('/users/me');
    await fleet.GET('/teams');
    release();
    expect((await slow).response.status).toBe(200);
    expect(sent.filter(({ route }) => route.endsWith('/refresh'))).toHaveLength(1);
  });

  test('is over when it cannot be renewed, and stays when the service is only busy', async () => {
    for (const [status, kept] of [
      [401, [undefined]],
      [503, []],
    ] as const) {
      const body = { error: status === 401 ? 'UNAUTHENTICATED' : 'UNAVAILABLE', message: '' };
      const { fetch } = service(({ route }) => (route.endsWith('/refresh') ? json(status, body) : UNAUTHENTICATED()));
      const made = fleetAt(fetch, { session: sessionOf('old') });
      await expect(ok(made.fleet.GET('/teams'))).rejects.toMatchObject({ status, code: body.error });
      expect(made.kept).toEqual(kept);
    }
  });

  test('is not renewed for a wrong code, which is 401 as well', async () => {
    const { fetch, sent } = service(() => json(401, { error: 'INVALID_CODE', message: '' }));
    const { fleet } = fleetAt(fetch, { session: sessionOf('A') });
    await fleet.DELETE('/users/me/mfa', { body: { code: '123456', password: 'x' } });
    expect(sent).toHaveLength(1);
  });

  test('ends here and there by signing out', async () => {
    const { fetch, sent } = service(() => json(200, { message: '' }));
    const { fleet, kept } = fleetAt(fetch, { session: sessionOf('A') });
    await fleet.signOut();
    expect(sent[0]).toMatchObject({ route: 'POST /auth/logout', body: '{"refreshToken":"ana.A"}' });
    expect([kept, fleet.session]).toEqual([[undefined], undefined]);
  });
});

describe('what is sent again', () => {
  const box = { params: { path: { teamId: TEAM } }, body: { economicNumber: 'C-1', dailyRate: 10 } };

  test('a creation has a key, the same at every try', async () => {
    const { fetch, sent } = service((_, count) => {
      if (count === 1) throw new TypeError('fetch failed');
      return count === 2 ? json(503, { error: 'UNAVAILABLE' }, { 'retry-after': '2' }) : json(201, { id: 'box' });
    });
    const { fleet, waited } = fleetAt(fetch);
    expect((await ok(fleet.POST('/teams/{teamId}/boxes', box))).id).toBe('box');
    expect(sent.map(({ key }) => key)).toEqual(['id-1', 'id-1', 'id-1']);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(waited).toEqual([500, 2_000]);
  });

  test('a key of the caller’s own is kept, and another creation has another', async () => {
    const { fetch, sent } = service(() => json(201, {}));
    const { fleet } = fleetAt(fetch);
    const own = { ...box, params: { ...box.params, header: { 'Idempotency-Key': 'mine' } } };
    await fleet.POST('/teams/{teamId}/boxes', own);
    await fleet.POST('/teams/{teamId}/boxes', box);
    await fleet.POST('/teams/{teamId}/boxes', box);
    expect(sent.map(({ key }) => key)).toEqual(['mine', 'id-1', 'id-2']);
  });

  test('integrations 4: a stamp whose answer is lost is sent again with the same key', async () => {
    const { fetch, sent } = service((_, count) => {
      if (count === 1) throw new TypeError('fetch failed');
      return json(200, { id: TEAM, status: 'VALID' });
    });
    const { fleet } = fleetAt(fetch);
    const stamp = { params: { path: { id: TEAM } }, body: { teamId: TEAM } };
    expect((await ok(fleet.POST('/invoices/{id}/stamp', stamp))).status).toBe('VALID');
    expect(sent.map(({ key }) => key)).toEqual(['id-1', 'id-1']);
  });

  test('a change that has no key is sent once', async () => {
    const { fetch, sent } = service(() => {
      throw new TypeError('fetch failed');
    });
    const { fleet } = fleetAt(fetch);
    await expect(
      fleet.POST('/invoices/{id}/email', { params: { path: { id: TEAM } }, body: { teamId: TEAM } }),
    ).rejects.toThrow('fetch failed');
    expect(sent.map(({ key }) => key)).toEqual([null]);
  });

  test('reading is tried three times, and then it is said why', async () => {
    const { fetch, sent } = service(() => json(503, { error: 'UNAVAILABLE', message: 'Busy.' }));
    const { fleet } = fleetAt(fetch);
    await expect(ok(fleet.GET('/teams'))).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Busy.' });
    expect(sent).toHaveLength(3);
  });
});

describe('an error', () => {
  test.each([
    [
      400,
      { error: 'VALIDATION_FAILED', message: 'Send it.', field: 'name' },
      { code: 'VALIDATION_FAILED', field: 'name' },
    ],
    [409, { error: 'PLATE_TAKEN', message: 'Taken.' }, { code: 'PLATE_TAKEN', message: 'Taken.', requestId: 'r-1' }],
    [429, { error: 'TOO_MANY_REQUESTS', message: 'Wait.' }, { code: 'TOO_MANY_REQUESTS', retryAfter: 7 }],
    [400, { error: 'INVOICE_NOT_READY', message: '', errors: [{ code: 'CP167' }] }, { findings: [{ code: 'CP167' }] }],
    [
      400,
      {
        error: 'VALIDATION_FAILED',
        message: 'Send it.',
        field: 'name',
        errors: [{ field: 'name', message: 'Send it.' }, 7],
      },
      { errors: [{ field: 'name', message: 'Send it.' }] },
    ],
    [502, { error: 'The seal is expired.' }, { code: 'PROVIDER_ERROR', message: 'The seal is expired.' }],
    [413, { message: 'Request Entity Too Large' }, { code: 'GATEWAY', message: 'Request Entity Too Large' }],
    [409, { error: 'OF_TOMORROW', message: 'New.' }, { code: 'UNKNOWN', message: 'New.' }],
    [409, { error: 'toString' }, { code: 'UNKNOWN' }],
  ])('%i %j is %j', async (status, body, expected) => {
    const { fetch } = service(() => json(status, body, { 'x-request-id': 'r-1', 'retry-after': '7' }));
    const failure: unknown = await ok(fleetAt(fetch).fleet.GET('/users/me')).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(FleetError);
    expect(failure).toMatchObject({ status, ...expected });
  });

  test.each([
    ['7', 7],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['', undefined],
  ])('with the wait %j says %j seconds', async (wait, retryAfter) => {
    const { fetch } = service(() => json(429, { error: 'TOO_MANY_REQUESTS' }, { 'retry-after': wait }));
    const failure = ok(fleetAt(fetch).fleet.GET('/users/me'));
    await expect(failure).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter });
  });

  test('that is no JSON is told by its status', async () => {
    const { fetch } = service(() => new Response('<html>', { status: 500 }));
    await expect(ok(fleetAt(fetch).fleet.GET('/users/me'))).rejects.toMatchObject({ code: 'GATEWAY', status: 500 });
  });
});

describe('lists', () => {
  test('are walked by their cursors, and no further than they are read', async () => {
    const { fetch, sent } = service((_, count) =>
      json(200, {
        trips: [{ id: `${count}a` }, { id: `${count}b` }],
        count: 2,
        nextCursor: count < 3 ? `c${count}` : null,
      }),
    );
    const { fleet } = fleetAt(fetch);
    const init = { params: { path: { teamId: TEAM }, query: { status: 'EN_PROCESO' as const } } };
    const ids: string[] = [];
    for await (const { id } of fleet.each('/teams/{teamId}/trips', init)) ids.push(id);
    expect(ids).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(sent.map(({ route }) => route.split('?')[1])).toEqual([
      'status=EN_PROCESO',
      'status=EN_PROCESO&cursor=c1',
      'status=EN_PROCESO&cursor=c2',
    ]);
    for await (const _ of fleet.each('/teams/{teamId}/trips', init)) break;
    expect(sent).toHaveLength(4);
  });

  test('of invoices are walked by page', async () => {
    const { fetch, sent } = service((_, count) =>
      json(200, {
        invoices: [{ id: `${count}` }],
        pagination: { page: count, limit: 1, total: 2, hasMore: count < 2 },
      }),
    );
    const ids: string[] = [];
    for await (const { id } of fleetAt(fetch).fleet.each('/invoices', { params: { query: { teamId: TEAM } } }))
      ids.push(id);
    expect([ids, sent.map(({ route }) => route.slice(-6))]).toEqual([
      ['1', '2'],
      [expect.any(String), 'page=2'],
    ]);
  });

  test('end with the error of a page', async () => {
    const { fetch } = service(() => json(403, { error: 'FORBIDDEN', message: '' }));
    const walk = fleetAt(fetch).fleet.each('/teams');
    await expect(walk.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an upload', () => {
  const file = {
    teamId: TEAM,
    folder: 'drivers-files',
    entityType: 'DRIVER',
    entityId: TEAM,
    fileName: 'licencia.pdf',
    contentType: 'application/pdf',
    content: '%PDF-1.7',
  } as const;

  test('asks for an address, sends the bytes there and registers them', async () => {
    const { fetch, sent } = service(({ route }) => {
      if (route.endsWith('upload-url'))
        return json(200, { uploadUrl: 'http://storage.test/k', key: 'k', publicUrl: '' });
      return route.startsWith('PUT') ? new Response() : json(201, { file: { fileId: 'id-2' } });
    });
    const { fleet } = fleetAt(fetch, { session: sessionOf('A') });
    expect((await fleet.upload(file)).fileId).toBe('id-2');
    expect(sent.map(({ route, token }) => [route, token])).toEqual([
      ['POST /dms/upload-url', 'Bearer A'],
      ['PUT http://storage.test/k', null],
      ['POST /dms/files', 'Bearer A'],
    ]);
    expect([sent[1]?.body, sent[2]?.key]).toEqual(['%PDF-1.7', 'id-2']);
    expect(JSON.parse(sent[2]?.body ?? '')).toMatchObject({ fileId: 'id-1', key: 'k', entityType: 'DRIVER' });
  });

  test.each([
    ['a text', 'ñ', 2],
    ['a Blob', new Blob(['abc']), 3],
    ['a buffer', new ArrayBuffer(4), 4],
    ['a view', new Uint8Array(5), 5],
    ['a text of pairs and halves of pairs', '🚚\ud83d|\ude9a', 11],
  ])('doors 5: announces the size of %s', async (_, content, size) => {
    const { fetch, sent } = service(() => json(403, { error: 'FORBIDDEN', message: 'no' }));
    const refused = fleetAt(fetch).fleet.upload({ ...file, content });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(JSON.parse(sent[0]?.body ?? '').size).toBe(size);
  });

  test('that the storage refuses is not registered', async () => {
    const { fetch, sent } = service(({ route }) =>
      route.startsWith('PUT')
        ? new Response('<Expired/>', { status: 403 })
        : json(200, { uploadUrl: 'http://s.test/k', key: 'k' }),
    );
    await expect(fleetAt(fetch).fleet.upload(file)).rejects.toMatchObject({ code: 'STORAGE', status: 403 });
    expect(sent).toHaveLength(2);
  });
});
