import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { Operation } from '../../shared/operation/define';
import { errorsOf } from '../../shared/operation/error-answer';
import { ERRORS, type ErrorCode } from '../../shared/platform/errors';
import { type LimitedService, SERVICE_LIMITS } from '../../shared/platform/runtime/aws-client';
import type { OutboundCall } from '../../shared/platform/runtime/context';
import type { ServiceName } from '../support/services';
import { CASES } from './cases';
import { admittedRequest, type Exchange, exchange, makeWorld, successesOf, type World } from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const given = { $metadata: {}, message: 'as the service says it' };

/** For each service, the exceptions that report a reached limit. */
const AT_ITS_LIMIT: Readonly<Record<ServiceName, () => Error>> = {
  table: () => new dynamodb.ProvisionedThroughputExceededException(given),
  cognito: () => new cognito.TooManyRequestsException(given),
  secrets: () => Object.assign(new Error(given.message), { name: 'ThrottlingException' }),
  queue: () => Object.assign(new Error(given.message), { name: 'ThrottlingException' }),
  storage: () => Object.assign(new Error(given.message), { name: 'SlowDown' }),
};

/** Exceptions by which Cognito refuses a caller: those that the documentation of the sign-in flows lists. */
const REFUSALS_OF_COGNITO: readonly Error[] = [
  new cognito.NotAuthorizedException(given),
  new cognito.UserNotFoundException(given),
  new cognito.UserNotConfirmedException(given),
  new cognito.PasswordResetRequiredException(given),
  new cognito.CodeMismatchException(given),
  new cognito.ExpiredCodeException(given),
  new cognito.EnableSoftwareTokenMFAException(given),
  new cognito.InvalidPasswordException(given),
  new cognito.InvalidParameterException(given),
  new cognito.LimitExceededException(given),
  new cognito.TooManyFailedAttemptsException(given),
  new cognito.UsernameExistsException(given),
  new cognito.InternalErrorException(given),
];

function expectDeclared(operation: Operation, { answer }: Exchange): void {
  if (successesOf(operation).includes(answer.status)) return;
  const error = v.parse(v.picklist(errorsOf(operation)), answer.body.error);
  expect(answer.status).toBe(ERRORS[error].status);
}

function expectDeclaredAndNoFault(operation: Operation, done: Exchange): void {
  expect([done.answer.body.error, done.testContext.logs.join('\n')]).not.toEqual(['INTERNAL', expect.anything()]);
  expectDeclared(operation, done);
}

/** The client of each resource. The stamping provider has limits of its own. */
const SERVICE_OF: Readonly<Record<OutboundCall['resource'], LimitedService | undefined>> = {
  table: 'table',
  apiKeyUses: 'table',
  gsi1: 'table',
  gsi2: 'table',
  staffPool: 'cognito',
  driversPool: 'cognito',
  userToken: 'cognito',
  mailQueue: 'queue',
  deliveryQueue: 'queue',
  importQueue: 'queue',
  sendOut: 'sendOut',
  mailIdentity: 'mail',
  assetsBucket: 'storage',
  assetsObjects: 'storage',
  documentsBucket: 'storage',
  documentsObjects: 'storage',
  stampingSecret: 'secrets',
  dataKey: 'secrets',
  canarySecret: 'secrets',
  publicApi: undefined,
  webhookTarget: undefined,
  functions: 'functions',
  stampingProvider: undefined,
  jwks: undefined,
};

/** The longest time that the live client waits for one call. */
function waitingFor({ resource, once }: OutboundCall): number {
  const service = SERVICE_OF[resource];
  if (service === undefined) return 0;
  const { answer, tries } = SERVICE_LIMITS[service === 'cognito' && once ? 'cognitoOnce' : service];
  return answer * tries;
}

/** The most calls that an operation sends at once: an erasure deletes the counters of an address together. */
const AT_ONCE = 5;

/** The resources that operations called, and the number of calls that got no answer, in the whole file. */
const called = new Set<string>();
const silentCalls = new Map<string, number>();

const LIMITED: readonly ErrorCode[] = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'];

describe.each(CASES)('%s', (_, operation) => {
  test('with services that are well ends as it declares, and is no fault', async () => {
    for (const extent of ['full', 'minimal'] as const) {
      const request = await admittedRequest(operation, world, extent);
      const done = await exchange(operation, world, request);
      expectDeclaredAndNoFault(operation, done);
      for (const { resource } of done.testContext.calls) called.add(resource);
    }
  });

  test('answers services at their limit with 429 or 503 and Retry-After', async () => {
    const request = await admittedRequest(operation, world);
    world.services.fail((service) => AT_ITS_LIMIT[service]());
    const { answer, testContext } = await exchange(operation, world, request);
    if (testContext.calls.length === 0) {
      expect([answer.status, answer.body.error]).toEqual([
        expect.any(Number),
        answer.status < 300 ? undefined : expect.any(String),
      ]);
      return;
    }
    expect(LIMITED).toContain(answer.body.error);
    expect(errorsOf(operation)).toContain(answer.body.error);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('production 8.2: answers as it declares, within ten seconds, from whichever call on the services are silent', async () => {
    let happened = true;
    for (let silentFrom = 0; happened; silentFrom += 1) {
      const request = await admittedRequest(operation, world);
      const done = await exchange(operation, world, request, { silentFrom });
      expectDeclaredAndNoFault(operation, done);
      const silent = done.testContext.unanswered();
      for (const { resource } of silent) silentCalls.set(resource, (silentCalls.get(resource) ?? 0) + 1);
      // All began before the first was given up: together they take as long as the longest of them.
      expect(silent.length).toBeLessThanOrEqual(AT_ONCE);
      for (const call of silent) expect(waitingFor(call)).toBeLessThanOrEqual(10_000);
      happened = silent.length > 0;
    }
  });

  test('answers what Cognito refuses as it declares', async () => {
    for (const refusal of REFUSALS_OF_COGNITO) {
      const request = await admittedRequest(operation, world);
      let thrown = false;
      world.services.fail((service) => {
        thrown ||= service === 'cognito';
        return service === 'cognito' ? refusal : undefined;
      });
      expectDeclared(operation, await exchange(operation, world, request));
      if (!thrown) return;
    }
  });

  test('answers a refused condition as it declares, whichever write it was', async () => {
    let happened = () => true;
    for (let index = 0; happened(); index += 1) {
      const request = await admittedRequest(operation, world);
      happened = world.services.refuseWrites(index);
      expectDeclared(operation, await exchange(operation, world, request));
    }
  });
});

test('production 8.2: each resource that the operations called was silent too', () => {
  expect([...silentCalls.keys()].sort()).toEqual([...called].sort());
  console.log(`Calls that were never answered: ${JSON.stringify(Object.fromEntries(silentCalls))}`);
});
