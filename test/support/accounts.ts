import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { SendMessageBatchCommand, type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { type AwsStub, mockClient } from 'aws-sdk-client-mock';
import type { JWTPayload } from 'jose';
import type { Operation } from '../../shared/operation/define';
import { errorsOf } from '../../shared/operation/error-answer';
import { makeHandler } from '../../shared/operation/lambda';
import { ERRORS, type ErrorCode } from '../../shared/platform/errors';
import type { Runtime } from '../../shared/platform/runtime/context';
import { tableClient } from '../../shared/platform/table/client';
import type { TestContext } from './engine-runtime';
import { environmentOf } from './environment';
import { send, type TestAnswer, type TestRequest } from './http-event';
import { perFile } from './per-file';
import type { TestTable } from './test-table';
import { SESSION_ID, STAFF_SUB, type TestPools, testPools } from './user-pools';

export const EMAIL = 'ana@fletes.mx';
export const PASSWORD = 'Camino-Largo-77';

const made = perFile(0);
/** An e-mail address that no other test of the file uses. */
export const someEmail = (): string => {
  made.value += 1;
  return `persona${made.value}@fletes.mx`;
};
/** A network address that no other test of the file uses. */
export const someAddress = (): string => {
  made.value += 1;
  return `203.0.${100 + Math.floor(made.value / 250)}.${made.value % 250}`;
};

type CognitoStub = AwsStub<cognito.ServiceInputTypes, cognito.ServiceOutputTypes, object>;

/** Sends requests to operations with a real table, the test context's clock, and a Cognito whose answers the test sets. */
export interface Accounts {
  readonly cognito: CognitoStub;
  /** Addresses of sent mails, oldest first. */
  readonly mailed: () => string[];
  /** Texts of the same mails. */
  readonly texts: () => string[];
  /** A new test context. Its waiting takes no time but moves its clock. */
  readonly begin: (options?: Parameters<TestTable['testContext']>[0]) => Exchange;
  /** A driver's access token. The claims may name another driver. */
  readonly driverToken: (claims?: JWTPayload) => Promise<string>;
  /** Tokens in the form of Cognito's answer, for a session that began at the instant. */
  readonly tokens: (
    at: Date,
    userId?: string,
    email?: string,
    claims?: JWTPayload,
  ) => Promise<cognito.AuthenticationResultType>;
}

export interface Exchange {
  readonly testContext: TestContext;
  /** Sends a request, by default always from the same address. Checks that a refusal is declared by the operation and says what to do. */
  readonly send: (operation: Operation, request?: TestRequest, sourceIp?: string) => Promise<TestAnswer>;
  /** The `Authorization` header of a session that began at the instant, by default now. */
  readonly bearer: (at?: Date, userId?: string, claims?: JWTPayload) => Promise<Record<string, string>>;
}

/** Call it once at the top of a test file. */
export function accounts(table: TestTable): Accounts {
  const pool = mockClient(cognito.CognitoIdentityProviderClient);
  const queue = mockClient(SQSClient);
  let pools: TestPools;
  let mails: { readonly to: string; readonly text: string }[] = [];

  beforeAll(async () => {
    pools = await testPools();
  });
  beforeEach(() => {
    mails = [];
    pool.reset();
    queue.reset();
    queue.on(SendMessageBatchCommand).callsFake(({ Entries = [] }: SendMessageBatchCommandInput) => {
      mails.push(...Entries.map(({ MessageBody }) => JSON.parse(MessageBody ?? '{}')));
      return {};
    });
  });

  return {
    cognito: pool,
    mailed: () => mails.map(({ to }) => to),
    texts: () => mails.map(({ text }) => text),
    driverToken: (claims) => pools.drivers.accessToken(claims),
    tokens: async (at, userId = STAFF_SUB, email = EMAIL, own = {}) => {
      const claims = { sub: userId, auth_time: Math.floor(at.getTime() / 1000), origin_jti: SESSION_ID, ...own };
      return {
        IdToken: await pools.staff.idToken({ ...claims, email }),
        AccessToken: await pools.staff.accessToken(claims),
        RefreshToken: 'a-refresh-token',
        ExpiresIn: 900,
      };
    },
    begin: (options) => {
      const testContext = table.testContext({
        ...options,
        environment: { ...environmentOf(pools), ...options?.environment },
      });
      const runtime: Runtime = {
        ...testContext.runtime,
        sleep: async (milliseconds) => {
          await testContext.runtime.sleep(milliseconds);
          testContext.pass(milliseconds);
        },
        clients: new Map([[tableClient, testContext.runtime.clients.get(tableClient)]]),
      };
      return {
        testContext,
        send: async (operation, request = {}, sourceIp = '192.0.2.1') => {
          const handler = makeHandler(operation, runtime);
          const began = testContext.now().getTime();
          const getRemainingTimeInMillis = () => 28_000 - (testContext.now().getTime() - began);
          const answer = await send(
            (event, context) => handler(from(sourceIp, event), { ...context, getRemainingTimeInMillis }),
            operation.route,
            request,
          );
          // The body of a 502 carries the provider's words as its code (docs/decisions/0001).
          const code = answer.status === 502 ? 'PROVIDER_ERROR' : answer.body.error;
          if (answer.status >= 400) expect(errorsOf(operation)).toContain(code);
          if (answer.status >= 400 && answer.status !== 502) expect(answer.body.message).toMatch(SENTENCE);
          return answer;
        },
        bearer: async (at = testContext.now(), userId = STAFF_SUB, own = {}) => {
          const claims = { sub: userId, auth_time: Math.floor(at.getTime() / 1000), origin_jti: SESSION_ID, ...own };
          return { authorization: `Bearer ${await pools.staff.accessToken(claims)}` };
        },
      };
    },
  };
}

const SENTENCE = /^[A-Z].*\.$/s;

type Event = Parameters<ReturnType<typeof makeHandler>>[0];

const from = (sourceIp: string, event: Event): Event => ({
  ...event,
  requestContext: { ...event.requestContext, http: { ...event.requestContext.http, sourceIp } },
});

/** Status, code and field: the parts of a refusal that a client program uses. */
export const refusal = ({ status, body }: TestAnswer): unknown[] => [
  status,
  body.error,
  ...(body.field ? [body.field] : []),
];

export const refused = (code: ErrorCode, field?: string): unknown[] => [
  ERRORS[code].status,
  code,
  ...(field ? [field] : []),
];

/** An exception of Cognito's own class, as the SDK throws it. */
export function cognitoError<E extends Error>(
  Exception: new (options: { message: string; $metadata: object }) => E,
  message = 'as Cognito says it',
): E {
  return new Exception({ message, $metadata: { httpStatusCode: 400 } });
}

/** Cognito's answer to a wrong password and to an unknown user. */
export const wrongPassword = () => cognitoError(cognito.NotAuthorizedException, 'Incorrect username or password.');
