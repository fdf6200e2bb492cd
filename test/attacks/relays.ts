import type { Attack } from './support/attack';
import { must, textAt } from './support/http';
import { tripUnderWay } from './support/trips';
import type { Driver, World } from './support/world';

/** A trip that the office has given to another driver on the way. */
async function relayedTrip(world: World) {
  const team = await world.team();
  const [former, taker] = [await world.driver(team), await world.driver(team)];
  const tripId = await tripUnderWay(world, team, former);
  const trip = `/teams/${team.teamId}/trips/${tripId}`;
  const body = { driverId: taker.driverId, reason: 'Relevo en Matehuala' };
  await must(200, team.owner.send(`POST ${trip}/relay`, body));
  return { team, trip, tripId, former, taker };
}

const signInAgain = async (world: World, { username, password }: Driver): Promise<string> =>
  textAt(
    (await must(200, world.send('POST /auth/drivers/login', { body: { username, password } }))).body,
    'tokens.accessToken',
  );

/** Rules 8 and 16: a driver after the relay of the trip. */
export const relays: readonly Attack[] = [
  {
    name: 'track-a-trip-after-the-relay',
    goal: 'Report false positions of a trip, or complete it, after the office has given it to another driver.',
    rule: 8,
    breaks: { file: 'shared/trips/relay-states.ts', text: '    handOverPositions,\n', replacement: '' },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { team, trip, tripId, former, taker } = await relayedTrip(world);
      const ping = (token: string, lat: number) =>
        world.send(`POST /trips/${tripId}/location-ping`, { token, body: { lat, lng: -100.31 } });
      const end = (token: string) =>
        world.send(`PATCH /trips/${tripId}/status`, { token, body: { status: 'COMPLETADO' } });
      const stop = await ping(former.token, 19.123);
      await end(former.token);
      const location = await team.owner.send(`GET ${trip}/location`);
      const { body } = await must(200, team.owner.send(`GET ${trip}`));
      return {
        reached: location.text.includes('19.123') || body.status === 'COMPLETADO',
        stop,
        rightful: async () => {
          await must(200, ping(taker.token, 25.671));
          await must(200, end(taker.token));
        },
      };
    },
  },
  {
    name: 'follow-a-colleague-after-the-relay',
    goal: 'Keep reading a trip, with the name and the telephone of its new driver, more than a day after the relay.',
    rule: 16,
    breaks: {
      file: 'shared/trips/driver-papers.ts',
      text: '> DAY_MS) throw new AppError',
      replacement: '> 99 * DAY_MS) throw new AppError',
    },
    stop: '404 NOT_FOUND',
    alone: true,
    play: async (world) => {
      const { tripId, former, taker } = await relayedTrip(world);
      const own = async (driver: Driver, token: Promise<string> | string = signInAgain(world, driver)) =>
        world.send(`GET /drivers/me/trips/${tripId}`, { token: await token });
      // On the day of the relay the former driver may read it.
      await must(200, own(former, former.token));
      await world.advance(25 * 60 * 60_000);
      const stop = await own(former);
      return {
        reached: stop.status === 200,
        stop,
        rightful: async () => must(200, own(taker)),
      };
    },
  },
];
