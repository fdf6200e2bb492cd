import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './support/attack';
import { enrol } from './support/codes';
import { must, textAt, valueAt } from './support/http';
import { OTHER_PASSWORD } from './support/world';

const WRONG_PASSWORD = 'Adivina-Otra-55';
const GUESSES = 7;
/** Cognito itself locks an account for a second after five wrong passwords. */
const COGNITO_LOCK_MS = 1_200;

/** Doors of accounts that the repairs made: their operations are new, so each attack is played against a copy without its check. */
export const newAccounts: readonly Attack[] = [
  {
    name: 'change-password-with-stolen-token',
    goal: 'Take the account over by a new password, with a stolen access token and a guessed password.',
    rule: 22,
    breaks: {
      file: 'functions/users/change-password.ts',
      text: 'const { tokens: issued } = await deps.signInAgain(',
      replacement:
        "await deps.setPassword(email, currentPassword, 'newPassword'); const { tokens: issued } = await deps.signInAgain(",
    },
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const victim = await world.person();
      const change = (currentPassword: string) =>
        victim.send('POST /users/me/password', { currentPassword, newPassword: OTHER_PASSWORD });
      const changed = await change(WRONG_PASSWORD);
      return {
        reached: (await world.login(victim.email, OTHER_PASSWORD)).status === 200,
        stop: changed,
        rightful: async () => {
          await must(200, change(victim.password));
          await must(200, world.login(victim.email, OTHER_PASSWORD));
        },
      };
    },
  },
  {
    name: 'guess-with-own-devices',
    goal: 'Guess a dispatcher’s password without a limit, with device proofs of the attacker’s own account.',
    rule: 7,
    breaks: {
      file: 'shared/identity/device-proof.ts',
      text: "stageDigest(environment, 'DEVICE', kind, account.toLowerCase(), nonce)",
      replacement: "stageDigest(environment, 'DEVICE', kind, account && '', nonce)",
    },
    stop: '429 TOO_MANY_REQUESTS',
    play: async (world) => {
      const victim = await world.person();
      const thief = await world.person();
      const address = world.address();
      const guess = async () => {
        const { cookies } = await must(200, world.login(thief.email, thief.password));
        const cookie = String(cookies.find((one) => one.startsWith('__Host-device-staff='))?.split(';')[0]);
        const body = { email: victim.email, password: WRONG_PASSWORD };
        return world.from(address, 'POST /auth/login', { body, headers: { cookie } });
      };
      let answer = await guess();
      for (let nth = 2; nth <= GUESSES && answer.status === 401; nth += 1) answer = await guess();
      return {
        reached: answer.status === 401,
        stop: answer,
        rightful: async () => {
          await sleep(COGNITO_LOCK_MS);
          await must(200, world.login(victim.email, victim.password, victim.address));
        },
      };
    },
  },
  {
    name: 'move-the-account',
    goal: 'Move the victim’s account to the attacker’s mailbox, with a stolen access token and a guessed password.',
    rule: 10,
    breaks: {
      file: 'functions/users/change-email.ts',
      text: 'await deps.verifyOwnSignIn({ userId, email, password, code, sourceIp: request.sourceIp, device });',
      replacement: 'void [userId, email, password, code, request];',
    },
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const victim = await world.person();
      const move = async (newEmail: string, password: string) => {
        const asked = await victim.send('POST /users/me/email', { newEmail, password });
        const [mail] = await world.mails(newEmail);
        if (mail?.code !== undefined) await victim.send('POST /users/me/email/confirm', { code: mail.code });
        return asked;
      };
      const mailbox = `${world.unique('m')}@fletes.mx`;
      const asked = await move(mailbox, WRONG_PASSWORD);
      return {
        reached: (await world.login(mailbox, victim.password)).status === 200,
        stop: asked,
        rightful: async () => {
          const own = `${world.unique('m')}@fletes.mx`;
          await must(200, move(own, victim.password));
          await must(200, world.login(own, victim.password));
        },
      };
    },
  },
  {
    name: 'guess-the-recovery-code',
    goal: 'Guess the mailed code of a recovery by many attempts from many addresses.',
    rule: 4,
    breaks: {
      file: 'shared/identity/mailed-codes.ts',
      text: 'absentOrAtMost: { tries: MOST_TRIES - 1 }',
      replacement: 'absentOrAtMost: {}',
    },
    stop: '401 INVALID_CODE',
    play: async (world) => {
      const team = await world.team();
      await world.policy(team, { recovery: 'MAILED_CODE' });
      const { email, password } = team.owner;
      await enrol(world, team.owner);
      const recover = (code?: string) => world.send('POST /auth/mfa/recover', { body: { email, password, code } });
      await recover();
      const code = await world.code(email);
      const wrong = code === '000000' ? '111111' : '000000';
      for (let nth = 1; nth < GUESSES; nth += 1) await recover(wrong);
      // The attacker’s luck: the next guess is the code.
      const lucky = await recover(code);
      return {
        reached: valueAt(lucky.body, 'tokens.accessToken') !== undefined,
        stop: lucky,
        rightful: async () => {
          await recover();
          const answer = await must(200, recover(await world.code(email)));
          await must(
            200,
            world.send(`GET /teams/${team.teamId}`, { token: textAt(answer.body, 'tokens.accessToken') }),
          );
        },
      };
    },
  },
  {
    name: 'change-a-drivers-password',
    goal: 'Replace a driver’s password without the present one.',
    rule: 8,
    breaks: {
      file: 'functions/auth/change-driver-password.ts',
      text: 'const proof = await deps.proveDriver({ username, password, device, sourceIp: request.sourceIp });',
      replacement:
        'await deps.replaceDriverPassword(username, newPassword); const proof = await deps.proveDriver({ username, password: newPassword, device, sourceIp: request.sourceIp });',
    },
    stop: '401 INVALID_CREDENTIALS',
    play: async (world) => {
      const { username, password } = await world.driver(await world.team());
      const change = (currentPassword: string) =>
        world.send('POST /auth/drivers/password/change', {
          body: { username, currentPassword, newPassword: OTHER_PASSWORD },
        });
      const signIn = () => world.send('POST /auth/drivers/login', { body: { username, password: OTHER_PASSWORD } });
      const changed = await change(WRONG_PASSWORD);
      return {
        reached: (await signIn()).status === 200,
        stop: changed,
        rightful: async () => {
          await must(200, change(password));
          await must(200, signIn());
        },
      };
    },
  },
];
