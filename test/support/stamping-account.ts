import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type StampingAccount, stampingAccountKey } from '../../shared/stamping/organization/organization';
import type { TestContext } from './engine-runtime';

type Named = 'teamId' | 'legalName' | 'taxRegime' | 'zipCode';

/** Inserts a team's organization at the provider. Its certificate is stored, and it can stamp. */
export async function insertStampingAccount(
  testContext: TestContext,
  given: Pick<StampingAccount, Named> & Partial<StampingAccount>,
): Promise<void> {
  const at = testContext.now().toISOString();
  const account: StampingAccount = {
    organizationId: 'organization-1',
    isProductionReady: true,
    pendingSteps: [],
    csdSerial: '30001000000500003416',
    csdExpiresAt: '2027-05-18T00:00:00.000Z',
    livemode: true,
    testKey: 'sealed',
    webhookToken: 'token',
    createdAt: at,
    updatedAt: at,
    ...given,
  };
  await transact(testContext.context, [
    put(stampingAccountKey(given.teamId), account, {}, unexpectedConflict('An account of the test')),
  ]);
}
