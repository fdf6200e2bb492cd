import { type Attack, BEFORE } from './support/attack';
import { type Answer, must, mustHold } from './support/http';
import type { World } from './support/world';

const FOREIGN = 'https://premios.example';
const TEXT = { 'content-type': 'text/plain' };

/** True when the answer gives the browser a session. */
const setsSession = ({ cookies }: Answer): boolean => cookies.some((one) => /refresh[^=]*=[^;]/i.test(one));
const clearsSession = ({ cookies }: Answer): boolean => cookies.some((one) => /refresh[^=]*=;/i.test(one));

/** Sends a JSON body as text, as a form or a script of another site can without a preflight. */
const fromForeignPage = (world: World, route: string, body: unknown): Promise<Answer> =>
  world.send(route, { body: JSON.stringify(body), headers: { ...TEXT, origin: FOREIGN } });

const fromOurPage = (world: World, route: string, body: unknown): Promise<Answer> =>
  world.send(route, { body, headers: { origin: world.url } });

/** The cookies of one browser, by name. */
function browser() {
  const jar = new Map<string, string>();
  return {
    take: ({ cookies }: Answer): void => {
      for (const one of cookies) {
        const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s);
        jar.set(name, value);
      }
    },
    cookie: (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

/** Rules 12 and 14: cookies that pages of other sites set, read or clear. */
export const cookies: readonly Attack[] = [
  {
    name: 'sign-a-visitor-in',
    goal: 'Sign a visitor of a foreign page in as the attacker, so that the visitor works in the attacker’s account.',
    rule: 12,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { email, password } = await world.person();
      const forged = await fromForeignPage(world, 'POST /auth/login', { email, password });
      return {
        reached: setsSession(forged),
        stop: forged,
        rightful: async () => {
          const own = await must(200, fromOurPage(world, 'POST /auth/login', { email, password }));
          mustHold(setsSession(own), 'no session cookie');
        },
      };
    },
  },
  {
    name: 'swap-session-by-renewal',
    goal: 'Replace the session in a visitor’s browser by the attacker’s, by a renewal that a foreign page sends.',
    rule: 12,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { refreshToken } = await world.person();
      const forged = await fromForeignPage(world, 'POST /auth/refresh', { refreshToken });
      return {
        reached: setsSession(forged),
        stop: forged,
        rightful: async () => {
          const own = await must(200, fromOurPage(world, 'POST /auth/refresh', { refreshToken }));
          mustHold(setsSession(own), 'no session cookie');
        },
      };
    },
  },
  {
    name: 'sign-a-driver-in',
    goal: 'Put a foreign driver’s session into the browser of a visitor by a script in a sandboxed frame.',
    rule: 12,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { username, password } = await world.driver(await world.team());
      const body = { username, password };
      const headers = { ...TEXT, origin: 'null' };
      const forged = await world.send('POST /auth/drivers/login', { body: JSON.stringify(body), headers });
      return {
        reached: setsSession(forged),
        stop: forged,
        rightful: async () => {
          const own = await must(200, fromOurPage(world, 'POST /auth/drivers/login', body));
          mustHold(setsSession(own), 'no session cookie');
        },
      };
    },
  },
  {
    name: 'sign-a-visitor-out',
    goal: 'Sign a visitor out by a request with a body that a foreign page sends.',
    rule: 12,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { refreshToken } = await world.person();
      const forged = await fromForeignPage(world, 'POST /auth/logout', { refreshToken: 'x' });
      return {
        reached: clearsSession(forged),
        stop: forged,
        rightful: async () => {
          const own = await must(200, fromOurPage(world, 'POST /auth/logout', { refreshToken }));
          mustHold(clearsSession(own), 'the session cookie stays');
        },
      };
    },
  },
  {
    name: 'driver-overwrites-dispatcher',
    goal: 'End the dispatcher’s session at a shared computer by signing in there as a driver.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '200',
    play: async (world) => {
      const team = await world.team();
      const { email, password } = team.owner;
      const driver = await world.driver(team);
      const shared = browser();
      shared.take(await must(200, fromOurPage(world, 'POST /auth/login', { email, password })));
      const sign = { username: driver.username, password: driver.password };
      shared.take(await must(200, fromOurPage(world, 'POST /auth/drivers/login', sign)));
      const renew = (route: string) =>
        world.send(route, { body: {}, headers: { origin: world.url, cookie: shared.cookie() } });
      const renewed = await renew('POST /auth/refresh');
      return {
        reached: renewed.status !== 200,
        stop: renewed,
        rightful: async () => must(200, renew('POST /auth/drivers/refresh')),
      };
    },
  },
];
