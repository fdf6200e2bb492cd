import type { Attack } from './support/attack';
import { must, mustHold, textAt } from './support/http';
import { tripUnderWay } from './support/trips';
import type { World } from './support/world';

/** A trip that a customer follows by a link. */
async function followedTrip(world: World) {
  const team = await world.team();
  const tripId = await tripUnderWay(world, team, await world.driver(team));
  const links = `/teams/${team.teamId}/trips/${tripId}/tracking-links`;
  const make = async () => (await must(201, team.owner.send(`POST ${links}`, {}))).body;
  return { team, links, make };
}

const follow = (world: World, token: string) => world.send(`GET /tracking/${token}`);

/** Rule 0: tracking links. The operations are new, so each attack is played against a copy without the check. */
export const tracking: readonly Attack[] = [
  {
    name: 'follow-a-truck-after-the-link-is-revoked',
    goal: 'Keep following a truck by a link that the carrier has revoked.',
    rule: 0,
    breaks: {
      file: 'shared/trips/tracking-links.ts',
      text: '        deleteIfPresent(trackedKey(link.digest)),\n',
      replacement: '',
    },
    stop: '404 NOT_FOUND',
    play: async (world) => {
      const { team, links, make } = await followedTrip(world);
      const [stolen, good] = [await make(), await make()];
      await must(200, follow(world, textAt(stolen, 'token')));
      await must(200, team.owner.send(`DELETE ${links}/${textAt(stolen, 'id')}`));
      const read = await follow(world, textAt(stolen, 'token'));
      return {
        reached: read.status === 200,
        stop: read,
        rightful: () => must(200, follow(world, textAt(good, 'token'))),
      };
    },
  },
  {
    name: 'see-the-exact-place-by-a-link',
    goal: 'Learn from a tracking link where the truck stands to the metre, to rob it.',
    rule: 0,
    breaks: {
      file: 'shared/trips/tracking-link.ts',
      text: '  lat: Math.round(lat * 100) / 100,\n',
      replacement: '  lat,\n',
    },
    stop: '200',
    play: async (world) => {
      const team = await world.team();
      const driver = await world.driver(team);
      const tripId = await tripUnderWay(world, team, driver);
      const body = { lat: 25.671_234, lng: -100.312_345 };
      await must(200, world.send(`POST /trips/${tripId}/location-ping`, { token: driver.token, body }));
      const trip = `/teams/${team.teamId}/trips/${tripId}`;
      const made = (await must(201, team.owner.send(`POST ${trip}/tracking-links`, {}))).body;
      const read = await follow(world, textAt(made, 'token'));
      return {
        reached: read.text.includes('25.671234') || read.text.includes('100.312345'),
        stop: read,
        rightful: async () => {
          const { text } = await must(200, team.owner.send(`GET ${trip}/location`));
          mustHold(text.includes('25.671234'), 'the office sees the exact place');
        },
      };
    },
  },
];
