import type { FleetOptions, Session } from '../../client/src/index';
import { exchangeOf } from '../../client/src/session';
import document from '../../docs/openapi.json';
import { BASE, fleetAt, json, service, sessionOf, TEAM, UNAUTHENTICATED } from './support/service';

const tokensOf = (name: string) => json(200, { message: '', user: {}, tokens: sessionOf(name).tokens });

/** A gate that a test opens. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A service whose renewal answers late. `A` has expired, and another person signs in as `B`. */
function lateRenewal(renewal: () => Response) {
  const { open, opened } = gate();
  const asked = gate();
  const { fetch } = service(async ({ route, token }) => {
    if (route === 'POST /auth/login') return tokensOf('B');
    if (route === 'POST /auth/logout') return json(200, { message: '' });
    if (!route.endsWith('/refresh')) return token === 'Bearer A' ? UNAUTHENTICATED() : json(200, { teams: [] });
    asked.open();
    await opened;
    return renewal();
  });
  return { ...fleetAt(fetch, { session: sessionOf('A') }), open, asked: asked.opened };
}

describe('a renewal that is answered late', () => {
  const answers = [
    ['with new tokens', () => tokensOf('A2')],
    ['with 401', UNAUTHENTICATED],
  ] as const;

  test.each(answers)('%s does not touch the session of a person who signed in meanwhile', async (_, answer) => {
    const { fleet, kept, open, asked } = lateRenewal(answer);
    const call = fleet.GET('/teams');
    await asked;
    await fleet.POST('/auth/login', { body: { email: 'b@b.mx', password: 'x' } });
    open();
    await call;
    expect([kept, fleet.session]).toEqual([['B'], sessionOf('B')]);
  });

  test.each(answers)('%s does not begin a session again after a sign-out', async (_, answer) => {
    const { fleet, kept, open, asked } = lateRenewal(answer);
    const call = fleet.GET('/teams');
    await asked;
    await fleet.signOut();
    open();
    expect((await call).error).toMatchObject({ error: 'UNAUTHENTICATED' });
    expect([kept, fleet.session]).toEqual([[undefined], undefined]);
  });
});

describe('a call of a person before the last sign-in', () => {
  test('is not sent again in the name of the next person', async () => {
    const { open, opened } = gate();
    const { fetch, sent } = service(async ({ route, token }) => {
      if (route.endsWith('/login')) return tokensOf('B');
      if (token === 'Bearer B') return json(200, {});
      await opened;
      return UNAUTHENTICATED();
    });
    const { fleet } = fleetAt(fetch, { session: sessionOf('A') });
    const call = fleet.POST('/trips/{tripId}/start', { params: { path: { tripId: TEAM } } });
    await fleet.POST('/auth/login', { body: { email: 'b@b.mx', password: 'x' } });
    open();
    expect((await call).error).toMatchObject({ error: 'UNAUTHENTICATED' });
    expect(sent.map(({ token }) => token)).toEqual(['Bearer A', null]);
  });

  test('does not replace the session of the next person with the tokens of a new password', async () => {
    const { open, opened } = gate();
    const { fetch } = service(async ({ route }) => {
      if (route.endsWith('/login')) return tokensOf('B');
      await opened;
      return tokensOf('A2');
    });
    const { fleet } = fleetAt(fetch, { session: sessionOf('A') });
    const body = { currentPassword: 'x', newPassword: 'De Monterrey a Laredo' };
    const call = fleet.POST('/users/me/password', { body });
    await fleet.POST('/auth/login', { body: { email: 'b@b.mx', password: 'x' } });
    open();
    await call;
    expect(fleet.session).toEqual(sessionOf('B'));
  });

  test('keeps the tokens of a new password also after a renewal by the same call', async () => {
    const { fetch } = service(({ route, token }) => {
      if (route.endsWith('/refresh')) return tokensOf('A2');
      return token === 'Bearer A' ? UNAUTHENTICATED() : tokensOf('A3');
    });
    const { fleet, kept } = fleetAt(fetch, { session: sessionOf('A') });
    await fleet.POST('/users/me/password', { body: { currentPassword: 'x', newPassword: 'De Monterrey a Laredo' } });
    expect(kept).toEqual(['A2', 'A3']);
  });
});

