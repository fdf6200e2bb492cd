import type { Attack } from './support/attack';
import { must, mustHold, valueAt } from './support/http';
import { type Person, personOf, type World } from './support/world';

const WRONG_PASSWORD = 'Adivina-Otra-55';

/** `{sub}.{session}.{seal}.{Cognito's}` */
const partsOf = (refreshToken: string): readonly string[] =>
  /^(.+?)\.(.+?)\.(.+?)\.(.+)$/.exec(refreshToken)?.slice(1) ?? [];

async function signInAgain(world: World, { email, password, address }: Person): Promise<Person> {
  return personOf(world, email, password, address, await must(200, world.login(email, password)));
}

/** Rule 14: operations that list and end sessions. They are new, so each attack is played against a copy without its check. */
export const newSessions: readonly Attack[] = [
  {
    name: 'end-sessions-with-stolen-token',
    goal: 'Throw the victim out of the other devices with a stolen access token and a guessed password.',
    rule: 14,
    breaks: {
      file: 'functions/users/end-other-sessions.ts',
      text: 'await deps.verifyOwnPassword({ email, password: input.body.password, sourceIp: request.sourceIp, device });',
      replacement: 'void [email, request];',
    },
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const victim = await world.person();
      const other = await signInAgain(world, victim);
      const end = (password: string) => victim.send('DELETE /users/me/sessions', { password });
      const ended = await end(WRONG_PASSWORD);
      const isOut = async () => (await other.send('GET /users/me')).status === 401;
      return {
        reached: await isOut(),
        stop: ended,
        rightful: async () => {
          await must(200, end(victim.password));
          mustHold(await isOut(), 'the other session is alive');
        },
      };
    },
  },
  {
    name: 'end-sessions-of-the-owner',
    goal: 'Throw the owner out as a MEMBER, again and again.',
    rule: 14,
    breaks: {
      file: 'functions/teams/end-member-sessions.ts',
      text: "role: 'ADMIN', keys: 'never' }",
      replacement: "role: 'MEMBER', keys: 'never' }",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const member = await world.join(team);
      const end = (by: Person, of: Person) => by.send(`DELETE /teams/${teamId}/members/${of.id}/sessions`);
      const ended = await end(member, owner);
      return {
        reached: (await owner.send(`GET /teams/${teamId}`)).status === 401,
        stop: ended,
        rightful: async () => {
          await must(200, end(owner, member));
          mustHold((await member.send(`GET /teams/${teamId}`)).status === 401, 'the member is in');
        },
      };
    },
  },
  {
    name: 'keep-the-owner-out',
    goal: 'End each new session of the owner at once as an administrator, so that the owner can never remove the attacker.',
    rule: 14,
    breaks: {
      file: 'shared/identity/session-end-quota.ts',
      text: 'const ENDS_A_DAY = 3;',
      replacement: 'const ENDS_A_DAY = 1000;',
    },
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const admin = await world.join(team, 'ADMIN');
      const end = () => admin.send(`DELETE /teams/${teamId}/members/${owner.id}/sessions`);
      for (let times = 0; times < 3; times += 1) await must(200, end());
      const signedIn = await must(200, world.login(owner.email, owner.password));
      const token = String(valueAt(signedIn.body, 'tokens.accessToken'));
      const ended = await end();
      const removed = await world.send(`DELETE /teams/${teamId}/members/${admin.id}`, { token });
      return {
        reached: removed.status === 401,
        stop: ended,
        rightful: async () => {
          mustHold((await admin.send(`GET /teams/${teamId}`)).status === 403, 'the administrator is in the team');
        },
      };
    },
  },
  {
    name: 'swap-the-id-of-a-session',
    goal: 'Renew a stolen session that was ended, by the id of a living session in its refresh token.',
    rule: 14,
    breaks: {
      file: 'shared/identity/refresh-token.ts',
      text: 'return isSameDigest(seal, sealOf(environment, open)) ? open : undefined;',
      replacement: 'return open;',
    },
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const victim = await world.person();
      const stolen = await signInAgain(world, victim);
      await must(200, victim.send('DELETE /users/me/sessions', { password: victim.password }));
      const [sub, living, livingSeal] = partsOf(victim.refreshToken);
      const [, , stolenSeal, cognitos] = partsOf(stolen.refreshToken);
      const renew = (refreshToken: string) => world.send('POST /auth/refresh', { body: { refreshToken } });
      const forged = [livingSeal, stolenSeal].map((seal) => renew([sub, living, seal, cognitos].join('.')));
      const answers = await Promise.all(forged);
      const taken = answers.find(({ status }) => status === 200);
      return {
        reached: taken !== undefined,
        stop: taken ?? answers[0] ?? 'nothing was sent',
        rightful: async () => must(200, renew(victim.refreshToken)),
      };
    },
  },
  {
    name: 'throw-a-stranger-out',
    goal: 'Throw a stranger out of all teams and replace their join codes, as the administrator of a team to which the stranger was added.',
    rule: 14,
    breaks: {
      file: 'functions/teams/end-member-sessions.ts',
      text: 'if (entity.accepted === false) {',
      replacement: "if (entity.userId === '') {",
    },
    stop: 'the stranger works on',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const own = await world.team();
      await must(200, own.owner.send(`POST /teams/${own.teamId}/invitations`, { invites: [owner.email] }));
      await own.owner.send(`DELETE /teams/${own.teamId}/members/${owner.id}/sessions`);
      return {
        reached: (await owner.send(`GET /teams/${teamId}`)).status === 401,
        stop: 'the stranger works on',
        rightful: async () => {
          const member = await world.join(own);
          await must(200, own.owner.send(`DELETE /teams/${own.teamId}/members/${member.id}/sessions`));
          mustHold((await member.send(`GET /teams/${own.teamId}`)).status === 401, 'the member is in');
        },
      };
    },
  },
];
