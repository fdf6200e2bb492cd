import { setTimeout } from 'node:timers/promises';
import type { Attack } from './support/attack';
import { EVERYONE_IS_OWNER } from './support/breaks';
import { type Answer, must, mustHold, sendFrom, textAt } from './support/http';
import type { Person, World } from './support/world';

const CLIENT = 'Refinadora del Golfo';

/** Uploads a file of clients for an import. Answers its key. */
async function uploadClients(world: World, by: Person, teamId: string, rows: string): Promise<string> {
  const asked = { teamId, folder: 'imports', fileName: `${world.unique('clientes')}.csv`, contentType: 'text/csv' };
  const { body } = await must(200, by.send('POST /dms/upload-url', asked));
  const bytes = Buffer.from(`externalId,name\n${rows}`);
  const headers = { 'content-type': 'text/csv' };
  await must(200, sendFrom(world.address(), 'PUT', textAt(body, 'uploadUrl'), { body: bytes, headers }));
  return textAt(body, 'key');
}

const start = (by: Person, teamId: string, key: string): Promise<Answer> =>
  by.send(`POST /teams/${teamId}/imports`, { kind: 'clients', key, dryRun: false });

/** Waits until the import has ended. */
async function ended(by: Person, teamId: string, importId: string): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await must(200, by.send(`GET /teams/${teamId}/imports/${importId}`));
    if (answer.body.status === 'DONE') return answer;
    await setTimeout(100);
  }
  throw new Error('the import does not end');
}

/** An import of the team's owner that has ended. */
async function imported(world: World, rows: string) {
  const team = await world.team();
  const { owner, teamId } = team;
  const key = await uploadClients(world, owner, teamId, rows);
  const importId = textAt((await must(201, start(owner, teamId, key))).body, 'id');
  return { team, importId, done: await ended(owner, teamId, importId) };
}

const tableOf = (world: World, { body }: Answer): Promise<Answer> =>
  must(200, sendFrom(world.address(), 'GET', textAt(body, 'resultUrl')));

/** Rule 0: imports. The operations are new, so each attack is played against a copy without the check. */
export const imports: readonly Attack[] = [
  {
    name: 'read-the-import-of-a-rival',
    goal: 'Read the table of a rival’s import, with the identifiers of that import and of the rival’s team, or of the own team.',
    rule: 0,
    breaks: EVERYONE_IS_OWNER,
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { team, importId } = await imported(world, `C-1,${CLIENT}\n`);
      const thief = await world.team();
      const read = (by: Person, teamId: string) => by.send(`GET /teams/${teamId}/imports/${importId}`);
      const guessed = await read(thief.owner, thief.teamId);
      mustHold(guessed.status === 404, 'the own team shows the import of another one');
      const taken = await read(thief.owner, team.teamId);
      return {
        reached: taken.text.includes('resultUrl'),
        stop: taken,
        rightful: async () => {
          const { text } = await tableOf(world, await must(200, read(team.owner, team.teamId)));
          mustHold(text.includes('CREATED'), 'the table has no result');
        },
      };
    },
  },
  {
    name: 'change-all-clients-as-member',
    goal: 'Change the clients of the team at once as a MEMBER, by an import of an own upload.',
    rule: 0,
    breaks: {
      file: 'functions/imports/create-import.ts',
      text: "role: 'ADMIN'",
      replacement: "role: 'MEMBER'",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const { team } = await imported(world, `C-1,${CLIENT}\n`);
      const { teamId, owner } = team;
      const member = await world.join(team);
      const tried = await start(member, teamId, await uploadClients(world, member, teamId, 'C-1,Cambiado\n'));
      if (tried.status === 201) await ended(owner, teamId, textAt(tried.body, 'id'));
      const names = async () => (await must(200, owner.send(`GET /clients?teamId=${teamId}`))).text;
      return {
        reached: (await names()).includes('Cambiado'),
        stop: tried,
        rightful: async () => {
          const key = await uploadClients(world, owner, teamId, 'C-1,Corregido\n');
          await ended(owner, teamId, textAt((await must(201, start(owner, teamId, key))).body, 'id'));
          mustHold((await names()).includes('Corregido'), 'the import changed nothing');
        },
      };
    },
  },
  {
    name: 'run-a-formula-in-the-table-of-results',
    goal: 'Have the office run a formula, by a file for its import whose keys are formulas.',
    rule: 0,
    breaks: {
      file: 'shared/platform/values/csv.ts',
      text: "guarded(cell.replace(UNSEEN, ''))",
      replacement: "cell.replace(UNSEEN, '')",
    },
    stop: 'the formula is text',
    play: async (world) => {
      const formula = '=HYPERLINK(1)';
      const { team, done } = await imported(world, `${formula},${CLIENT}\n`);
      const { text } = await tableOf(world, done);
      return {
        reached: text.includes(`"${formula}"`) || text.includes(`,${formula}`),
        stop: text.includes(`'${formula}`) ? 'the formula is text' : 'the table has no such row',
        rightful: async () => {
          const { owner, teamId } = team;
          const { text: listed } = await must(200, owner.send(`GET /clients?teamId=${teamId}`));
          mustHold(listed.includes(formula), 'the record has another key than the file');
        },
      };
    },
  },
];