describe('a sign-out', () => {
  test.each([403, 429, 500, 503])(
    'that is answered %i forgets the session, and says that it failed',
    async (status) => {
      const { fetch } = service(() => json(status, { error: 'UNAVAILABLE', message: 'Busy.' }));
      const { fleet, kept } = fleetAt(fetch, { session: sessionOf('A') });
      await expect(fleet.signOut()).rejects.toMatchObject({ name: 'FleetError', status });
      expect([kept, fleet.session]).toEqual([[undefined], undefined]);
    },
  );

  test('without network forgets the session, and says that there was no answer', async () => {
    const { fetch } = service(() => {
      throw new TypeError('fetch failed');
    });
    const { fleet, kept } = fleetAt(fetch, { session: sessionOf('A') });
    await expect(fleet.signOut()).rejects.toMatchObject({ code: 'NETWORK' });
    expect([kept, fleet.session]).toEqual([[undefined], undefined]);
  });

  test('that is answered late does not end the session of a person who signed in meanwhile', async () => {
    const { open, opened } = gate();
    const { fetch } = service(async ({ route }) => {
      if (route.endsWith('/login')) return tokensOf('B');
      await opened;
      return json(200, { message: '' });
    });
    const { fleet } = fleetAt(fetch, { session: sessionOf('A') });
    const ending = fleet.signOut();
    await fleet.POST('/auth/login', { body: { email: 'b@b.mx', password: 'x' } });
    open();
    await ending;
    expect(fleet.session).toEqual(sessionOf('B'));
  });
});

/** A service that has replaced the refresh tokens of another tab long ago, and takes `latest` from a body or as the cookie. */
function afterAnotherTab(cookie: 'sent' | 'blocked') {
  return service(({ route, token, body }) => {
    if (!route.endsWith('/refresh')) return token === 'Bearer new' ? json(200, { teams: [] }) : UNAUTHENTICATED();
    const refreshToken: unknown = JSON.parse(body).refreshToken ?? (cookie === 'sent' ? 'ana.latest' : undefined);
    if (refreshToken === undefined) return json(400, { error: 'VALIDATION_FAILED', field: 'refreshToken' });
    return refreshToken === 'ana.latest' ? tokensOf('new') : UNAUTHENTICATED();
  });
}

describe('a session that several tabs share', () => {
  test('by cookies is renewed by the cookie, which has the latest refresh token', async () => {
    const { fetch, sent } = afterAnotherTab('sent');
    const { fleet, kept } = fleetAt(fetch, { session: sessionOf('old'), credentials: 'include' });
    expect((await fleet.GET('/teams')).data).toEqual({ teams: [] });
    expect([kept, sent[1]?.body]).toEqual([['new'], '{}']);
  });

  test('by cookies is renewed by the token of the client where the browser keeps no cookie', async () => {
    const { fetch, sent } = afterAnotherTab('blocked');
    const { fleet, kept } = fleetAt(fetch, { session: sessionOf('old', 'ana.latest'), credentials: 'include' });
    expect((await fleet.GET('/teams')).data).toEqual({ teams: [] });
    expect([kept, sent[2]?.body]).toEqual([['new'], '{"refreshToken":"ana.latest"}']);
  });

  test('in a storage is read again before a renewal', async () => {
    const { fetch } = afterAnotherTab('blocked');
    let stored = sessionOf('old');
    const { fleet, kept } = fleetAt(fetch, { session: () => stored });
    expect(fleet.session).toBe(stored);
    stored = sessionOf('of the other tab', 'ana.latest');
    expect((await fleet.GET('/teams')).data).toEqual({ teams: [] });
    expect([kept, fleet.session]).toEqual([['new'], sessionOf('new')]);
  });

  test('in a storage that has none is renewed by the token of the client', async () => {
    const { fetch } = afterAnotherTab('blocked');
    let stored: Session | undefined = sessionOf('old', 'ana.latest');
    const { fleet, kept } = fleetAt(fetch, { session: () => stored });
    stored = undefined;
    await fleet.GET('/teams');
    expect(kept).toEqual(['new']);
  });
});

