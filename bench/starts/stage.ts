import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { HttpEvent } from '../../shared/operation/http';
import { httpEvent } from '../../test/support/http-event';
import { storedMembership, storedTrip } from '../../test/support/store-records';

/** The environment of a started function: variables, a table stub, and valid tokens. */
export interface Stage {
  readonly environment: Record<string, string>;
  readonly tokens: { readonly staff: string; readonly driver: string };
  /** A read of one trip, in the form that API Gateway sends. */
  readonly event: HttpEvent;
}

export const TEAM_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const TRIP_ID = '01890a5d-ac96-774b-bcce-b302099a8060';
const STAFF_SUB = '3f0b9a52-6c1e-4c5e-9a53-7d1f6f0f5a01';
const DRIVER_SUB = '3f0b9a52-6c1e-4c5e-9a53-7d1f6f0f5a02';
export const READ_A_TRIP = 'trips/get-trip';

/** Key and certificate, and the file by which a started process trusts it. */
interface Trusted {
  readonly key: string;
  readonly cert: string;
  readonly file: string;
}

const answerAsTable: RequestListener = async (request, response) => {
  const body = JSON.stringify(answerTo(JSON.parse((await textOf(request)) || '{}')));
  response.writeHead(200, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};

/** Runs `work` with a stub of the table in this process, which answers the reads of a trip. With a certificate it speaks HTTPS, as AWS does. */
export async function withStage<T>(work: (stage: Stage) => Promise<T>, trusted?: Trusted): Promise<T> {
  const server = trusted ? createSecureServer(trusted, answerAsTable) : createServer(answerAsTable);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
    const stage = stageAt(`${trusted ? 'https' : 'http'}://127.0.0.1:${address.port}`);
    return await work({
      ...stage,
      environment: { ...stage.environment, ...(trusted && { NODE_EXTRA_CA_CERTS: trusted.file }) },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

const MEMBERSHIP = storedMembership({ teamId: TEAM_ID, userId: STAFF_SUB, role: 'OWNER' });
const TRIP = storedTrip({ id: TRIP_ID, teamId: TEAM_ID, clientName: 'Cervecería del Bajío', revenue: 25_000 });

/** BatchGetItem returns the member and the trip. Other reads return nothing, and every write succeeds. */
function answerTo({
  RequestItems = {},
}: {
  RequestItems?: Record<string, { Keys?: { sk: { S: string }; pk: object }[] }>;
}) {
  const [table = '', { Keys = [] } = {}] = Object.entries(RequestItems)[0] ?? [];
  if (Keys.length === 0) return {};
  const found = Keys.flatMap(({ pk, sk }) => {
    const record = sk.S.startsWith('MEMBER#') ? MEMBERSHIP : sk.S.startsWith('TRIP#') ? TRIP : undefined;
    return record ? [{ pk, sk, ...marshall(record, { removeUndefinedValues: true }) }] : [];
  });
  const ConsumedCapacity = [{ TableName: table, CapacityUnits: Keys.length }];
  return { Responses: { [table]: found }, UnprocessedKeys: {}, ConsumedCapacity };
}

function stageAt(url: string): Stage {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pool = (id: string) => ({ id, client: `${id.slice(-8)}client`, keys: keySet(publicKey, id) });
  const staff = pool('us-east-1_Staff0001');
  const drivers = pool('us-east-1_Driver001');
  const driver = { sub: DRIVER_SUB, 'custom:teamId': TEAM_ID, 'custom:driverId': DRIVER_SUB };
  const tokens = {
    staff: signed(privateKey, staff, { sub: STAFF_SUB }),
    driver: signed(privateKey, drivers, driver),
  };
  return {
    tokens,
    event: {
      ...httpEvent('GET /teams/{teamId}/trips/{tripId}', {
        path: { teamId: TEAM_ID, tripId: TRIP_ID },
        headers: { authorization: `Bearer ${tokens.staff}` },
      }),
      rawPath: `/teams/${TEAM_ID}/trips/${TRIP_ID}`,
    },
    environment: {
      ...endpoints(url),
      STAGE: 'bench',
      TABLE_NAME: 'fleet',
      STAFF_USER_POOL_ID: staff.id,
      STAFF_CLIENT_ID: staff.client,
      STAFF_CLIENT_SECRET: 'a-secret',
      STAFF_JWKS: staff.keys,
      DRIVERS_USER_POOL_ID: drivers.id,
      DRIVERS_CLIENT_ID: drivers.client,
      DRIVERS_CLIENT_SECRET: 'a-secret',
      DRIVERS_JWKS: drivers.keys,
      MAIL_QUEUE_URL: `${url}/mails`,
      ALLOWED_ORIGINS: 'https://app.example',
      COOKIE_SAME_SITE: 'None',
      ASSETS_BUCKET_NAME: 'assets',
      ASSETS_URL: 'https://assets.example',
      DOCUMENTS_BUCKET_NAME: 'documents',
      DATA_KEY_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:data-key',
      STAMPING_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:stamping',
      STAMPING_PROVIDER_URL: url,
    },
  };
}

const endpoints = (url: string): Record<string, string> => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  AWS_MAX_ATTEMPTS: '1',
  AWS_ENDPOINT_URL: url,
  PATH: process.env.PATH ?? '',
});

interface Pool {
  readonly id: string;
  readonly client: string;
}

const keySet = (key: KeyObject, kid: string): string =>
  JSON.stringify({ keys: [{ ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] });

/** An access token in Cognito's form. */
function signed(key: KeyObject, { id, client }: Pool, own: object): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://cognito-idp.us-east-1.amazonaws.com/${id}`,
    client_id: client,
    token_use: 'access',
    iat: now,
    auth_time: now,
    exp: now + 3600,
    ...own,
  };
  const content = [{ alg: 'RS256', kid: id }, claims].map((part) => encoded(JSON.stringify(part))).join('.');
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
