import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { configureOrganization, ORGANIZATION_USES } from '../../shared/stamping/organization/configure-organization';
import { LegalData, Organization, organizationOf } from '../../shared/stamping/organization/organization';

/** Creates the team's organization at the stamping provider, or updates it there. */
export const operation = defineOperation({
  id: 'configureOrganization',
  summary: 'Set the issuer of the team’s invoices',
  route: 'POST /invoices/organization',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', needsRecentSignIn: true, keys: 'never' },
  input: { body: v.object({ teamId: Uuid, ...LegalData.entries }) },
  output: { status: 200, body: Organization },
  errors: ['CONFLICT', 'PROVIDER_ERROR', 'TOO_MANY_REQUESTS'],
  withoutKey: 'SAME',
  uses: ORGANIZATION_USES,
  run: async ({ input, caller, deps, request }) => {
    const { teamId: _, ...legal } = input.body;
    return organizationOf(await configureOrganization(deps, caller, legal, request.publicUrl));
  },
});
