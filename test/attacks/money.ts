import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, BEFORE } from './support/attack';
import { type Answer, listAt, must, mustHold, textAt, valueAt } from './support/http';
import { configure, draft, seal, stamp } from './support/stamping';
import { ADDRESS, type Person, type Team, type World } from './support/world';

const dataFile = (name: string): string => readFileSync(join(__dirname, 'data', name)).toString('base64');

/** A certificate with the SAT's names that anyone can make with OpenSSL. */
const SELF_MADE = {
  cerFile: dataFile('self-made.cer'),
  keyFile: dataFile('self-made.llave'),
  password: '12345678a',
};

/** The organizations at the provider of the documents that carry the id of this invoice. */
async function documentsOf(world: World, invoiceId: string) {
  const { body } = await must(200, world.send('GET /_local/stamping/documents'));
  return listAt(body, 'documents').filter((one) => JSON.stringify(one).includes(invoiceId));
}

/** A team with an organization and a certificate. */
async function stampingTeam(world: World): Promise<Team> {
  const team = await world.team();
  await must(200, configure(team.owner, team.teamId));
  await must(200, seal(world, team.owner, team.teamId));
  return team;
}

/** An attacker makes nine teams, adds the person to them, and makes the person their owner. */
async function handTeamsOver(world: World, { email, id }: Person): Promise<void> {
  const thief = await world.person();
  for (let nth = 0; nth < 9; nth += 1) {
    const team = { name: 'Carga ajena', address: ADDRESS, invites: [email] };
    const teamId = textAt((await must(201, thief.send('POST /teams', team))).body, 'team.teamId');
    await thief.send(`PUT /teams/${teamId}/members/${id}`, { role: 'OWNER' });
  }
}

const hasRetryAfter = ({ headers }: Answer): boolean => Number(headers['retry-after']) > 0;

