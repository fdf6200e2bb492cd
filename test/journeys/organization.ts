import assert from 'node:assert/strict';
import { DEMO } from '../../local/seed/demo';
import { TEST_SEAL } from '../../local/seed/seal';
import { expectRefused, expectStatus, sender, textAt, valueAt } from './http';
import { ADDRESS, signIn } from './sign-in';

/** A team of its own gets an organization at the stamping provider and its seal, and goes live: each function by its own role. */
export async function organizationJourney(
  baseUrl: string,
  { report = () => undefined }: { readonly report?: (leg: string) => void } = {},
): Promise<void> {
  const send = sender(baseUrl);
  const token = await signIn(send, DEMO.members[0].email);
  const named = { name: 'Sellos del Norte', address: ADDRESS };
  const teamId = textAt(await expectStatus(201, send('POST /teams', { token, body: named })), 'team.teamId');
  const { rfc, legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const upload = (given: object = {}) =>
    send('POST /invoices/certificate', { token, body: { teamId, cerFile, keyFile, password, ...given } });
  const read = () => send(`GET /invoices/organization?teamId=${teamId}`, { token });

  await expectRefused('404 NOT_FOUND', read());
  await expectRefused('400 VALIDATION_FAILED', upload(), 'teamId');
  const body = { teamId, legalName, taxRegime, zipCode: '64000' };
  const made = await expectStatus(200, send('POST /invoices/organization', { token, body }));
  assert.deepEqual([made.rfc, made.csdUploaded, made.livemode], [null, false, false]);
  report('the organization is made');

  const wrong = await expectStatus(502, upload({ password: 'otra' }));
  assert.deepEqual(Object.keys(wrong), ['error']);
  assert.equal(valueAt(await expectStatus(200, upload()), 'csdUploaded'), true);
  const ready = await expectStatus(200, read());
  assert.deepEqual([ready.rfc, ready.csdUploaded, ready.livemode, ready.pendingSteps], [rfc, true, true, []]);
  report('the seal is uploaded, and the live key stamps');

  const again = await expectStatus(200, send('POST /invoices/organization', { token, body }));
  assert.equal(again.organizationId, made.organizationId);
  report('configuring it again makes nothing anew');
}
