import { type Attack, BEFORE } from './support/attack';
import { must, mustHold, textAt, valueAt } from './support/http';
import { tripUnderWay } from './support/trips';
import { type Driver, firstSignIn, OTHER_PASSWORD, PASSWORD, type Team, type World } from './support/world';

/** The dispatcher hears of a theft and gives the driver a new temporary password. Undefined before the repair, which refused that. */
async function renewPassword({ teamId, owner }: Team, { driverId }: Driver): Promise<string | undefined> {
  const access = `POST /teams/${teamId}/drivers/${driverId}/access`;
  const sent = await owner.send(access, { action: 'RESEND' });
  if (sent.status === 200) return textAt(sent.body, 'temporaryPassword');
  mustHold(sent.status === 409, sent.text);
  return undefined;
}

/** The same, or else the only means before the repair: close the access and open it again. */
async function renewOrReopen(team: Team, driver: Driver): Promise<string | undefined> {
  const temporary = await renewPassword(team, driver);
  const access = `POST /teams/${team.teamId}/drivers/${driver.driverId}/access`;
  const actions = temporary === undefined ? ['DISABLE', 'ENABLE'] : [];
  for (const action of actions) await must(200, team.owner.send(access, { action }));
  return temporary;
}

const signInAgain = async (world: World, { username }: Driver, temporary: string | undefined): Promise<string> =>
  textAt((await firstSignIn(world, username, String(temporary), OTHER_PASSWORD)).body, 'tokens.accessToken');

/** Rule 8: the use of a driver's stolen password or token after the dispatcher has replaced the password. */
export const drivers: readonly Attack[] = [
  {
    name: 'stolen-driver-password',
    goal: 'Keep signing in as a driver with the stolen password after the dispatcher has replaced it.',
    rule: 8,
    seenAt: BEFORE.doors,
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const team = await world.team();
      const driver = await world.driver(team);
      const { username, password } = driver;
      const temporary = await renewOrReopen(team, driver);
      const thief = await world.send('POST /auth/drivers/login', { body: { username, password } });
      const token = String(valueAt(thief.body, 'tokens.accessToken'));
      const own = await world.send('GET /drivers/me', { token });
      return {
        reached: own.status === 200,
        stop: thief,
        rightful: async () => {
          const token = await signInAgain(world, driver, temporary);
          await must(200, world.send('GET /drivers/me', { token }));
        },
      };
    },
  },
  {
    name: 'revived-driver-token',
    goal: 'Read the driver’s record with a stolen access token after the access was closed and opened again.',
    rule: 8,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const driver = await world.driver({ teamId, owner });
      const access = `POST /teams/${teamId}/drivers/${driver.driverId}/access`;
      for (const action of ['DISABLE', 'ENABLE']) await must(200, owner.send(access, { action }));
      const own = await world.send('GET /drivers/me', { token: driver.token });
      return {
        reached: own.status === 200,
        stop: own,
        rightful: async () => {
          const body = { username: driver.username, password: driver.password };
          const signedIn = await must(200, world.send('POST /auth/drivers/login', { body }));
          const token = textAt(signedIn.body, 'tokens.accessToken');
          await must(200, world.send('GET /drivers/me', { token }));
        },
      };
    },
  },
  {
    name: 'false-position-of-a-truck',
    goal: 'Report false positions of a truck with the stolen token after the dispatcher has replaced the driver’s password.',
    rule: 8,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const team = await world.team();
      const driver = await world.driver(team);
      const tripId = await tripUnderWay(world, team, driver);
      const temporary = await renewPassword(team, driver);
      const ping = (token: string, lat: number) =>
        world.send(`POST /trips/${tripId}/location-ping`, { token, body: { lat, lng: -100.31, speedKmh: 80 } });
      const latitude = async () => {
        const { body } = await team.owner.send(`GET /teams/${team.teamId}/trips/${tripId}/location`);
        return JSON.stringify(body);
      };
      const falsePing = await ping(driver.token, 19.123);
      return {
        reached: (await latitude()).includes('19.123'),
        stop: falsePing,
        rightful: async () => {
          await must(200, ping(await signInAgain(world, driver, temporary), 25.671));
          mustHold((await latitude()).includes('25.671'), 'the position is not the driver’s');
        },
      };
    },
  },
  {
    name: 'end-a-trip-for-the-driver',
    goal: 'Complete a driver’s trip with the stolen token after the dispatcher has replaced the password, so that its freight counts as delivered.',
    rule: 8,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const team = await world.team();
      const driver = await world.driver(team);
      const tripId = await tripUnderWay(world, team, driver);
      const temporary = await renewPassword(team, driver);
      const end = (token: string) =>
        world.send(`PATCH /trips/${tripId}/status`, { token, body: { status: 'COMPLETADO' } });
      const stolen = await end(driver.token);
      const { body } = await must(200, team.owner.send(`GET /teams/${team.teamId}/trips/${tripId}`));
      return {
        reached: body.status === 'COMPLETADO',
        stop: stolen,
        rightful: async () => must(200, end(await signInAgain(world, driver, temporary))),
      };
    },
  },
  {
    name: 'renew-a-stolen-driver-session',
    goal: 'Renew a driver’s stolen session for weeks after the dispatcher has replaced the password.',
    rule: 8,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const team = await world.team();
      const driver = await world.driver(team);
      const temporary = await renewPassword(team, driver);
      const refresh = (refreshToken: string) => world.send('POST /auth/drivers/refresh', { body: { refreshToken } });
      const renewed = await refresh(driver.refreshToken);
      const token = String(valueAt(renewed.body, 'tokens.accessToken'));
      return {
        reached: (await world.send('GET /drivers/me', { token })).status === 200,
        stop: renewed,
        rightful: async () => {
          const { body } = await firstSignIn(world, driver.username, String(temporary), OTHER_PASSWORD);
          await must(200, refresh(textAt(body, 'tokens.refreshToken')));
        },
      };
    },
  },
  {
    name: 'answer-an-old-challenge',
    goal: 'Set the driver’s password by a sign-in that was begun with a leaked temporary password before the dispatcher replaced it.',
    rule: 8,
    seenAt: BEFORE.doors,
    stop: '401 INVALID_CODE',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const access = `POST /teams/${teamId}/drivers/${await world.hire(team)}/access`;
      const { username, temporaryPassword } = (await must(200, owner.send(access, { action: 'INVITE' }))).body;
      const leaked = { username, password: temporaryPassword };
      const begun = await must(200, world.send('POST /auth/drivers/login', { body: leaked }));
      const resent = await must(200, owner.send(access, { action: 'RESEND' }));
      const answer = { session: begun.body.session, username, newPassword: OTHER_PASSWORD };
      const taken = await world.send('POST /auth/drivers/new-password', { body: answer });
      const token = String(valueAt(taken.body, 'tokens.accessToken'));
      return {
        reached: (await world.send('GET /drivers/me', { token })).status === 200,
        stop: taken,
        rightful: async () => {
          const { body } = await firstSignIn(
            world,
            String(username),
            textAt(resent.body, 'temporaryPassword'),
            PASSWORD,
          );
          await must(200, world.send('GET /drivers/me', { token: textAt(body, 'tokens.accessToken') }));
        },
      };
    },
  },
];