/** Rules 1, 6 and 23: certificates, stamps, mails and other things that cost money. */
export const money: readonly Attack[] = [
  {
    name: 'stamp-with-anothers-certificate',
    goal: 'Stamp invoices with the signing certificate of another carrier.',
    rule: 1,
    seenAt: BEFORE.claims,
    stop: 'the victim’s organization is another one',
    play: async (world) => {
      const victim = await world.team();
      const thief = await world.team();
      await must(200, configure(thief.owner, thief.teamId, `Flota ${victim.teamId}`));
      // The thief goes live with a certificate of its own. The stand-in accepts only one, so here both have the same.
      await must(200, seal(world, thief.owner, thief.teamId));
      await must(200, configure(victim.owner, victim.teamId));
      await must(200, seal(world, victim.owner, victim.teamId));
      const organizationOf = async (person: typeof victim) => {
        const { body } = await must(200, person.owner.send(`GET /invoices/organization?teamId=${person.teamId}`));
        return textAt(body, 'organizationId');
      };
      const id = await draft(thief.owner, thief.teamId);
      await stamp(thief.owner, thief.teamId, id);
      const [document] = await documentsOf(world, id);
      return {
        reached:
          valueAt(document, 'livemode') === true &&
          valueAt(document, 'organization') === (await organizationOf(victim)),
        stop: 'the victim’s organization is another one',
        rightful: async () => {
          const own = await draft(victim.owner, victim.teamId);
          await must(200, stamp(victim.owner, victim.teamId, own));
          const [document] = await documentsOf(world, own);
          mustHold(valueAt(document, 'organization') === (await organizationOf(victim)), 'another organization');
          mustHold(valueAt(document, 'livemode') === true, 'the document has no fiscal value');
        },
      };
    },
  },
  {
    name: 'self-made-certificate',
    goal: 'Go live with a certificate that the attacker has made, in the name of another taxpayer.',
    rule: 23,
    seenAt: BEFORE.claims,
    stop: '502 The SAT did not issue this certificate. Download your CSD from the SAT and send its .cer and .key files.',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      await must(200, configure(owner, teamId));
      const uploaded = await owner.send('POST /invoices/certificate', { teamId, ...SELF_MADE });
      const { body } = await must(200, owner.send(`GET /invoices/organization?teamId=${teamId}`));
      return {
        reached: body.csdUploaded === true && body.livemode === true,
        stop: uploaded,
        rightful: async () => {
          await must(200, seal(world, owner, teamId));
          const { body } = await must(200, owner.send(`GET /invoices/organization?teamId=${teamId}`));
          mustHold(body.livemode === true, 'the team is not live');
        },
      };
    },
  },
  {
    name: 'teams-without-end',
    goal: 'Fill the operator’s table with teams of one account.',
    rule: 6,
    seenAt: BEFORE.doors,
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const person = await world.person();
      const make = () => person.send('POST /teams', { name: 'Fletes del Norte', address: ADDRESS });
      let answer = await make();
      for (let nth = 1; nth <= 10 && answer.status === 201; nth += 1) answer = await make();
      return {
        reached: answer.status === 201,
        stop: answer,
        rightful: async () => {
          mustHold(hasRetryAfter(answer), 'no Retry-After');
          await world.team();
        },
      };
    },
  },
  {
    name: 'fill-anothers-allowance',
    goal: 'Keep a carrier from making a team, by handing teams over to its account that it never asked for.',
    rule: 6,
    breaks: {
      file: 'shared/teams/members.ts',
      text: "if (role === 'OWNER' && member.accepted === false) throw notAccepted();",
      replacement: '',
    },
    stop: '201',
    play: async (world) => {
      const victim = await world.person();
      for (let nth = 0; nth < 3; nth += 1) await handTeamsOver(world, victim);
      const own = await victim.send('POST /teams', { name: 'Fletes propios', address: ADDRESS });
      return {
        reached: own.status !== 201,
        stop: own,
        rightful: async () => {
          const team = await world.team();
          const heir = await world.join(team, 'ADMIN');
          const role = { role: 'OWNER' };
          await must(200, team.owner.send(`PUT /teams/${team.teamId}/members/${heir.id}`, role));
        },
      };
    },
  },
  {
    name: 'organizations-without-end',
    goal: 'Make organizations at the stamping provider without end, which the operator pays.',
    rule: 6,
    seenAt: BEFORE.doors,
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const owner = await world.person();
      const answers: Answer[] = [];
      for (let nth = 0; nth < 6; nth += 1) {
        const { teamId } = await world.team(owner);
        answers.push(await configure(owner, teamId));
      }
      const last = answers.at(-1);
      return {
        reached: answers.every(({ status }) => status === 200),
        stop: last ?? 'nothing was sent',
        rightful: async () => {
          mustHold(last !== undefined && hasRetryAfter(last), 'no Retry-After');
          mustHold(answers.filter(({ status }) => status === 200).length === 5, 'fewer than five organizations');
          const other = await world.team();
          await must(200, configure(other.owner, other.teamId));
        },
      };
    },
  },
  {
    name: 'stamps-without-end',
    goal: 'Stamp invoices without end from one team, which the operator pays.',
    rule: 6,
    seenAt: BEFORE.doors,
    stop: '429 TOO_MANY_REQUESTS',
    environment: { STAMPS_PER_DAY: '5' },
    play: async (world) => {
      const { teamId, owner } = await stampingTeam(world);
      const answers: Answer[] = [];
      for (let nth = 0; nth < 6; nth += 1) answers.push(await stamp(owner, teamId, await draft(owner, teamId)));
      const last = answers.at(-1);
      return {
        reached: answers.every(({ status }) => status === 200),
        stop: last ?? 'nothing was sent',
        rightful: async () => {
          mustHold(last !== undefined && hasRetryAfter(last), 'no Retry-After');
          mustHold(answers.filter(({ status }) => status === 200).length === 5, 'fewer than five stamps');
          const other = await stampingTeam(world);
          await must(200, stamp(other.owner, other.teamId, await draft(other.owner, other.teamId)));
        },
      };
    },
  },
  {
    name: 'flood-a-mailbox',
    goal: 'Flood a person’s mailbox with codes at the operator’s cost, from many addresses.',
    rule: 6,
    seenAt: BEFORE.doors,
    stop: 'at most five codes in an hour',
    play: async (world) => {
      const victim = await world.person();
      const codes = async () => (await world.mails(victim.email)).filter(({ code }) => code !== undefined).length;
      const before = await codes();
      const forgot = (email: string) => world.send('POST /auth/password/forgot', { body: { email } });
      for (let nth = 0; nth < 12; nth += 1) await must(200, forgot(victim.email));
      return {
        reached: (await codes()) - before > 5,
        stop: 'at most five codes in an hour',
        rightful: async () => {
          mustHold((await codes()) > before, 'the victim got no code');
          const other = await world.person();
          await must(200, forgot(other.email));
          mustHold((await world.mails(other.email)).filter(({ code }) => code !== undefined).length === 2, 'no code');
        },
      };
    },
  },
];
