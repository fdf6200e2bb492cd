import assert from 'node:assert/strict';
import { DEMO } from '../../local/seed/demo';
import { TEST_SEAL } from '../../local/seed/seal';
import { expectRefused, expectSame, expectStatus } from '../../scenarios/expect';
import { signedIn } from './people';
import { ADDRESS } from './sign-in';

/** A team of its own gets an organization at the stamping provider and its seal, and goes live: each function by its own role. */
export async function organizationJourney(
  baseUrl: string,
  { report = () => undefined }: { readonly report?: (leg: string) => void } = {},
): Promise<void> {
  const owner = await signedIn(baseUrl, DEMO.members[0].email);
  const named = { name: 'Sellos del Norte', address: ADDRESS };
  const { team } = await expectStatus(201, owner.POST('/teams', { body: named }));
  const { teamId } = team;
  const { rfc, legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const seal = { cerFile, keyFile, password };
  const upload = (given: { password?: string } = {}) =>
    owner.POST('/invoices/certificate', { body: { teamId, ...seal, ...given } });
  const read = () => owner.GET('/invoices/organization', { params: { query: { teamId } } });

  await expectRefused('404 NOT_FOUND', read());
  await expectRefused('400 VALIDATION_FAILED', upload(), 'teamId');
  const configure = () =>
    owner.POST('/invoices/organization', { body: { teamId, legalName, taxRegime, zipCode: '64000' } });
  const made = await expectStatus(200, configure());
  expectSame([made.rfc, made.csdUploaded, made.livemode], [null, false, false]);
  report('the organization is made');

  const wrong = await upload({ password: 'otra' });
  assert.equal(wrong.response.status, 502);
  expectSame(Object.keys(Object(wrong.error)), ['error']);
  assert.equal((await expectStatus(200, upload())).csdUploaded, true);
  const ready = await expectStatus(200, read());
  expectSame([ready.rfc, ready.csdUploaded, ready.livemode, ready.pendingSteps], [rfc, true, true, []]);
  report('the seal is uploaded, and the live key stamps');

  const again = await expectStatus(200, configure());
  assert.equal(again.organizationId, made.organizationId);
  report('configuring it again makes nothing anew');
}
