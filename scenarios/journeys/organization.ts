import assert from 'node:assert/strict';
import { DEMO } from '../../local/seed/demo';
import { TEST_SEAL } from '../../local/seed/seal';
import { ADDRESS } from '../../test/journeys/sign-in';
import { expectRefused, expectSame, expectStatus, somebodyAt } from '../expect';
import { signedIn } from '../people';
import { configureOrganization, readOrganization, uploadCertificate } from '../steps/invoices';
import { createTeam } from '../steps/teams';

/** A team of its own gets an organization at the stamping provider and its seal, and goes live: each function by its own role. */
export async function organizationJourney(
  baseUrl: string,
  { report = () => undefined }: { readonly report?: (leg: string) => void } = {},
): Promise<void> {
  const fleet = await signedIn(somebodyAt(baseUrl), DEMO.members[0].email);
  const { team } = await expectStatus(201, createTeam(fleet, { name: 'Sellos del Norte', address: ADDRESS }));
  const desk = { fleet, teamId: team.teamId };
  const { rfc, legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const seal = { cerFile, keyFile, password };

  await expectRefused('404 NOT_FOUND', readOrganization(desk));
  await expectRefused('400 VALIDATION_FAILED', uploadCertificate(desk, seal), 'teamId');
  const configure = () => configureOrganization(desk, { legalName, taxRegime, zipCode: '64000' });
  const made = await expectStatus(200, configure());
  expectSame([made.rfc, made.csdUploaded, made.livemode], [null, false, false]);
  report('the organization is made');

  const wrong = await uploadCertificate(desk, { ...seal, password: 'otra' });
  assert.equal(wrong.response.status, 502);
  expectSame(Object.keys(Object(wrong.error)), ['error']);
  assert.equal((await expectStatus(200, uploadCertificate(desk, seal))).csdUploaded, true);
  const ready = await expectStatus(200, readOrganization(desk));
  expectSame([ready.rfc, ready.csdUploaded, ready.livemode, ready.pendingSteps], [rfc, true, true, []]);
  report('the seal is uploaded, and the live key stamps');

  const again = await expectStatus(200, configure());
  assert.equal(again.organizationId, made.organizationId);
  report('configuring it again makes nothing anew');
}
