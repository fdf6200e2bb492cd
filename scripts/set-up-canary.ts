import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import { type CanarySettings, canarySettingsIn } from '../shared/canary/canary-settings';

export interface CanaryPlace {
  readonly url: string;
  readonly secretArn: string;
  readonly poolId: string;
  readonly email: string;
}

const TEAM_NAME = 'Canary';
const TEAM = {
  name: TEAM_NAME,
  address: {
    street: 'Canary',
    exteriorNumber: '1',
    neighborhood: 'Canary',
    city: 'Monterrey',
    state: 'Nuevo León',
    country: 'Mexico',
    postalCode: '64000',
  },
};
const SignedIn = v.object({ tokens: v.object({ accessToken: v.string() }) });
const Teams = v.object({ teams: v.array(v.object({ teamId: v.string(), name: v.string() })) });
const Team = v.object({ team: v.object({ teamId: v.string() }) });
const Trips = v.object({ trips: v.array(v.object({ id: v.string() })) });
const Trip = v.object({ id: v.string() });

/** Returns a sentence that says what was done. */
export async function setUpCanary(place: CanaryPlace): Promise<string> {
  const present = await readSettings(place);
  if (present?.url === place.url && present.email === place.email && (await works(present)))
    return 'The canary is set up already; nothing was changed.';
  const { email, url } = place;
  const password = randomBytes(24).toString('base64url');
  await makeUser(place, password);
  const token = await signIn({ url, email, password });
  const teamId = await teamOf(url, token);
  const tripId = await tripOf(url, token, teamId);
  await writeSettings(place, { url, email, password, teamId, tripId });
  return `The canary ${email} reads the trip ${tripId} of the team ${teamId} at ${url}. Its password is in the secret alone.`;
}

async function readSettings({ secretArn }: CanaryPlace): Promise<CanarySettings | undefined> {
  const client = new SecretsManagerClient({});
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  return canarySettingsIn(SecretString);
}

async function writeSettings({ secretArn }: CanaryPlace, settings: CanarySettings): Promise<void> {
  const client = new SecretsManagerClient({});
  await client.send(new PutSecretValueCommand({ SecretId: secretArn, SecretString: JSON.stringify(settings) }));
}

const works = async (settings: CanarySettings): Promise<boolean> => {
  try {
    await ask(settings.url, `/teams/${settings.teamId}/trips/${settings.tripId}`, { token: await signIn(settings) });
    return true;
  } catch {
    return false;
  }
};

/** Cognito sends no mail, and the address counts as proven: the operator names it. */
async function makeUser({ poolId, email }: CanaryPlace, password: string): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const user = { UserPoolId: poolId, Username: email };
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  await client
    .send(new AdminCreateUserCommand({ ...user, UserAttributes, MessageAction: 'SUPPRESS' }))
    .catch((failure: unknown) => {
      if (!(failure instanceof UsernameExistsException)) throw failure;
    });
  await client.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
}

async function signIn({ url, email, password }: Pick<CanarySettings, 'url' | 'email' | 'password'>): Promise<string> {
  return v.parse(SignedIn, await ask(url, '/auth/login', { body: { email, password } })).tokens.accessToken;
}

async function teamOf(url: string, token: string): Promise<string> {
  const { teams } = v.parse(Teams, await ask(url, '/teams', { token }));
  const found = teams.find(({ name }) => name === TEAM_NAME);
  return found?.teamId ?? v.parse(Team, await ask(url, '/teams', { token, body: TEAM })).team.teamId;
}

async function tripOf(url: string, token: string, teamId: string): Promise<string> {
  const path = `/teams/${teamId}/trips`;
  const { trips } = v.parse(Trips, await ask(url, path, { token }));
  const body = { startDate: new Date().toISOString(), notes: 'Read by the canary every five minutes.' };
  return trips[0]?.id ?? v.parse(Trip, await ask(url, path, { token, body })).id;
}

/** Sends a POST when there is a body, else a GET. */
async function ask(url: string, path: string, given: { readonly token?: string; readonly body?: object }) {
  const { token, body } = given;
  const answer = await fetch(`${url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(30_000),
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${content.slice(0, 300)}`);
  return JSON.parse(content);
}
