import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { OPERATIONS } from '../../functions/catalog';
import { poolAuthOf } from '../../shared/identity/caller';
import type { Mail } from '../../shared/mail/mail';
import type { Operation } from '../../shared/operation/define';
import type { DeployedEnvironment } from './cloud';
import type { Checks } from './progress';
import type { Fixtures } from './seed';
import { claimsOf, signIn } from './sign-in';

/**
 * Checks properties that only a deployment shows: every function starts, has the rights that its checks of the caller need, and is
 * connected to its source.
 */
export async function checkDeployed(
  checks: Checks,
  environment: DeployedEnvironment,
  fixtures: Fixtures,
): Promise<void> {
  await checks.check('an unknown route answers 404 in our own shape', () => answersUnknownRoute(environment.baseUrl));
  const tokens = await signInToBoth(environment, fixtures);
  await checks.check('a driver’s access token has the claims, but not the scope of the pool’s own API', async () => {
    const claims = claimsOf(tokens.drivers.accessToken);
    assert.equal(claims['custom:teamId'], fixtures.driver.teamId);
    assert.equal(claims['custom:driverId'], fixtures.driver.driverId);
    assert.equal(claims.scope, '');
  });
  await checks.check('a queued mail is delivered', () => deliversMail(environment));
  for (const operation of Object.values(OPERATIONS)) {
    await checks.check(`${operation.route} runs with its own role`, () => runs(environment.baseUrl, operation, tokens));
  }
}

type TokensOfBoth = Readonly<Record<'staff' | 'drivers', { readonly accessToken: string }>>;

/** A member of the office and a driver, each at their pool. */
export const signInToBoth = async (environment: DeployedEnvironment, fixtures: Fixtures) => ({
  staff: await signIn(environment, staffPool(environment), fixtures.staff),
  drivers: await signIn(environment, driversPool(environment), fixtures.driver),
});

const staffPool = ({ StaffUserPoolId: poolId, StaffClientId: clientId }: DeployedEnvironment) => ({ poolId, clientId });
const driversPool = ({ DriversUserPoolId: poolId, DriversClientId: clientId }: DeployedEnvironment) => ({
  poolId,
  clientId,
});

async function answersUnknownRoute(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/there/is/no/such/route`);
  const body = v.parse(v.strictObject({ error: v.string(), message: v.string() }), await answer.json());
  assert.deepEqual([answer.status, body.error], [404, 'NOT_FOUND']);
  assert.ok(answer.headers.get('x-request-id'));
}

/**
 * Expects 401 without a token. With a token of the right pool, expects any answer except 401 and a fault, because the records of the
 * request do not exist. A missing right of the role would be a fault, and so would a download of the pools' keys, which fails because AWS
 * does not know these pools.
 */
async function runs(baseUrl: string, operation: Operation, tokens: TokensOfBoth): Promise<void> {
  const asked = poolAuthOf(operation.auth);
  if (asked === undefined) {
    const { status, text } = await callOf(baseUrl, operation);
    assert.ok(status < 500, `${status} ${text}`);
    return;
  }
  const refused = await callOf(baseUrl, operation);
  assert.equal(refused.status, 401, refused.text);
  const { status, text } = await callOf(baseUrl, operation, tokens[asked.pool].accessToken);
  assert.ok(status !== 401 && status < 500, `${status} ${text}`);
}

/** Sends a request for records that do not exist. */
async function callOf(baseUrl: string, { route }: Operation, token?: string) {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${baseUrl}${path.replace(/\{\w+\}/g, () => randomUUID())}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, text: await answer.text() };
}

/** The status that the office gets for such a request in its own team. */
export async function statusForStaff(environment: DeployedEnvironment, fixtures: Fixtures, operation: Operation) {
  const { staff } = await signInToBoth(environment, fixtures);
  return (await callOf(environment.baseUrl, operation, staff.accessToken)).status;
}

/** The emulator keeps sent mails and shows them under an address of its own. */
async function deliversMail({ client, MailQueueUrl }: DeployedEnvironment): Promise<void> {
  const subject = `Prueba ${randomUUID()}`;
  const mail: Mail = { to: 'nadie@fleet.example', subject, text: 'Prueba de despliegue' };
  await new SQSClient(client).send(
    new SendMessageCommand({ QueueUrl: MailQueueUrl, MessageBody: JSON.stringify(mail) }),
  );
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(500)) {
    const delivered = await fetch(`${client.endpoint}/_ministack/ses/messages`);
    if ((await delivered.text()).includes(subject)) return;
  }
  throw new Error('The mail was not handed to SES within a minute.');
}