describe('a person who signs in in another tab', () => {
  const ofLuis = sessionOf('L', 'luis.1');

  /** A tab of Ana that shares a storage, in which Luis has signed in after the event. */
  function tabOfAna(answer: Parameters<typeof service>[0], options: Partial<FleetOptions> = {}) {
    const storage: { session: Session | undefined } = { session: sessionOf('A') };
    const events: string[] = [];
    const { fetch, sent } = service(answer);
    const { fleet } = fleetAt(fetch, {
      session: () => storage.session,
      onSession: (session) => {
        storage.session = session;
        events.push('onSession');
      },
      onOtherPerson: () => events.push('onOtherPerson'),
      ...options,
    });
    return { fleet, sent, storage, events };
  }

  test('ends the session of this tab before a renewal, which would be in the name of that person', async () => {
    const { fleet, sent, storage, events } = tabOfAna(UNAUTHENTICATED);
    storage.session = ofLuis;
    expect((await fleet.GET('/teams')).error).toMatchObject({ error: 'UNAUTHENTICATED' });
    expect(sent.map(({ route, token }) => [route, token])).toEqual([['GET /teams', 'Bearer A']]);
    expect([fleet.session, storage.session, events]).toEqual([undefined, ofLuis, ['onOtherPerson']]);
    await fleet.GET('/health');
    expect(sent[1]?.token).toBeNull();
  });

  test.each([
    ['with new tokens', () => tokensOf('A2')],
    ['with 401', UNAUTHENTICATED],
  ])('keeps the place in the storage when a renewal is answered %s after that', async (_, renewal) => {
    const { fleet, storage, events } = tabOfAna(({ route }) => {
      if (!route.endsWith('/refresh')) return UNAUTHENTICATED();
      storage.session = ofLuis;
      return renewal();
    });
    expect((await fleet.GET('/teams')).error).toMatchObject({ error: 'UNAUTHENTICATED' });
    expect([fleet.session, storage.session, events]).toEqual([undefined, ofLuis, ['onOtherPerson']]);
  });

  test('keeps the place in the storage when this tab signs out, which ends the session of this tab alone', async () => {
    const { fleet, sent, storage } = tabOfAna(() => json(200, { message: '' }));
    storage.session = ofLuis;
    await fleet.signOut();
    await fleet.signOut();
    expect([fleet.session, storage.session]).toEqual([undefined, ofLuis]);
    expect(sent.map(({ body }) => body)).toEqual(['{"refreshToken":"ana.A"}', '{}']);
  });

  test('gives the place in the storage up to a sign-in in this tab', async () => {
    const { fleet, storage, events } = tabOfAna(() => tokensOf('A2'));
    storage.session = ofLuis;
    await fleet.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } });
    expect([fleet.session, storage.session, events]).toEqual([sessionOf('A2'), sessionOf('A2'), ['onSession']]);
  });

  test('ends the session of this tab when the cookie renews it as that person', async () => {
    const { fleet, events } = tabOfAna(
      ({ route }) => (route.endsWith('/refresh') ? json(200, { tokens: ofLuis.tokens }) : UNAUTHENTICATED()),
      { session: sessionOf('A'), credentials: 'include' },
    );
    expect((await fleet.GET('/teams')).error).toMatchObject({ error: 'UNAUTHENTICATED' });
    expect([fleet.session, events]).toEqual([undefined, ['onOtherPerson']]);
  });
});

