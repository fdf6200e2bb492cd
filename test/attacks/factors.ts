import { type Attack, BEFORE } from './support/attack';
import { enrol, entersByPasswordAlone, nextCode, totp } from './support/codes';
import { must, textAt } from './support/http';
import { configure, seal } from './support/stamping';
import { OTHER_PASSWORD, personOf } from './support/world';

/** Rule 22 and the policies `mfa` and `recentSignIn`: changes of password and factor, and their effect on other sessions. */
export const factors: readonly Attack[] = [
  {
    name: 'guess-a-common-password',
    goal: 'Enter accounts by trying a password that many people choose.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '400 VALIDATION_FAILED password',
    play: async (world) => {
      const email = `${world.unique('v')}@fletes.mx`;
      const common = 'Password1!';
      const own = { email, name: 'Lucía Garza', phone: '8112223344' };
      const register = (password: string) => world.send('POST /auth/register', { body: { ...own, password } });
      const confirm = async (password: string) =>
        world.send('POST /auth/register/confirm', { body: { ...own, password, code: await world.code(email) } });
      const registered = await register(common);
      if (registered.status === 201) await must(200, confirm(common));
      return {
        reached: (await world.login(email, common)).status === 200,
        stop: registered,
        rightful: async () => {
          await must(201, register(OTHER_PASSWORD));
          await must(200, confirm(OTHER_PASSWORD));
          await must(200, world.login(email, OTHER_PASSWORD));
        },
      };
    },
  },
  {
    name: 'enrol-factor-with-stolen-token',
    goal: 'Enrol the attacker’s authenticator app with a stolen access token and a guessed password, so that the victim is locked out.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const victim = await world.person();
      const begun = await victim.send('POST /users/me/mfa/setup', { password: OTHER_PASSWORD });
      const code = totp(String(begun.body.secret ?? 'A'), world.now());
      await victim.send('POST /users/me/mfa/confirm', { code });
      return {
        reached: !(await entersByPasswordAlone(world, victim)),
        stop: begun,
        rightful: async () => enrol(world, victim),
      };
    },
  },
  {
    name: 'remove-factor-by-a-seen-code',
    goal: 'Remove the victim’s second factor with a stolen token and one code that was read over the shoulder, without the password.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const victim = await world.person();
      const secret = await enrol(world, victim);
      const remove = (password: string) =>
        victim.send('DELETE /users/me/mfa', { code: nextCode(world, secret), password });
      const removed = await remove(OTHER_PASSWORD);
      return {
        reached: await entersByPasswordAlone(world, victim),
        stop: removed,
        rightful: async () => must(200, remove(victim.password)),
      };
    },
  },
  {
    name: 'outlive-the-enrolment',
    goal: 'Keep reading the team with a stolen token after the victim has enrolled an authenticator app.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const stolen = textAt((await must(200, world.login(owner.email, owner.password))).body, 'tokens.accessToken');
      await enrol(world, owner);
      const read = await world.send(`GET /teams/${teamId}`, { token: stolen });
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => must(200, owner.send(`GET /teams/${teamId}`)),
      };
    },
  },
  {
    name: 'outlive-the-password',
    goal: 'Keep reading the team with a stolen token after the victim has changed the password.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '401 UNAUTHENTICATED',
    play: async (world) => {
      const { teamId, owner } = await world.team();
      const stolen = textAt((await must(200, world.login(owner.email, owner.password))).body, 'tokens.accessToken');
      const change = { currentPassword: owner.password, newPassword: OTHER_PASSWORD };
      const changed = await owner.send('POST /users/me/password', change);
      const read = await world.send(`GET /teams/${teamId}`, { token: stolen });
      return {
        reached: read.status === 200,
        stop: read,
        rightful: async () => {
          const token = textAt((await must(200, Promise.resolve(changed))).body, 'tokens.accessToken');
          await must(200, world.send(`GET /teams/${teamId}`, { token }));
        },
      };
    },
  },
  {
    name: 'write-without-a-factor',
    goal: 'Change the team’s records with a stolen password, in a team whose members must have a second factor.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '403 MFA_REQUIRED',
    play: async (world) => {
      const team = await world.team();
      const { teamId } = team;
      await enrol(world, team.owner);
      const member = await world.join(team);
      await world.policy(team, { mfa: 'REQUIRED' });
      const make = () => member.send('POST /clients', { teamId, name: 'Cliente inventado' });
      const made = await make();
      return {
        reached: made.status === 201,
        stop: made,
        rightful: async () => {
          await must(200, member.send(`GET /clients?teamId=${teamId}`));
          await enrol(world, member);
          await must(201, make());
        },
      };
    },
  },
  {
    name: 'seal-from-an-open-computer',
    goal: 'Put a signing certificate into the team from a computer that was left open, minutes after the sign-in.',
    rule: 22,
    seenAt: BEFORE.doors,
    stop: '403 SIGN_IN_AGAIN',
    alone: true,
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      await world.policy(team, { recentSignIn: 'MINUTES_10' });
      await must(200, configure(owner, teamId));
      await world.advance(11 * 60_000);
      // The page renews its session by itself. A renewal is no sign-in.
      const renewed = await must(200, world.send('POST /auth/refresh', { body: { refreshToken: owner.refreshToken } }));
      const page = personOf(world, owner.email, owner.password, owner.address, renewed);
      const uploaded = await seal(world, page, teamId);
      return {
        reached: uploaded.status === 200 && uploaded.body.csdUploaded === true,
        stop: uploaded,
        rightful: async () => {
          const signedIn = await must(200, world.login(owner.email, owner.password));
          const again = personOf(world, owner.email, owner.password, owner.address, signedIn);
          await must(200, seal(world, again, teamId));
        },
      };
    },
  },
];
