import { randomUUID } from 'node:crypto';
import { type Attack, BEFORE } from './support/attack';
import { must, mustHold, sendFrom, textAt } from './support/http';
import { askGrant, grant, picture, publish, put, register, visit } from './support/uploads';

const MEGABYTE = 1024 * 1024;
const GRANTS = 201;

/** Rules 5 and 32: public files, their bytes, their owners and their number. */
export const files: readonly Attack[] = [
  {
    name: 'swap-published-bytes',
    goal: 'Put other bytes behind the public address of a picture that a colleague has registered.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: 'the published bytes stay',
    play: async (world) => {
      const team = await world.team();
      const member = await world.join(team);
      const { granted } = await publish(world, team.owner, team.teamId, 'logo.png', picture('true logo'));
      const again = await grant(member, team.teamId, 'logo.png');
      await put(world, again, picture('swapped'));
      const shown = async () => (await visit(world, granted)).text;
      return {
        reached: (await shown()).includes('swapped'),
        stop: 'the published bytes stay',
        rightful: async () => {
          mustHold((await shown()).includes('true logo'), 'the logo is not shown');
          await publish(world, team.owner, team.teamId, 'logo.png', picture('new logo'));
          mustHold((await shown()).includes('new logo'), 'the new logo is not shown');
        },
      };
    },
  },
  {
    name: 'replace-a-colleagues-file',
    goal: 'Replace a colleague’s published picture by registering an own one under its key.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN key',
    play: async (world) => {
      const team = await world.team();
      const member = await world.join(team);
      const { granted } = await publish(world, team.owner, team.teamId, 'logo.png', picture('true logo'));
      const again = await grant(member, team.teamId, 'logo.png');
      await put(world, again, picture('replaced'));
      const registered = await register(member, team.teamId, again);
      return {
        reached: registered.status === 201 && (await visit(world, granted)).text.includes('replaced'),
        stop: registered,
        rightful: async () => {
          const own = await publish(world, member, team.teamId, 'photo.png', picture('photo'));
          const changed = await publish(world, member, team.teamId, 'photo.png', picture('better photo'));
          mustHold(own.fileId !== changed.fileId, 'the file is the same');
          mustHold((await visit(world, changed.granted)).text.includes('better photo'), 'the photo is the old one');
        },
      };
    },
  },
  {
    name: 'register-a-colleagues-upload',
    goal: 'Take the authorship of a colleague’s upload, by registering it first.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN key',
    play: async (world) => {
      const team = await world.team();
      const member = await world.join(team);
      const granted = await grant(team.owner, team.teamId, 'contract.png');
      await must(200, put(world, granted, picture('contract')));
      const registered = await register(member, team.teamId, granted);
      return {
        reached: registered.status === 201,
        stop: registered,
        rightful: async () => must(201, register(team.owner, team.teamId, granted)),
      };
    },
  },
  {
    name: 'host-a-film',
    goal: 'Host a film of 60 MB for free at the operator’s public address.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: '403',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const granted = await grant(owner, teamId, 'film.png');
      await put(world, granted, Buffer.concat([picture('film'), Buffer.alloc(60 * MEGABYTE)]));
      const visited = await visit(world, granted);
      const registered = await register(owner, teamId, granted);
      return {
        reached: visited.text.length > 25 * MEGABYTE || registered.status === 201,
        stop: String(visited.status),
        rightful: async () => {
          const bytes = Buffer.concat([picture('photo'), Buffer.alloc(MEGABYTE)]);
          const photo = await publish(world, owner, teamId, 'photo.png', bytes);
          await must(200, visit(world, photo.granted));
        },
      };
    },
  },
  {
    name: 'host-a-page',
    goal: 'Publish a page of HTML for a fraud at the operator’s address, as an upload of a picture.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: '403',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const granted = await grant(owner, teamId, 'bank.png');
      await put(world, granted, Buffer.from('<html><form action="https://premios.example">'));
      const visited = await visit(world, granted);
      const registered = await register(owner, teamId, granted);
      return {
        reached: visited.text.includes('<form') || registered.status === 201,
        stop: String(visited.status),
        rightful: async () => {
          const { granted } = await publish(world, owner, teamId, 'logo.png', picture('logo'));
          await must(200, visit(world, granted));
        },
      };
    },
  },
  {
    name: 'keep-a-deleted-file-public',
    goal: 'Keep bytes public after the deletion of their file, as an older version of the same key.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: '403',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const member = await world.join(team);
      const first = await grant(member, teamId, 'poster.png');
      await put(world, first, picture('stays public'));
      const { granted, fileId } = await publish(world, member, teamId, 'poster.png', picture('poster'));
      await must(200, owner.send(`DELETE /dms/files/${fileId}?teamId=${teamId}`));
      const visited = await visit(world, granted);
      return {
        reached: visited.text.includes('stays public'),
        stop: String(visited.status),
        rightful: async () => {
          await publish(world, member, teamId, 'poster.png', picture('new poster'));
          mustHold((await visit(world, granted)).text.includes('new poster'), 'the new poster is not shown');
        },
      };
    },
  },
  {
    name: 'grants-without-end',
    goal: 'Open places for uploads without end, faster than the cleanup empties them.',
    rule: 5,
    seenAt: BEFORE.doors,
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      let answer = await askGrant(owner, teamId, 'n0.png');
      for (let nth = 1; nth < GRANTS && answer.status === 200; nth += 1)
        answer = await askGrant(owner, teamId, `n${nth}.png`);
      return {
        reached: answer.status === 200,
        stop: answer,
        rightful: async () => {
          mustHold(Number(answer.headers['retry-after']) > 0, 'no Retry-After');
          const other = await world.team();
          await publish(world, other.owner, other.teamId, 'logo.png', picture('logo'));
        },
      };
    },
  },
  {
    name: 'file-under-a-foreign-record',
    goal: 'File a document under the driver of another team, with an entity type of the attacker’s own.',
    rule: 32,
    seenAt: BEFORE.doors,
    stop: '403 FORBIDDEN entityId',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const foreign = await world.hire(await world.team());
      const own = await world.hire({ teamId, owner });
      const file = async (entityId: string) => {
        const fileName = `${world.unique('d')}.png`;
        const asked = { teamId, folder: 'teams-files', fileName, contentType: 'image/png' };
        const { body } = await must(200, owner.send('POST /dms/upload-url', asked));
        const headers = { 'content-type': 'image/png' };
        await must(200, sendFrom(world.address(), 'PUT', textAt(body, 'uploadUrl'), { body: picture('d'), headers }));
        const names = { entityType: 'expediente', entityId, fileId: randomUUID(), key: body.key, fileName };
        return owner.send('POST /dms/files', { teamId, contentType: 'image/png', ...names });
      };
      const filed = await file(foreign);
      return { reached: filed.status === 201, stop: filed, rightful: async () => must(201, file(own)) };
    },
  },
];
