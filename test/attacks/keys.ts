import type { Attack } from './support/attack';
import { listAt, must, mustHold, textAt } from './support/http';
import type { Person, Team, World } from './support/world';

const CLIENT = { name: 'Aceros del Norte', rfc: 'XAXX010101000' };

/** The key that a member makes, and a call with it. */
async function keyOf(world: World, { teamId }: Team, maker: Person, scopes: readonly string[], fields: object = {}) {
  const body = { name: 'ERP', scopes, ...fields };
  const made = (await must(201, maker.send(`POST /teams/${teamId}/api-keys`, body))).body;
  const token = textAt(made, 'key');
  return (route: string, sent?: unknown) => world.send(route, { token, body: sent });
}

const addClient = async ({ teamId, owner }: Team): Promise<string> =>
  textAt((await must(201, owner.send('POST /clients', { ...CLIENT, teamId }))).body, 'id');

const isThere = async ({ teamId, owner }: Team, clientId: string): Promise<boolean> =>
  (await owner.send(`GET /clients/${clientId}?teamId=${teamId}`)).status === 200;

/** Rule 0: API keys. The operations are new, so each attack is played against a copy without the check. */
export const keys: readonly Attack[] = [
  {
    name: 'read-another-team-by-a-key',
    goal: 'Read the clients of a competitor with the API key of the own team.',
    rule: 0,
    breaks: {
      file: 'shared/identity/access.ts',
      text: "  if (key === undefined || apiKeyStatus(key, context.now()) !== 'ACTIVE') throw new AppError('UNAUTHENTICATED');\n  const { id, role, scopes } = key;",
      replacement: "  const { id, role, scopes } = key ?? { id: digest, role: 'ADMIN' as const, scopes: [scope] };",
    },
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const [own, other] = [await world.team(), await world.team()];
      await addClient(other);
      const send = await keyOf(world, own, own.owner, ['clients:read']);
      const read = await send(`GET /clients?teamId=${other.teamId}`);
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => {
          await addClient(own);
          const { body } = await must(200, send(`GET /clients?teamId=${own.teamId}`));
          mustHold(listAt(body, 'clients').length === 1, 'the key reads its own team');
        },
      };
    },
  },
  {
    name: 'keep-a-key-after-leaving',
    goal: 'Read the clients of the team with an API key after its maker was removed from the team.',
    rule: 0,
    breaks: {
      file: 'shared/teams/members.ts',
      text: '        ...(await revocationSteps(context, member)),\n',
      replacement: '',
    },
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const admin = await world.join(team, 'ADMIN');
      const send = await keyOf(world, team, admin, ['clients:read']);
      const others = await keyOf(world, team, owner, ['clients:read']);
      const route = `GET /clients?teamId=${teamId}`;
      await must(200, send(route));
      await must(200, owner.send(`DELETE /teams/${teamId}/members/${admin.id}`));
      const read = await send(route);
      return { reached: read.status === 200, stop: read, rightful: () => must(200, others(route)) };
    },
  },
  {
    name: 'keep-the-role-of-a-key',
    goal: 'Delete a client with an administrator’s API key after its maker became an ordinary member.',
    rule: 0,
    breaks: {
      file: 'shared/teams/members.ts',
      text: '        ...(await loweringSteps(context, member, role)),\n',
      replacement: '',
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const admin = await world.join(team, 'ADMIN');
      const fields = { role: 'ADMIN' };
      const send = await keyOf(world, team, admin, ['clients:write'], fields);
      const others = await keyOf(world, team, owner, ['clients:write'], fields);
      const clientId = await addClient(team);
      await must(200, owner.send(`PUT /teams/${teamId}/members/${admin.id}`, { role: 'MEMBER' }));
      const route = `DELETE /clients/${clientId}?teamId=${teamId}`;
      const deleted = await send(route);
      return {
        reached: !(await isThere(team, clientId)),
        stop: deleted,
        rightful: () => must(200, others(route)),
      };
    },
  },
  {
    name: 'write-with-a-key-that-reads',
    goal: 'Add a client with an API key that may only read clients.',
    rule: 0,
    breaks: { file: 'shared/identity/access.ts', text: '!scopes.includes(scope) || ', replacement: '' },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const send = await keyOf(world, team, owner, ['clients:read', 'trips:write']);
      const writer = await keyOf(world, team, owner, ['clients:write']);
      const added = await send('POST /clients', { ...CLIENT, teamId });
      const { body } = await must(200, owner.send(`GET /clients?teamId=${teamId}`));
      return {
        reached: listAt(body, 'clients').length > 0,
        stop: added,
        rightful: () => must(201, writer('POST /clients', { ...CLIENT, teamId })),
      };
    },
  },
  {
    name: 'read-the-members-by-a-key',
    goal: 'Read the names and addresses of the team’s members with an API key for clients.',
    rule: 0,
    breaks: {
      file: 'functions/teams/list-members.ts',
      text: "keys: 'never'",
      replacement: "keys: 'clients:read'",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const send = await keyOf(world, team, owner, ['clients:read'], { role: 'ADMIN' });
      const read = await send(`GET /teams/${teamId}/members`);
      return {
        reached: read.text.includes(owner.email),
        stop: read,
        rightful: () => must(200, owner.send(`GET /teams/${teamId}/members`)),
      };
    },
  },
  {
    name: 'use-a-key-after-its-end',
    goal: 'Read the clients of the team with an API key whose last instant has passed.',
    rule: 0,
    breaks: {
      file: 'shared/identity/access.ts',
      text: "key === undefined || apiKeyStatus(key, context.now()) !== 'ACTIVE'",
      replacement: 'key === undefined',
    },
    stop: '401 UNAUTHENTICATED',
    alone: true,
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const expiresAt = new Date(world.now() + 60_000).toISOString();
      const send = await keyOf(world, team, owner, ['clients:read'], { expiresAt });
      const others = await keyOf(world, team, owner, ['clients:read']);
      const route = `GET /clients?teamId=${teamId}`;
      await must(200, send(route));
      await world.advance(61_000);
      const read = await send(route);
      return { reached: read.status === 200, stop: read, rightful: () => must(200, others(route)) };
    },
  },
];
