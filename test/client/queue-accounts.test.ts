import { DriverQueue, withDriver } from '../../client/src/driver';
import { createFleet } from '../../client/src/index';
import { answered, driverSession, itemsIn, note, PhoneStorage, phone, tokenOf } from './support/phone';
import { json, sessionOf, UNAUTHENTICATED } from './support/service';

const textsOf = (call: { readonly body: string }) => itemsIn(call).map((item) => Reflect.get(item, 'text'));
const as = (account: string, storage: PhoneStorage) =>
  phone((call) => answered(call), { storage, fleet: { session: driverSession(account) } });

describe('the items of a driver', () => {
  test('are not sent by another driver who signs in on the same phone', async () => {
    const storage = new PhoneStorage();
    await as('ramon', storage).queue.record(note('of ramon'));
    const other = as('lupe', storage);
    await other.queue.record(note('of lupe'));
    await other.queue.flush();
    expect(other.sent.map(textsOf)).toEqual([['of lupe']]);
    expect((await other.queue.read()).pending).toEqual([]);
    const again = as('ramon', storage);
    await again.queue.flush();
    expect(again.sent.map(textsOf)).toEqual([['of ramon']]);
  });

  test('are sent with the token of that driver alone, also when another one signs in during the call', async () => {
    const storage = new PhoneStorage();
    let signIn = async () => {};
    const { queue, fleet, sent } = phone(
      async (call, count) => {
        if (call.route === 'POST /auth/drivers/login')
          return json(200, { message: '', driver: {}, tokens: driverSession('lupe').tokens });
        if (call.route.startsWith('GET')) return json(200, { driver: {} });
        await signIn();
        return count === 1 ? UNAUTHENTICATED() : answered(call);
      },
      { storage },
    );
    await queue.record(note('of ramon'));
    signIn = async () => {
      signIn = async () => {};
      await fleet.POST('/auth/drivers/login', { body: { username: 'lupe', password: 'x' } });
    };
    expect((await queue.flush()).error).toMatchObject({ code: 'UNAUTHENTICATED' });
    const syncs = sent.filter(({ route }) => route === 'POST /drivers/me/sync');
    expect(syncs.map(({ token }) => token)).toEqual([`Bearer ${tokenOf('ramon')}`]);
    expect((await as('ramon', storage).queue.read()).pending).toHaveLength(1);
  });

  test('are not sent any further when another driver signed in between two calls', async () => {
    let account = 'ramon';
    const calls: string[] = [];
    const queue = new DriverQueue({
      storage: new PhoneStorage(),
      account: () => account,
      send: async ({ items }, as) => {
        calls.push(as);
        account = 'lupe';
        const results = items.map((item) => ({ id: String(Object(item).id), result: 'APPLIED' as const }));
        return { receivedAt: new Date().toISOString(), clockSkewSeconds: 0, results, trips: [] };
      },
    });
    for (let count = 0; count < 40; count += 1) await queue.record(note(`${count}`));
    expect((await queue.flush()).accepted).toBe(30);
    expect(calls).toEqual(['ramon']);
    account = 'ramon';
    expect((await queue.read()).pending).toHaveLength(10);
  });

  test('are kept while a driver is signed out, and sent after the next sign-in', async () => {
    const storage = new PhoneStorage();
    await as('ramon', storage).queue.record(note('a'));
    const signedOut = withDriver(createFleet({ baseUrl: 'http://fleet.test', fetch: async () => new Response() }), {
      storage,
    }).driver.queue;
    await signedOut.record(note('b'));
    expect((await signedOut.flush()).error).toMatchObject({ code: 'UNAUTHENTICATED' });
    const again = as('ramon', storage);
    await again.queue.flush();
    expect(again.sent.map(textsOf)).toEqual([['a', 'b']]);
  });

  test('cannot be recorded before anyone signed in, nor by the office', async () => {
    const office = phone(() => new Response(), { fleet: { session: sessionOf(tokenOf('owner')) } });
    await expect(office.queue.record(note('a'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('are sent again after the session was renewed', async () => {
    const renewed = driverSession('ramon', tokenOf('ramon', 'new'));
    const { queue, sent } = phone((call) => {
      if (call.route === 'POST /auth/drivers/refresh') return json(200, { tokens: renewed.tokens });
      if (call.token !== `Bearer ${renewed.tokens.accessToken}`) return UNAUTHENTICATED();
      return call.route.startsWith('GET') ? json(200, { driver: {} }) : answered(call);
    });
    await queue.record(note('a'));
    expect((await queue.flush()).accepted).toBe(1);
    expect(sent.filter(({ route }) => route.includes('refresh'))).toHaveLength(1);
  });

  test('are kept when the session is over: the driver signs in again', async () => {
    const ended: unknown[] = [];
    const { queue } = phone(UNAUTHENTICATED, { fleet: { onSession: (session) => ended.push(session) } });
    await queue.record(note('a'));
    expect((await queue.flush()).error).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(ended).toEqual([undefined]);
    expect((await queue.read()).pending).toHaveLength(1);
    expect(await queue.record(note('b'))).toBeDefined();
  });
});
