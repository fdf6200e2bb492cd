import { type Attack, BEFORE } from './support/attack';
import { listAt, must, mustHold, textAt, valueAt } from './support/http';
import { ADDRESS, OTHER_PASSWORD, type Person, type World } from './support/world';

/** The person notices a theft and resets the password by a mailed code. */
async function resetPassword(world: World, { email }: Person): Promise<void> {
  await must(200, world.send('POST /auth/password/forgot', { body: { email } }));
  const code = await world.code(email);
  await must(200, world.send('POST /auth/password/reset', { body: { email, code, newPassword: OTHER_PASSWORD } }));
}

/** The access token of a new sign-in after the reset. */
async function tokenAfterReset(world: World, { email }: Person): Promise<string> {
  return textAt((await must(200, world.login(email, OTHER_PASSWORD))).body, 'tokens.accessToken');
}

/** Rules 3 and 14: the use of stolen tokens after the person has ended the session. */
export const sessions: readonly Attack[] = [
  {
    name: 'revoked-token-reads-join-code',
    goal: 'Read the join code of the victim’s team with a stolen token that a reset of the password revoked.',
    rule: 3,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const { owner } = await world.team();
      await resetPassword(world, owner);
      const list = await owner.send('GET /teams');
      return {
        reached: list.status === 200 && listAt(list.body, 'teams').length === 1,
        stop: list,
        rightful: async () => must(200, world.send('GET /teams', { token: await tokenAfterReset(world, owner) })),
      };
    },
  },
  {
    name: 'revoked-token-makes-team',
    goal: 'Make a team in the victim’s name with a revoked token, and send invitations from it.',
    rule: 3,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const victim = await world.person();
      await resetPassword(world, victim);
      const target = `${world.unique('t')}@fletes.mx`;
      const body = { name: 'Premios del Norte', address: ADDRESS, invites: [target] };
      const made = await victim.send('POST /teams', body);
      return {
        reached: made.status === 201 && (await world.mails(target)).length === 1,
        stop: made,
        rightful: async () =>
          must(201, world.send('POST /teams', { token: await tokenAfterReset(world, victim), body })),
      };
    },
  },
  {
    name: 'revoked-token-joins-team',
    goal: 'Put the victim’s account into another team with a revoked token.',
    rule: 3,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const victim = await world.person();
      const { teamId, owner } = await world.team();
      const joinCode = textAt((await must(200, owner.send(`GET /teams/${teamId}`))).body, 'team.joinCode');
      await resetPassword(world, victim);
      const joined = await victim.send('POST /teams/join', { joinCode });
      const { body } = await must(200, owner.send(`GET /teams/${teamId}/members`));
      return {
        reached: listAt(body, 'members').some((one) => valueAt(one, 'email') === victim.email),
        stop: joined,
        rightful: async () =>
          must(
            200,
            world.send('POST /teams/join', { token: await tokenAfterReset(world, victim), body: { joinCode } }),
          ),
      };
    },
  },
  {
    name: 'old-join-code-after-reset',
    goal: 'Come back into the victim’s team with an own account, by the join code that the stolen token could read before the reset.',
    rule: 3,
    seenAt: BEFORE.doors,
    stop: '404 NOT_FOUND',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const codeNow = async (token: string) =>
        textAt((await must(200, world.send(`GET /teams/${teamId}`, { token }))).body, 'team.joinCode');
      const joinCode = await codeNow(owner.token);
      await resetPassword(world, owner);
      const thief = await world.person();
      const joined = await thief.send('POST /teams/join', { joinCode });
      return {
        reached: (await thief.send(`GET /teams/${teamId}/members`)).status === 200,
        stop: joined,
        rightful: async () => {
          const colleague = await world.person();
          const fresh = await codeNow(await tokenAfterReset(world, owner));
          await must(200, colleague.send('POST /teams/join', { joinCode: fresh }));
        },
      };
    },
  },
  {
    name: 'join-a-closed-team',
    goal: 'Enter a team by a join code that was passed on, although the owner has closed the team to join codes.',
    rule: 3,
    seenAt: BEFORE.doors,
    stop: '404 NOT_FOUND',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const joinCode = textAt((await must(200, owner.send(`GET /teams/${teamId}`))).body, 'team.joinCode');
      await world.policy(team, { join: 'CLOSED' });
      const stranger = await world.person();
      const joined = await stranger.send('POST /teams/join', { joinCode });
      return {
        reached: (await stranger.send(`GET /teams/${teamId}/members`)).status === 200,
        stop: joined,
        rightful: async () => {
          await world.policy(team, { join: 'OPEN' });
          const { body } = await must(200, owner.send(`GET /teams/${teamId}`));
          await must(200, stranger.send('POST /teams/join', { joinCode: textAt(body, 'team.joinCode') }));
        },
      };
    },
  },
  {
    name: 'member-passes-join-code-on',
    goal: 'Read the join code as a MEMBER and pass it on, although the team shows it to administrators alone.',
    rule: 3,
    seenAt: BEFORE.doors,
    stop: 'the code is empty',
    play: async (world) => {
      const team = await world.team();
      await world.policy(team, { joinCode: 'ADMINS' });
      const member = await world.join(team);
      const codeFor = async (person: Person) =>
        textAt((await must(200, person.send(`GET /teams/${team.teamId}`))).body, 'team.joinCode');
      return {
        reached: (await codeFor(member)) !== '',
        stop: 'the code is empty',
        rightful: async () => mustHold((await codeFor(team.owner)) !== '', 'the owner sees no join code'),
      };
    },
  },
];
