import type { Fleet } from '../../client/src/index';
import type { Api } from '../api';
import { expectRefused, succeed, tokensOf } from '../expect';
import { challengeOf, enrol, nextCode, signedIn } from '../people';
import {
  answerMfa,
  confirmRegistration,
  forgotPassword,
  recoverMfa,
  refresh,
  refreshDriver,
  register,
  removeMfa,
  resetPassword,
  signIn,
  signOut,
} from '../steps/accounts';
import { listTeams } from '../steps/teams';
import type { Ground } from './ground';

/** Sessions are renewed; a wrong password and a missing token are refused. */
export async function sessionsWalk({ client }: Api, { owner, app }: Ground, email: string): Promise<void> {
  await succeed(refresh(owner.fleet, tokensOf(owner.fleet).refreshToken));
  await succeed(refreshDriver(app, tokensOf(app).refreshToken));
  await expectRefused('401 INVALID_CREDENTIALS', signIn(client(), { email, password: 'not-it' }));
  await expectRefused('401 UNAUTHENTICATED', listTeams(client()));
}

/** A newcomer registers, enrols an authenticator app, loses it, and takes a new password. Answers the client that she is signed in with. */
export async function newcomerWalk(api: Api, mark: string): Promise<Fleet> {
  const mariana = api.client();
  const email = `mariana.cantu${mark}@fletes.example`;
  const account = { email, password: 'Ruta-57-al-Norte' };
  await succeed(register(mariana, { ...account, name: 'Mariana Cantú', phone: '8112223344' }));
  await expectRefused('401 ACCOUNT_NOT_CONFIRMED', signIn(mariana, account));
  await succeed(confirmRegistration(mariana, { email, code: await api.mailedCode(email) }));
  // The first sign-in creates the profile, and costs more than those that follow.
  await api.named('for the first time', () => succeed(signIn(mariana, account)));
  await succeed(removeMfa(mariana, nextCode(await enrol(mariana))));
  await secondFactorWalk(mariana, account);
  await succeed(forgotPassword(mariana, email));
  const reset = { email, code: await api.mailedCode(email), newPassword: 'Ruta-85-al-Sur' };
  await succeed(resetPassword(mariana, reset));
  const signInAgain = () => api.named('without app', () => signedIn(api.client(), email, reset.newPassword));
  const device = await signInAgain();
  await succeed(signOut(device, tokensOf(device).refreshToken));
  return signInAgain();
}

async function secondFactorWalk(fleet: Fleet, account: { email: string; password: string }): Promise<void> {
  const secret = await enrol(fleet);
  const challenged = async () => challengeOf(await succeed(signIn(fleet, account)));
  const answer = { session: await challenged(), username: account.email };
  await expectRefused('401 INVALID_CODE', answerMfa(fleet, { ...answer, code: wrong(nextCode(secret)) }));
  await succeed(answerMfa(fleet, { ...answer, session: await challenged(), code: nextCode(secret) }));
  await succeed(recoverMfa(fleet, account));
}

const wrong = (code: string): string => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** Too many attempts to remove the second factor. */
export async function attemptsWalk({ client }: Api, mark: string): Promise<void> {
  const recover = () => recoverMfa(client(), { email: `nobody${mark}@fletes.example`, password: 'Not-the-1-password' });
  for (let count = 0; count < 5; count += 1) await expectRefused('401 INVALID_CREDENTIALS', recover());
  await expectRefused('429 TOO_MANY_REQUESTS', recover());
}
