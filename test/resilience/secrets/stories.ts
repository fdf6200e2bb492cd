import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_SEAL } from '../../../local/seed/seal';
import { valueAt } from '../../journeys/http';
import { someId } from '../../support/engine-runtime';
import { totp } from '../../support/totp';
import type { AttackedTeam } from '../attack/teams';
import type { Answered, Attack, AttackWorld } from '../attack/world';
import type { Needle } from './search';

/** Sends a request of a story and returns its successful answer. */
export type Tell = (file: string, attack: Attack) => Promise<Answered>;

const PASSWORD = 'Secreto-Contado-31';
const OTHER_PASSWORD = 'Secreto-Contado-32';
/** The password of a registration, which the service drops. */
const REGISTERED = 'Secreto-Contado-30';

/** Successful requests with secrets: an account, a driver's app, a signing certificate. Returns the secrets in the answers. */
export async function tellStories(world: AttackWorld, team: AttackedTeam, tell: Tell): Promise<Needle[]> {
  return [
    ...(await anAccount(world, tell)),
    ...(await aDriver(world, team, tell)),
    ...(await aSeal(world, team, tell)),
    ...(await aJoinCode(world, team, tell)),
    ...secretsKept(world),
  ];
}

async function anAccount(world: AttackWorld, tell: Tell): Promise<Needle[]> {
  const email = `secreta.${someId().slice(-6)}@fletes.mx`;
  const needles: Needle[] = [
    { what: 'a password that was chosen', value: PASSWORD },
    { what: 'a password that was reset', value: OTHER_PASSWORD },
    { what: 'a password of a registration', value: REGISTERED },
  ];
  const learn = (what: string, value: string): string => {
    needles.push({ what, value });
    return value;
  };
  await expected(201, tell('auth/register', { body: { email, password: REGISTERED, name: 'Ana' } }));
  const confirmation = learn('a code that confirmed an address', await codeIn(world, email));
  await expected(200, tell('auth/confirm-registration', { body: { email, code: confirmation, password: PASSWORD } }));
  const tokensOf = async (file: string, body: object): Promise<{ access: string; refresh: string }> => {
    const answer = await expected(200, tell(file, { body }));
    const [access = '', id = '', refresh = ''] = ['accessToken', 'idToken', 'refreshToken'].map((name) =>
      String(valueAt(answer, `tokens.${name}`)),
    );
    learn(`the access token of ${file}`, access);
    learn(`the ID token of ${file}`, id);
    learn(`the refresh token of ${file}`, refresh);
    return { access, refresh };
  };
  const { access } = await tokensOf('auth/login', { email, password: PASSWORD });
  const headers = { authorization: `Bearer ${access}` };
  const set = await expected(200, tell('users/set-up-mfa', { headers, body: { password: PASSWORD } }));
  const secret = learn('the secret of an authenticator app', String(set.secret));
  const code = learn('a code of the app', totp(secret, Date.now()));
  await expected(200, tell('users/confirm-mfa', { headers, body: { code } }));
  const challenged = await expected(200, tell('auth/login', { body: { email, password: PASSWORD } }));
  const session = learn('the session of a challenge that was answered', String(challenged.session));
  const next = learn('the next code of the app', totp(secret, Date.now() + 30_000));
  await tokensOf('auth/respond-to-mfa', { session, username: email, code: next });
  const { refresh } = await tokensOf('auth/recover-mfa', { email, password: PASSWORD });
  await expected(200, tell('auth/refresh', { body: { refreshToken: refresh } }));
  await expected(200, tell('auth/logout', { body: { refreshToken: refresh } }));
  await expected(200, tell('auth/forgot-password', { body: { email } }));
  const reset = learn('a code for a new password', await codeIn(world, email));
  await expected(200, tell('auth/reset-password', { body: { email, code: reset, newPassword: OTHER_PASSWORD } }));
  return needles;
}

