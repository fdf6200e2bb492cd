import { isReady, Organization, organizationOf } from '../../shared/domain/organizations';
import { Refusal } from '../../shared/domain/refusal';
import { defineOperation } from '../../shared/operation/define';
import { stampingAccountKey } from '../../shared/store/table/keys';

/** The team's organization at the stamping provider, as it was last seen there. */
export const operation = defineOperation({
  id: 'getOrganization',
  summary: 'Read who issues the team’s invoices',
  route: 'GET /invoices/organization',
  auth: { pool: 'staff', team: 'query.teamId' },
  output: { status: 200, body: Organization },
  errors: [],
  uses: {},
  entity: ({ caller }) => stampingAccountKey(caller.teamId),
  run: async ({ entity: account }) => {
    if (!isReady(account)) throw new Refusal('NOT_FOUND');
    return organizationOf(account);
  },
});
