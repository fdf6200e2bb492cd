import { type Attack, BEFORE } from './support/attack';
import { enrol } from './support/codes';
import { listAt, must, mustHold, textAt, valueAt } from './support/http';
import { OTHER_PASSWORD, PASSWORD } from './support/world';

const STRANGER = { name: 'Pedro Atacante', phone: '8110000000' };
const OWN = { name: 'Lucía Garza', phone: '8112223344' };

/** Registration, recovery and addresses: rules 2, 4, 10, 13 and 24. */
export const identity: readonly Attack[] = [
  {
    name: 'register-first',
    goal: 'Register the address of a colleague first, and take the colleague’s invitation with the password of that registration.',
    rule: 2,
    seenAt: BEFORE.doors,
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const email = `${world.unique('v')}@fletes.mx`;
      await must(201, world.send('POST /auth/register', { body: { email, password: OTHER_PASSWORD, ...STRANGER } }));
      await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [email] }));
      const own = { email, password: PASSWORD, ...OWN };
      await must(201, world.send('POST /auth/register', { body: own }));
      const code = await world.code(email);
      await must(200, world.send('POST /auth/register/confirm', { body: { ...own, code } }));
      const stranger = await world.login(email, OTHER_PASSWORD);
      const token = valueAt(stranger.body, 'tokens.accessToken');
      const read = await world.send(`GET /teams/${teamId}`, { token: String(token) });
      return {
        reached: read.status === 200,
        stop: stranger,
        rightful: async () => {
          const { body } = await must(200, world.login(email, PASSWORD));
          await must(200, world.send(`GET /teams/${teamId}`, { token: textAt(body, 'tokens.accessToken') }));
        },
      };
    },
  },
  {
    name: 'name-a-stranger',
    goal: 'Give the future account of another person a name and a telephone number of the attacker’s choice.',
    rule: 2,
    seenAt: BEFORE.doors,
    stop: 'the profile holds the values of the confirmation',
    play: async (world) => {
      const email = `${world.unique('v')}@fletes.mx`;
      await must(201, world.send('POST /auth/register', { body: { email, password: OTHER_PASSWORD, ...STRANGER } }));
      const own = { email, password: PASSWORD, ...OWN };
      await must(201, world.send('POST /auth/register', { body: own }));
      const code = await world.code(email);
      await must(200, world.send('POST /auth/register/confirm', { body: { ...own, code } }));
      // Before the repair the password of the first registration counts.
      const first = await world.login(email, PASSWORD);
      const signedIn = first.status === 200 ? first : await must(200, world.login(email, OTHER_PASSWORD));
      const token = textAt(signedIn.body, 'tokens.accessToken');
      const profile = await must(200, world.send('GET /users/me', { token }));
      return {
        reached: profile.body.name === STRANGER.name || profile.body.phone === STRANGER.phone,
        stop: 'the profile holds the values of the confirmation',
        rightful: async () =>
          mustHold(profile.body.name === OWN.name && profile.body.phone === OWN.phone, profile.text),
      };
    },
  },
  {
    name: 'password-alone-removes-factor',
    goal: 'Enter with a stolen password alone, past the second factor, in a team that asks for a mailed code at recovery.',
    rule: 4,
    seenAt: BEFORE.doors,
    stop: '401 RECOVERY_CODE_SENT',
    play: async (world) => {
      const team = await world.team();
      await world.policy(team, { recovery: 'MAILED_CODE' });
      const { teamId, owner } = team;
      await enrol(world, owner);
      const { email, password } = owner;
      const recovery = await world.send('POST /auth/mfa/recover', { body: { email, password } });
      const token = String(valueAt(recovery.body, 'tokens.accessToken'));
      const read = await world.send(`GET /teams/${teamId}`, { token });
      return {
        reached: read.status === 200,
        stop: recovery,
        rightful: async () => {
          const code = await world.code(email);
          await must(200, world.send('POST /auth/mfa/recover', { body: { email, password, code } }));
        },
      };
    },
  },
  {
    name: 'enumerate-accounts',
    goal: 'Learn which of many addresses have an account, by inviting all of them to a team of the attacker’s own.',
    rule: 13,
    seenAt: BEFORE.doors,
    stop: 'at most ten answers reveal an account',
    play: async (world) => {
      const people = await Promise.all(Array.from({ length: 13 }, () => world.person()));
      const { teamId, owner } = await world.team();
      const invites = people.map(({ email }) => email);
      const { body } = await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites }));
      const added = listAt(body, 'invitations').filter((one) => valueAt(one, 'status') === 'added');
      return {
        reached: added.length > 10,
        stop: 'at most ten answers reveal an account',
        rightful: async () => {
          mustHold(added.length === 10, `${added.length} were added`);
          const late = people.at(-1);
          const { body } = await must(200, world.login(String(late?.email), PASSWORD));
          await must(200, world.send(`GET /teams/${teamId}`, { token: textAt(body, 'tokens.accessToken') }));
        },
      };
    },
  },
  {
    name: 'names-of-strangers',
    goal: 'Learn the name behind an address, by inviting the address and reading the list of members.',
    rule: 13,
    seenAt: BEFORE.doors,
    stop: 'the row has no name until its person accepts',
    play: async (world) => {
      const stranger = await world.person();
      const { teamId, owner } = await world.team();
      await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [stranger.email] }));
      const row = async () => {
        const { body } = await must(200, owner.send(`GET /teams/${teamId}/members`));
        return listAt(body, 'members').find((one) => valueAt(one, 'email') === stranger.email);
      };
      return {
        reached: valueAt(await row(), 'name') !== undefined,
        stop: 'the row has no name until its person accepts',
        rightful: async () => {
          await must(200, stranger.send(`POST /teams/${teamId}/accept`));
          const name = valueAt(await row(), 'name');
          mustHold(name === 'Ana Treviño', `after the acceptance the name is ${name}`);
        },
      };
    },
  },
  {
    name: 'clog-the-mail-queue',
    goal: 'Fill the operator’s queue of undeliverable mails, by inviting addresses that the mail service refuses.',
    rule: 24,
    seenAt: BEFORE.smallFindings,
    stop: 'invalid',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const statusOf = async (email: string) => {
        const { body } = await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [email] }));
        return textAt(body, 'invitations.0.status');
      };
      const status = await statusOf(`${world.unique('señor')}@fletes.mx`);
      return {
        reached: status === 'invited',
        stop: status,
        rightful: async () => mustHold((await statusOf(`${world.unique('senor')}@fletes.mx`)) === 'invited', 'refused'),
      };
    },
  },
];
