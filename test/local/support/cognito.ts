import { createHmac } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { POOLS } from '../../../local/cognito/pools';
import { cognito } from '../../../local/cognito/stand-in';
import { localFunctions } from '../../../local/functions';
import { openOutbox, type SentMail } from '../../../local/mail/outbox';
import { serveWire } from '../../../local/wire';
import { liveRuntime } from '../../../shared/platform/runtime/live';
import { temporaryFolder } from './folder';

export const PASSWORD = 'Correct-Horse-7';
/** A pool by its main client, or the staff pool by its client for self-service. */
export type PoolName = 'staff' | 'drivers' | 'selfService';

/** The variables of the triggers. */
const CLIENTS = Object.fromEntries(
  POOLS.flatMap(({ otherClients = [] }) => otherClients.map(({ variable, clientId }) => [variable, clientId])),
);

/** The stand-in with a clock that only the test moves, called through the SDK's client. */
interface CognitoBench {
  readonly client: CognitoIdentityProviderClient;
  readonly endpoint: () => string;
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
  readonly poolId: (pool: PoolName) => string;
  readonly clientId: (pool: PoolName) => string;
  readonly clientSecret: (pool: PoolName) => Promise<string>;
  readonly secretHash: (pool: PoolName, username: string) => Promise<string>;
  readonly mails: (to: string) => SentMail[];
  /** Starts the stand-in again from the data on disk, as after the end of its process. */
  readonly restart: () => Promise<void>;
}

export function cognitoBench(): CognitoBench {
  const dataDir = temporaryFolder();
  let now = Date.parse('2026-03-02T12:00:00.000Z');
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const start = async () => {
    const clock = () => new Date(now);
    const outbox = openOutbox(dataDir, clock);
    const { runTrigger } = localFunctions({ ...liveRuntime(), environment: CLIENTS, log: () => {} });
    const standIn = await cognito({ dataDir, now: clock, outbox, runTrigger, warn: (line) => fail(line) });
    const listener = await serveWire(standIn.answer, (line) => fail(line));
    const client = new CognitoIdentityProviderClient({ endpoint: listener.endpoint, maxAttempts: 1 });
    const stop = async () => {
      client.destroy();
      await listener.stop();
      await standIn.stop?.();
      outbox.close();
    };
    return { client, outbox, environment: standIn.environment(listener.endpoint), stop };
  };
  const present = () => {
    if (!running) throw new Error('The stand-in is not running.');
    return running;
  };
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running?.stop());
  const variable = (pool: 'staff' | 'drivers', name: string) =>
    present().environment[`${pool.toUpperCase()}_${name}`] ?? '';
  const poolId = (pool: PoolName) => variable(pool === 'selfService' ? 'staff' : pool, 'USER_POOL_ID');
  const clientId = (pool: PoolName) =>
    pool === 'selfService' ? variable('staff', 'SELF_SERVICE_CLIENT_ID') : variable(pool, 'CLIENT_ID');
  const clientSecret = async (pool: PoolName) => {
    const command = new DescribeUserPoolClientCommand({ UserPoolId: poolId(pool), ClientId: clientId(pool) });
    return (await present().client.send(command)).UserPoolClient?.ClientSecret ?? '';
  };
  return {
    get client() {
      return present().client;
    },
    endpoint: () => present().environment.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? '',
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    poolId,
    clientId,
    clientSecret,
    secretHash: async (pool, username) =>
      createHmac('sha256', await clientSecret(pool))
        .update(`${username}${clientId(pool)}`)
        .digest('base64'),
    mails: (to) => present().outbox.messages(to),
    restart: async () => {
      await present().stop();
      running = await start();
    },
  };
}

const fail = (line: string): never => {
  throw new Error(line);
};

/** A user with a permanent password, made as the seed makes users. */
export async function makeUser(
  bench: CognitoBench,
  pool: PoolName,
  Username: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const user = { UserPoolId: bench.poolId(pool), Username };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  await bench.client.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS', UserAttributes }));
  await bench.client.send(new AdminSetUserPasswordCommand({ ...user, Password: PASSWORD, Permanent: true }));
}

export async function signIn(bench: CognitoBench, pool: PoolName, username: string, password = PASSWORD) {
  const command = new AdminInitiateAuthCommand({
    UserPoolId: bench.poolId(pool),
    ClientId: bench.clientId(pool),
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH: await bench.secretHash(pool, username) },
  });
  return bench.client.send(command);
}

export interface Tokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
  readonly ExpiresIn: number;
}

/** The tokens of a sign-in without a challenge. */
export async function tokensOf(bench: CognitoBench, pool: PoolName, username: string): Promise<Tokens> {
  const { AuthenticationResult: result } = await signIn(bench, pool, username);
  const { AccessToken = '', IdToken = '', RefreshToken = '', ExpiresIn = 0 } = result ?? {};
  return { AccessToken, IdToken, RefreshToken, ExpiresIn };
}

export async function answer(
  bench: CognitoBench,
  pool: PoolName,
  challenge: 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED',
  given: { session: string; username: string; responses: Readonly<Record<string, string>> },
) {
  const { session, username, responses } = given;
  const SECRET_HASH = await bench.secretHash(pool, username);
  const command = new AdminRespondToAuthChallengeCommand({
    UserPoolId: bench.poolId(pool),
    ClientId: bench.clientId(pool),
    ChallengeName: challenge,
    Session: session,
    ChallengeResponses: { USERNAME: username, SECRET_HASH, ...responses },
  });
  return bench.client.send(command);
}