describe('of several sign-ins and sign-outs at once', () => {
  /** A service that answers sign-ins when the test says so, and calls that are ended never. */
  function slowSignIns(options: Partial<FleetOptions> = {}) {
    const sent: string[] = [];
    const open: (() => void)[] = [];
    const ended: string[] = [];
    const made = fleetAt(async (request) => {
      const { url, signal } = request;
      const name: string = url.endsWith('/login') ? JSON.parse(await request.text()).email : url.replace(/.*\//, '');
      sent.push(name);
      signal.addEventListener('abort', () => ended.push(name));
      await new Promise<void>((resolve) => open.push(resolve));
      return name === 'logout' ? json(200, { message: '' }) : tokensOf(name);
    }, options);
    const signIn = (email: string) => made.fleet.auth.login({ body: { email, password: 'x' } });
    const openAll = () => {
      for (const one of open.splice(0)) one();
    };
    return { ...made, signIn, sent, ended, openAll };
  }
  const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

  test('a sign-out ends the sign-in that is under way', async () => {
    const { fleet, kept, signIn, ended, openAll } = slowSignIns();
    const signingIn = signIn('A');
    await moment();
    const signingOut = fleet.signOut();
    await expect(signingIn).rejects.toMatchObject({ name: 'AbortError' });
    await moment();
    openAll();
    await signingOut;
    expect([fleet.session, kept, ended]).toEqual([undefined, [], ['A']]);
  });

  test('the last sign-in wins, also when the first is answered after it', async () => {
    const { fleet, kept, signIn, ended, openAll } = slowSignIns();
    const first = signIn('A');
    await moment();
    const second = signIn('B');
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await moment();
    openAll();
    await second;
    expect([fleet.session?.tokens.accessToken, kept, ended]).toEqual(['B', ['B'], ['A']]);
  });

  test('a sign-in does not end the sign-out before it, and by cookies comes after its answer', async () => {
    const { fleet, signIn, sent, ended, openAll } = slowSignIns({ session: sessionOf('A'), credentials: 'include' });
    const signingOut = fleet.signOut();
    const signingIn = signIn('B');
    await moment();
    expect(sent).toEqual(['logout']);
    openAll();
    await signingOut;
    await moment();
    openAll();
    await signingIn;
    expect([fleet.session?.tokens.accessToken, sent, ended]).toEqual(['B', ['logout', 'B'], []]);
  });

  test('a sign-in is ended by the signal of its caller, with the reason', async () => {
    const { fleet, ended } = slowSignIns();
    const controller = new AbortController();
    const body = { email: 'A', password: 'x' };
    const signingIn = fleet.POST('/auth/login', { body, signal: controller.signal });
    await moment();
    controller.abort(new Error('The page was left.'));
    await expect(signingIn).rejects.toThrow('The page was left.');
    expect(ended).toEqual(['A']);
  });
});

describe('the cookies of the session', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, responses }]: [string, Declared]) => ({
      route: `${method.toUpperCase()} ${path}`,
      hasCookie: JSON.stringify(responses).includes('"Set-Cookie"'),
      // The password of a certificate is that of no person.
      asksForPassword: path !== '/invoices/certificate' && JSON.stringify(requestBody ?? {}).includes('"password"'),
      isRedirected: Object.keys(responses).some((status) => status.startsWith('3')),
    })),
  );
  const routes = (which: 'hasCookie' | 'asksForPassword' | 'isRedirected') =>
    operations.filter((one) => one[which]).map(({ route }) => route);

  test('go with the calls that change them or ask for a password, and with none that is redirected; each answer with tokens begins a session', async () => {
    const credentials: string[] = [];
    const begun: string[] = [];
    for (const { route, hasCookie } of operations) {
      const [method = '', path = ''] = route.split(' ');
      const exchange = exchangeOf({
        baseUrl: BASE,
        fetch: async (request) => {
          if (request.credentials === 'include') credentials.push(route);
          return hasCookie && path !== '/auth/logout' ? tokensOf('A') : json(200, { message: '' });
        },
        credentials: 'include',
        sleep: async () => {},
        random: () => 0,
      });
      await exchange.send(new Request(`${BASE}${path.replace(/\{\w+\}/g, TEAM)}`, { method }));
      if (exchange.session()) begun.push(route);
    }
    expect(routes('hasCookie')).toHaveLength(10);
    expect(routes('asksForPassword')).toHaveLength(10);
    expect(credentials).toEqual(expect.arrayContaining([...routes('hasCookie'), ...routes('asksForPassword')]));
    expect(routes('isRedirected').length).toBeGreaterThan(2);
    expect(credentials.filter((route) => routes('isRedirected').includes(route))).toEqual([]);
    expect(begun).toEqual(routes('hasCookie').filter((route) => route !== 'POST /auth/logout'));
  });
});

interface Declared {
  readonly requestBody?: object;
  readonly responses: object;
}

describe('the address of the service', () => {
  /** A page of this origin: Node itself has no relative addresses. */
  class RequestOfPage extends Request {
    constructor(input: string | Request, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, 'https://app.test/trips') : input, init);
    }
  }
  const { Request: RequestOfNode } = globalThis;
  beforeEach(() => Reflect.set(globalThis, 'Request', RequestOfPage));
  afterEach(() => Reflect.set(globalThis, 'Request', RequestOfNode));

  test.each(['/api', 'api/', 'https://fleet.test:443', 'HTTPS://FLEET.test/a/../v1/', ''])(
    '%j may be relative or not normalised: a sign-in starts the session',
    async (baseUrl) => {
      const { fetch, sent } = service(() => tokensOf('A'));
      const { fleet } = fleetAt(fetch, { baseUrl });
      await fleet.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } });
      await fleet.GET('/teams');
      expect([fleet.session, sent[1]?.token]).toEqual([sessionOf('A'), 'Bearer A']);
    },
  );
});

describe('an onSession that throws', () => {
  test('does not make the sign-in fail, and is reported', async () => {
    const reported = jest.spyOn(console, 'error').mockImplementation();
    const { fetch } = service(() => tokensOf('A'));
    const failure = new Error('The storage is full.');
    const onSession = () => {
      throw failure;
    };
    const { fleet } = fleetAt(fetch, { onSession });
    const { error } = await fleet.POST('/auth/login', { body: { email: 'a@b.mx', password: 'x' } });
    expect([error, fleet.session]).toEqual([undefined, sessionOf('A')]);
    expect(reported).toHaveBeenCalledWith(failure);
    reported.mockRestore();
  });
});
