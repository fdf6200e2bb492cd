import { OPERATIONS } from '../../../functions/catalog';
import { insertPosition } from '../../support/store-fleet';
import { requestOf } from '../attack/requests';
import { type AttackedTeam, buildTeam } from '../attack/teams';
import { type AttackWorld, inWorld } from '../attack/world';
import { type Findings, type HardPart, isInFocus } from '../part';
import { type Cell, cellsOf, type Ground } from './cells';
import { tryPlaces } from './places';

/** Wrong tenant, wrong pool, wrong role, no right at all: every operation against every kind of caller, with records that are there. */
export const part: HardPart = {
  id: 'callers',
  title: 'Callers without access are refused',
  run: ({ focus, progress }) =>
    inWorld(async (world): Promise<Findings> => {
      const ground = {
        world,
        mine: await buildTeam(world, 'Mine'),
        other: await buildTeam(world, 'Foreign'),
        webhookToken: await tokenOfSomeWebhook(world),
      };
      await openToPings(ground.mine, world);
      const cells = await tryCells(ground, focus);
      progress(`${cells.count} cells`);
      const places = await tryEveryPlace(ground, focus);
      return {
        rows: [
          {
            tried: `every operation × every kind of caller that it must refuse (${cells.kinds} kinds)`,
            times: cells.count,
            held: 'refused with the declared status; nothing called but reads of the table; the whole table as before',
          },
          {
            tried: 'the other team’s identifier at every place where one can stand, in path, query and body',
            times: places.count,
            held: 'answered as an unknown one is, byte for byte but what is made anew',
          },
        ],
        failures: [...cells.failures, ...places.failures],
        passed: cells.count + places.count - cells.failures.length - places.failures.length,
      };
    }),
};

/** The team's trip takes positions, of its own driver: whoever else sends one is refused by the write's own condition. */
const openToPings = ({ identifiers, drivers, subs }: AttackedTeam, { testContext }: AttackWorld): Promise<void> =>
  insertPosition(testContext, identifiers.teamId ?? '', {
    tripId: identifiers.tripId ?? '',
    driverId: drivers.assigned,
    sub: subs.assigned,
    isOpen: true,
  });

/** The demo's team has made its organization, whose webhooks come to an address with a token. */
async function tokenOfSomeWebhook(world: AttackWorld): Promise<string> {
  const tokens = (await world.everything()).flatMap((item) => /"WEBHOOK_TOKEN#([\w-]+)"/.exec(item)?.[1] ?? []);
  if (tokens[0] === undefined) throw new Error('No team of the demo has a webhook.');
  return tokens[0];
}

async function tryCells(ground: Ground, focus: string | undefined) {
  const { world, mine } = ground;
  const failures: string[] = [];
  const before = await world.everything();
  const cells = Object.values(OPERATIONS).flatMap((operation) => {
    const own = cellsOf(operation, ground);
    if (own.length === 0 && operation.auth !== 'public') failures.push(`${operation.id} has no row: see cells.ts.`);
    return own;
  });
  const tried = cells.filter((cell) => isInFocus(nameOf(cell), focus));
  for (const cell of tried) {
    const { operation } = cell;
    const request = requestOf(operation, mine.identifiers);
    const answer = await world.send(operation, {
      ...request,
      query: { ...request.query, ...cell.query },
      headers: await cell.headers(),
    });
    const actions = answer.calls.map(({ resource, action }) =>
      resource === 'table' ? action : `${resource} ${action}`,
    );
    const surplus = actions.filter((action) => !cell.actions.includes(action));
    if (answer.status !== cell.status) failures.push(`${nameOf(cell)}: ${answer.status} ${answer.text}`);
    if (surplus.length > 0) failures.push(`${nameOf(cell)} had it call ${surplus}.`);
  }
  const kept = new Set(before);
  const news = (await world.everything()).filter((item) => !kept.has(item) && !item.includes('STAMPING_RUN'));
  failures.push(...news.map((item) => `A refused request wrote ${item}`));
  return { count: tried.length, kinds: new Set(tried.map(({ caller }) => caller)).size, failures };
}

const nameOf = ({ operation, caller, status }: Cell): string => `${operation.id} × ${caller}, ${status} expected`;

async function tryEveryPlace(ground: Ground, focus: string | undefined) {
  const failures: string[] = [];
  let count = 0;
  for (const operation of Object.values(OPERATIONS)) {
    if (focus !== undefined && !focus.startsWith(`${operation.id} `)) continue;
    for (const { place, failure } of await tryPlaces(operation, ground)) {
      count += 1;
      if (failure !== undefined) failures.push(`${place} ${failure}`);
    }
  }
  return { count, failures };
}
