import type { Fleet } from '../../client/src/index';
import type { Api } from '../api';
import { expectRefused, succeed, tokensOf } from '../expect';
import { challengeOf, enrol, nextCode, signedIn } from '../people';
import {
  answerMfa,
  changeEmail,
  changePassword,
  confirmEmail,
  confirmRegistration,
  deleteAccount,
  endOtherSessions,
  endSession,
  exportOwnData,
  forgotPassword,
  listSecurityEvents,
  listSessions,
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

/** The password that the newcomer has in the end. */
export const RESET_PASSWORD = 'Ruta-85-al-Sur';

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
  await succeed(register(mariana, { email, name: 'Mariana Cantú', phone: '8112223344' }));
  await expectRefused('401 INVALID_CREDENTIALS', signIn(mariana, account));
  await succeed(confirmRegistration(mariana, { ...account, code: await api.mailedCode(email) }));
  // The first sign-in creates the profile, and costs more than those that follow.
  await api.named('for the first time', () => succeed(signIn(mariana, account)));
  await succeed(
    removeMfa(mariana, { code: nextCode(await enrol(mariana, account.password)), password: account.password }),
  );
  await secondFactorWalk(mariana, account);
  const changed = { currentPassword: account.password, newPassword: 'De Monterrey a Laredo' };
  await succeed(changePassword(mariana, changed));
  await succeed(forgotPassword(mariana, email));
  const reset = { email, code: await api.mailedCode(email), newPassword: RESET_PASSWORD };
  await succeed(resetPassword(mariana, reset));
  const signInAgain = () => api.named('without app', () => signedIn(api.client(), email, reset.newPassword));
  const device = await signInAgain();
  await succeed(signOut(device, tokensOf(device).refreshToken));
  await leaverWalk(api, mark);
  const own = await sessionsEndWalk(await signInAgain(), signInAgain, reset.newPassword);
  const newEmail = `mariana${mark}@transportes.example`;
  await succeed(changeEmail(own, { newEmail, password: reset.newPassword }));
  await succeed(confirmEmail(own, await api.mailedCode(newEmail)));
  return own;
}

/** A person registers, exports the data, and deletes the account. */
async function leaverWalk(api: Api, mark: string): Promise<void> {
  const leaver = api.client();
  const email = `ofelia.rios${mark}@fletes.example`;
  const account = { email, password: 'Ruta-40-al-Este' };
  await succeed(register(leaver, { ...account, name: 'Ofelia Ríos' }));
  await succeed(confirmRegistration(leaver, { ...account, code: await api.mailedCode(email) }));
  await api.named('for the first time', () => succeed(signIn(leaver, account)));
  const own = await signedIn(api.client(), email, account.password);
  await succeed(exportOwnData(own));
  await succeed(deleteAccount(own, account.password));
}

/** One session ends another, and then all others. Answers the client of the session that goes on. */
async function sessionsEndWalk(own: Fleet, signInAgain: () => Promise<Fleet>, password: string): Promise<Fleet> {
  await signInAgain();
  const { sessions } = await succeed(listSessions(own));
  const other = sessions.find(({ current }) => !current);
  await succeed(endSession(own, other?.id ?? '', password));
  await signInAgain();
  await succeed(endOtherSessions(own, password));
  await succeed(listSecurityEvents(own));
  return own;
}

async function secondFactorWalk(fleet: Fleet, account: { email: string; password: string }): Promise<void> {
  const secret = await enrol(fleet, account.password);
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
