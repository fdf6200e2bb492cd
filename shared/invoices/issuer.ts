import * as v from 'valibot';
import { key, ofTeam } from '../platform/table/keys';

/**
 * The fields of the team’s stamping account that the rates of an item and the reports depend on. The account itself belongs to
 * `stamping/organization`, which comes after this feature.
 */
export const TaxIssuer = v.object({
  taxRegime: v.string(),
  rfc: v.optional(v.string()),
  /** Whether the live key stamps: the reports then leave out test documents. */
  livemode: v.optional(v.boolean()),
});
export type TaxIssuer = v.InferOutput<typeof TaxIssuer>;

export const taxIssuerKey = (teamId: string) => key(TaxIssuer, ofTeam(teamId), 'STAMPING_ACCOUNT');
