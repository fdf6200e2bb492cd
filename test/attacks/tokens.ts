import { type Attack, BEFORE } from './support/attack';
import { type Answer, must, textAt, valueAt } from './support/http';
import type { Person, World } from './support/world';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than the half minute in which the token before the newest one is still accepted. */
const GRACE_IS_OVER_MS = 35_000;
const RENEWALS = 31;

const refresh = (world: World, refreshToken: string): Promise<Answer> =>
  world.send('POST /auth/refresh', { body: { refreshToken } });

const newest = ({ body }: Answer): string => textAt(body, 'tokens.refreshToken');

/** A second sign-in of the same person, on another device. */
async function otherDevice(world: World, { email, password }: Person) {
  const { body } = await must(200, world.login(email, password));
  return { token: textAt(body, 'tokens.accessToken'), refreshToken: textAt(body, 'tokens.refreshToken') };
}

/** Rule 14: the life of tokens and sessions. */
export const tokens: readonly Attack[] = [
  {
    name: 'token-after-sign-out',
    goal: 'Read the team with an access token that was copied from a shared computer, after its person has signed out.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      await must(200, owner.send('POST /auth/logout', { refreshToken: owner.refreshToken }));
      const read = await owner.send(`GET /teams/${teamId}`);
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => {
          const { token } = await otherDevice(world, owner);
          await must(200, world.send(`GET /teams/${teamId}`, { token }));
        },
      };
    },
  },
  {
    name: 'token-after-owner-ended-it',
    goal: 'Read the team with a member’s stolen token after an administrator has ended the sessions of the member.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const member = await world.join(team);
      const ended = await owner.send(`DELETE /teams/${teamId}/members/${member.id}/sessions`);
      const read = await member.send(`GET /teams/${teamId}`);
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => {
          await must(200, Promise.resolve(ended));
          const { token } = await otherDevice(world, member);
          await must(200, world.send(`GET /teams/${teamId}`, { token }));
        },
      };
    },
  },
  {
    name: 'renew-an-ended-session',
    goal: 'Renew a stolen session after its person has ended all other sessions.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const { owner } = await world.team();
      const stolen = await otherDevice(world, owner);
      const ended = await owner.send('DELETE /users/me/sessions', { password: owner.password });
      const renewed = await refresh(world, stolen.refreshToken);
      const token = String(valueAt(renewed.body, 'tokens.accessToken'));
      return {
        reached: (await world.send('GET /users/me', { token })).status === 200,
        stop: renewed,
        rightful: async () => {
          await must(200, Promise.resolve(ended));
          await must(200, refresh(world, owner.refreshToken));
        },
      };
    },
  },
  {
    name: 'mint-tokens-without-end',
    goal: 'Let a robot mint access tokens from one stolen session without a limit.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const victim = await world.person();
      const other = await otherDevice(world, victim);
      let answer = victim.signedIn;
      for (let nth = 1; nth <= RENEWALS && answer.status === 200; nth += 1)
        answer = await refresh(world, newest(answer));
      return {
        reached: answer.status === 200,
        stop: answer,
        rightful: async () => must(200, refresh(world, other.refreshToken)),
      };
    },
  },
  {
    name: 'replay-a-refresh-token',
    goal: 'Open a second session with a copied refresh token that its person has already renewed.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    alone: true,
    play: async (world) => {
      const victim = await world.person();
      const renewed = await must(200, refresh(world, victim.refreshToken));
      await world.advance(GRACE_IS_OVER_MS);
      const replayed = await refresh(world, victim.refreshToken);
      const token = String(valueAt(replayed.body, 'tokens.accessToken'));
      return {
        reached: (await world.send('GET /users/me', { token })).status === 200,
        stop: replayed,
        rightful: async () => must(200, refresh(world, newest(renewed))),
      };
    },
  },
  {
    name: 'forgotten-laptop',
    goal: 'Use the session of a laptop that was not used for eight days.',
    rule: 14,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    alone: true,
    play: async (world) => {
      const victim = await world.person();
      const used = await otherDevice(world, victim);
      await world.advance(4 * DAY_MS);
      const kept = await must(200, refresh(world, used.refreshToken));
      await world.advance(4 * DAY_MS);
      const found = await refresh(world, victim.refreshToken);
      return {
        reached: found.status === 200,
        stop: found,
        rightful: async () => must(200, refresh(world, newest(kept))),
      };
    },
  },
];
