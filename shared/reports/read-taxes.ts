import * as v from 'valibot';
import { countName, invoiceCountKey, LISTED_COUNT } from '../invoices/invoice-record';
import { taxIssuerKey } from '../invoices/issuer';
import { incomePeriod } from '../payments/income';
import { capability } from '../platform/runtime/capability';
import { getItems } from '../platform/table/read';
import { instantRange } from '../platform/values/calendar';
import type { Team } from '../teams/team';
import { readCollected } from './read-collected';
import { type Counts, readIssued } from './read-issued';
import { type TaxBasis, type TaxGroupBy, type TaxSummary, taxRows } from './tax-summary';

interface TaxQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly basis: TaxBasis;
  readonly groupBy: TaxGroupBy;
}

/** Sums the taxes of a team's documents by their date, or of their payments by the date of the payment. */
export const readTaxes = capability(
  { table: ['BatchGetItem', 'Query'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    async ({ teamId, timeZone }: Team, { basis, groupBy, ...asked }: TaxQuery): Promise<TaxSummary> => {
      const period = incomePeriod(asked, context.now(), timeZone);
      const range = instantRange(period, timeZone);
      const [issuer, counted] = await getItems(context, [taxIssuerKey(teamId), invoiceCountKey(teamId)], 'eventual');
      const counts: Counts = ({ livemode }) => livemode !== false || !issuer?.livemode;
      const { entries, differing } =
        basis === 'issued'
          ? await readIssued(context, teamId, range, counts)
          : { entries: await readCollected(context, teamId, range, counts), differing: 0 };
      const unlisted = basis === 'issued' ? unlistedOf(counted ?? {}) : 0;
      return { ...period, basis, groupBy, ...taxRows(entries, groupBy, timeZone), differing, unlisted };
    },
);

/** The documents of types I and E less those that stand in the index of dates. */
function unlistedOf(counts: Readonly<Record<string, unknown>>): number {
  const numberOf = (name: string): number => v.parse(v.optional(v.number(), 0), counts[name]);
  const stamped = (['I', 'E'] as const).flatMap((type) =>
    (['VALID', 'CANCELLED_PENDING', 'CANCELLED'] as const).map((status) => numberOf(countName(type, status))),
  );
  return Math.max(0, stamped.reduce((sum, one) => sum + one, 0) - numberOf(LISTED_COUNT));
}