async function aDriver(world: AttackWorld, { owner, identifiers }: AttackedTeam, tell: Tell): Promise<Needle[]> {
  const { teamId = '' } = identifiers;
  const headers = { authorization: `Bearer ${await world.tokenOf('staff', { sub: owner })}` };
  const { driver } = await expected(
    201,
    tell('drivers/create-driver', { path: { teamId }, headers, body: { name: 'Luz' } }),
  );
  const path = { teamId, driverId: String(valueAt(driver, 'id')) };
  const invited = await expected(
    200,
    tell('drivers/change-driver-access', { path, headers, body: { action: 'INVITE' } }),
  );
  const [username, temporary] = [String(invited.username), String(invited.temporaryPassword)];
  const challenged = await expected(200, tell('auth/login-driver', { body: { username, password: temporary } }));
  const session = String(challenged.session);
  const body = { session, username, newPassword: PASSWORD };
  const { tokens } = await expected(200, tell('auth/set-driver-password', { body }));
  const refreshToken = String(valueAt(tokens, 'refreshToken'));
  await expected(200, tell('auth/refresh-driver', { body: { refreshToken } }));
  return [
    { what: 'a temporary password', value: temporary },
    { what: 'the session of a first sign-in', value: session },
    { what: 'a driver’s access token', value: String(valueAt(tokens, 'accessToken')) },
    { what: 'a driver’s refresh token', value: refreshToken },
  ];
}

async function aSeal(world: AttackWorld, { owner, identifiers }: AttackedTeam, tell: Tell): Promise<Needle[]> {
  const { teamId = '' } = identifiers;
  const headers = { authorization: `Bearer ${await world.tokenOf('staff', { sub: owner })}` };
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const legal = { teamId, legalName, taxRegime, zipCode: '64000' };
  await expected(200, tell('invoices/configure-organization', { headers, body: legal }));
  const seal = { teamId, cerFile, keyFile, password };
  await tell('invoices/upload-certificate', { headers, body: { ...seal, password: 'clave-de-otro-sello-7q' } });
  await expected(200, tell('invoices/upload-certificate', { headers, body: seal }));
  return [
    { what: 'the password of a signing certificate', value: password },
    { what: 'a wrong password of a signing certificate', value: 'clave-de-otro-sello-7q' },
    ...[cerFile, keyFile].flatMap((file) =>
      [0, 400, file.length - 40].map((at) => ({
        what: 'a part of a certificate file',
        value: file.slice(at, at + 40),
      })),
    ),
  ];
}

/** The join code may occur in the team and in the item that leads to it. A replaced join code may occur nowhere. */
async function aJoinCode(world: AttackWorld, { owner, identifiers }: AttackedTeam, tell: Tell): Promise<Needle[]> {
  const { teamId = '' } = identifiers;
  const headers = { authorization: `Bearer ${await world.tokenOf('staff', { sub: owner })}` };
  const { team } = await expected(200, tell('teams/get-team', { path: { teamId }, headers }));
  await expected(200, tell('teams/rotate-join-code', { path: { teamId }, headers }));
  return [{ what: 'a replaced join code', value: String(valueAt(team, 'joinCode')) }];
}

/** The secrets in the stand-ins' data: the keys of organizations and webhooks, and the service's own key. */
function secretsKept({ dataDir }: AttackWorld): Needle[] {
  const text = ['facturapi-organizations.jsonl', 'secrets.jsonl']
    .map((file) => readFileSync(join(dataDir, file), 'utf8'))
    .join();
  const found = text.match(/\bsk_(?:user|test|live)_\w+|\bwhsec_\w+|"text":"[0-9a-f]{64}"/g) ?? [];
  return [...new Set(found)].map((value) => ({
    what: 'a key of the provider',
    value: value.replace(/^"text":"|"$/g, ''),
  }));
}

async function codeIn(world: AttackWorld, email: string): Promise<string> {
  const answer = await fetch(`${world.url}/_local/outbox?to=${encodeURIComponent(email)}`);
  return String(valueAt(await answer.json(), 'messages.0.code'));
}

async function expected(status: number, told: Promise<Answered>): Promise<Record<string, unknown>> {
  const answer = await told;
  if (answer.status !== status) throw new Error(`Answered ${answer.status} instead of ${status}: ${answer.text}`);
  return JSON.parse(answer.text);
}
