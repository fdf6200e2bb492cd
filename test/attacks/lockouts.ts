import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, BEFORE } from './support/attack';
import { must, mustHold, textAt, valueAt } from './support/http';
import type { World } from './support/world';

const STRANGERS = 5;
/** Cognito itself locks an account for a second after five wrong passwords. */
const COGNITO_LOCK_MS = 1_200;

/** Strangers send wrong passwords, each from an address of its own. */
async function guess(world: World, route: string, account: Readonly<Record<string, string>>): Promise<void> {
  for (let nth = 1; nth <= STRANGERS; nth += 1) {
    const { status, text } = await world.send(route, { body: { ...account, password: `Adivina-Otra-${nth}` } });
    mustHold(status === 401 || status === 429, text);
  }
  await sleep(COGNITO_LOCK_MS);
}

const STAFF = 'POST /auth/login';
const DRIVERS = 'POST /auth/drivers/login';

/** Rule 7: wrong passwords of strangers keep a person out. */
export const lockouts: readonly Attack[] = [
  {
    name: 'lock-a-driver-out',
    goal: 'Keep a driver out of the app by wrong passwords from five addresses, when the telephone has a new network.',
    rule: 7,
    seenAt: BEFORE.doors,
    stop: '200',
    play: async (world) => {
      const driver = await world.driver(await world.team());
      const { username, password, signedIn } = driver;
      await guess(world, DRIVERS, { username });
      const device = valueAt(signedIn.body, 'device');
      const body = { username, password, ...(device !== undefined && { device }) };
      const own = await world.send(DRIVERS, { body });
      return {
        reached: own.status !== 200,
        stop: own,
        rightful: async () =>
          must(200, world.send('GET /drivers/me', { token: textAt(own.body, 'tokens.accessToken') })),
      };
    },
  },
  {
    name: 'lock-a-dispatcher-out',
    goal: 'Keep a dispatcher out of the office by wrong passwords from five addresses, when the computer has a new network.',
    rule: 7,
    seenAt: BEFORE.doors,
    stop: '200',
    play: async (world) => {
      const { owner, teamId } = await world.team();
      const { email, password, signedIn } = owner;
      await guess(world, STAFF, { email });
      const cookie = signedIn.cookies
        .map((one) => one.split(';')[0])
        .find((one) => one?.startsWith('__Host-device-staff='));
      const own = await world.send(STAFF, {
        body: { email, password },
        ...(cookie !== undefined && { headers: { cookie } }),
      });
      return {
        reached: own.status !== 200,
        stop: own,
        rightful: async () =>
          must(200, world.send(`GET /teams/${teamId}`, { token: textAt(own.body, 'tokens.accessToken') })),
      };
    },
  },
  {
    name: 'keep-a-new-driver-out',
    goal: 'Keep a new driver from the first sign-in by wrong passwords, although the dispatcher sends a fresh temporary password.',
    rule: 7,
    seenAt: BEFORE.doors,
    stop: '200',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const driverId = await world.hire(team);
      const access = `POST /teams/${teamId}/drivers/${driverId}/access`;
      const invited = await must(200, owner.send(access, { action: 'INVITE' }));
      const username = textAt(invited.body, 'username');
      await guess(world, DRIVERS, { username });
      const { body } = await must(200, owner.send(access, { action: 'RESEND' }));
      const password = textAt(body, 'temporaryPassword');
      const own = await world.send(DRIVERS, { body: { username, password } });
      return {
        reached: own.status !== 200,
        stop: own,
        rightful: async () => mustHold(own.body.challenge === 'NEW_PASSWORD_REQUIRED', own.text),
      };
    },
  },
];
