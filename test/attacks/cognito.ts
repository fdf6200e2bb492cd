import { type Attack, BEFORE } from './support/attack';
import { enrol, entersByPasswordAlone, nextCode, totp } from './support/codes';
import { type Answer, must, mustHold, textAt } from './support/http';

const refusalOfCognito = ({ status, body }: Answer): string => `${status} ${body.__type}`;

/** Rule 11: calls of Cognito with a stolen access token, without our service. */
export const cognito: readonly Attack[] = [
  {
    name: 'switch-factor-off-at-cognito',
    goal: 'Switch the victim’s second factor off at Cognito with a stolen access token.',
    rule: 11,
    seenAt: BEFORE.doors,
    stop: '400 NotAuthorizedException',
    play: async (world) => {
      const victim = await world.person();
      const secret = await enrol(world, victim);
      const { email, password } = victim;
      const { body } = await must(200, world.login(email, password));
      const code = { session: body.session, username: email, code: nextCode(world, secret) };
      const signedIn = await must(200, world.send('POST /auth/mfa/respond', { body: code }));
      const token = textAt(signedIn.body, 'tokens.accessToken');
      const call = { AccessToken: token, SoftwareTokenMfaSettings: { Enabled: false } };
      const called = await world.cognito('SetUserMFAPreference', call);
      return {
        reached: await entersByPasswordAlone(world, victim),
        stop: refusalOfCognito(called),
        rightful: async () => {
          await world.advance(60_000);
          const body = { code: totp(secret, world.now()), password };
          await must(200, world.send('DELETE /users/me/mfa', { token, body }));
          mustHold(await entersByPasswordAlone(world, victim), 'the factor is on');
        },
      };
    },
    alone: true,
  },
  {
    name: 'enrol-own-factor-at-cognito',
    goal: 'Enrol the attacker’s authenticator app at Cognito with a stolen access token, so that the victim is locked out.',
    rule: 11,
    seenAt: BEFORE.doors,
    stop: '400 NotAuthorizedException',
    play: async (world) => {
      const victim = await world.person();
      const AccessToken = victim.token;
      const begun = await world.cognito('AssociateSoftwareToken', { AccessToken });
      const UserCode = totp(String(begun.body.SecretCode ?? 'A'), world.now());
      await world.cognito('VerifySoftwareToken', { AccessToken, UserCode });
      await world.cognito('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
      return {
        reached: !(await entersByPasswordAlone(world, victim)),
        stop: refusalOfCognito(begun),
        rightful: async () => {
          await enrol(world, victim);
          mustHold(!(await entersByPasswordAlone(world, victim)), 'the factor is off');
        },
      };
    },
  },
  {
    name: 'sign-person-out-at-cognito',
    goal: 'Throw the victim out of all devices at Cognito with a stolen access token.',
    rule: 11,
    seenAt: BEFORE.doors,
    stop: '400 NotAuthorizedException',
    play: async (world) => {
      const victim = await world.person();
      const called = await world.cognito('GlobalSignOut', { AccessToken: victim.token });
      const renewed = await world.send('POST /auth/refresh', { body: { refreshToken: victim.refreshToken } });
      return {
        reached: renewed.status !== 200,
        stop: refusalOfCognito(called),
        rightful: async () => must(200, victim.send('DELETE /users/me/sessions', { password: victim.password })),
      };
    },
  },
  {
    name: 'read-attributes-at-cognito',
    goal: 'Read the victim’s attributes and factors at Cognito with a stolen access token, without a line in our logs.',
    rule: 11,
    seenAt: BEFORE.doors,
    stop: '400 NotAuthorizedException',
    play: async (world) => {
      const victim = await world.person();
      const called = await world.cognito('GetUser', { AccessToken: victim.token });
      return {
        reached: JSON.stringify(called.body).includes(victim.email),
        stop: refusalOfCognito(called),
        rightful: async () => must(200, victim.send('GET /users/me')),
      };
    },
  },
];
