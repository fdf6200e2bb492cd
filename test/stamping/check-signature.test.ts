import { createHmac } from 'node:crypto';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { checkStampingSignature } from '../../shared/stamping/organization/check-signature';
import { stampingAccountKey, webhookTokenKey } from '../../shared/stamping/organization/organization';
import { sealTeamSecret } from '../../shared/stamping/organization/vault';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { LEGAL } from '../support/seals';
import { fakeSecrets } from '../support/stamping';

const table = quickTable();
const BODY = Buffer.from('{"type":"invoice.status_updated","name":"Ñandú"}');

const signed = (secret: string, body: Uint8Array = BODY) => createHmac('sha256', secret).update(body).digest('hex');

async function team(token: string) {
  const clients = new Map([...table.testContext().runtime.clients, [secretsManagerClient, fakeSecrets()] as const]);
  const testContext = table.testContext({ clients });
  const teamId = someId();
  const sealed = testContext.use(sealTeamSecret);
  const account = {
    ...LEGAL,
    teamId,
    organizationId: 'o',
    livemode: false,
    isProductionReady: true,
    pendingSteps: [],
    webhookToken: token,
    webhookSecret: await sealed(teamId, 'webhookSecret', `whsec_${teamId}`),
    liveWebhookSecret: await sealed(teamId, 'liveWebhookSecret', `whsec_live_${teamId}`),
    createdAt: testContext.now().toISOString(),
    updatedAt: testContext.now().toISOString(),
  };
  const refused = unexpectedConflict('A record of the test');
  await transact(testContext.context, [
    put(stampingAccountKey(teamId), account, {}, refused),
    put(webhookTokenKey(token), { teamId }, {}, refused),
  ]);
  const check = (
    signature: string | undefined,
    query: Record<string, string> = { team: token },
    rawBody: Uint8Array = BODY,
  ) =>
    testContext.use(checkStampingSignature)({
      rawBody,
      headers: signature === undefined ? {} : { 'facturapi-signature': signature },
      query,
    });
  return { teamId, check, testContext };
}

const TOKEN = 'a'.repeat(43);
const OTHER_TOKEN = 'b'.repeat(43);

test.each(['whsec_', 'whsec_live_'])('a signature by the secret %s of the team tells whose it is', async (prefix) => {
  const { teamId, check } = await team(TOKEN);
  expect(await check(signed(`${prefix}${teamId}`))).toEqual({ teamId });
  expect(await check(signed(`${prefix}${teamId}`).toUpperCase())).toEqual({ teamId });
});

test('anything else tells nothing', async () => {
  const other = await team(OTHER_TOKEN);
  const { teamId, check, testContext } = await team(TOKEN);
  const right = signed(`whsec_${teamId}`);
  expect(await check(signed(`whsec_${other.teamId}`))).toBeUndefined();
  expect(await check(right, { team: OTHER_TOKEN })).toBeUndefined();
  expect(await check(right, { team: 'c'.repeat(43) })).toBeUndefined();
  expect(await check(right, undefined, Buffer.concat([BODY, Buffer.from(' ')]))).toBeUndefined();
  expect(await check(`${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
  const before = testContext.calls.length;
  for (const malformed of [undefined, '', right.slice(2), `${right}00`, 'z'.repeat(64), `sha256=${right}`]) {
    expect(await check(malformed)).toBeUndefined();
  }
  for (const query of [{}, { team: '' }, { team: teamId }, { team: `${TOKEN}a` }, { team: `${'../'.repeat(14)}a` }]) {
    expect(await check(right, query)).toBeUndefined();
  }
  // What cannot be right is not even looked up.
  expect(testContext.calls.length).toBe(before);
});
