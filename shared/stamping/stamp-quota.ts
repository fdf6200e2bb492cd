import * as v from 'valibot';
import { alertOnceSteps, resolveStep } from '../alerts/alerts';
import type { FurtherCount } from '../invoices/invoice-counts';
import { invoiceCountKey } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { quotaDay, secondsToNextDay } from '../platform/table/quota';
import { getItem } from '../platform/table/read';
import type { Step } from '../platform/table/steps';

/** The stamps of a team on `stampDay`, in the item of its invoice counters, which every lock writes anyway. */
const StampCount = v.object({
  stampDay: v.optional(v.string(), ''),
  stamps: v.optional(v.number(), 0),
  stampsWarnedOn: v.optional(v.string(), ''),
  /** STAMPS_NEARLY_SPENT of the last day that had one. Empty when it is resolved. */
  stampsAlert: v.optional(v.string(), ''),
});

/** Another request counted a stamp since the counter was read. */
export class StampCountChanged extends Error {}

export interface CountedStamp {
  readonly count: FurtherCount;
  /** The alert of the day's 80 %, in the transaction that reaches them. The first stamp of a later day resolves it. An alarm watches the line of this request. */
  readonly steps: readonly Step[];
}

/**
 * The change that counts one more stamp of a team today. Above the limit of the stage it throws TOO_MANY_REQUESTS. The
 * limit is also a condition of the write, which is refused as {@link StampCountChanged}.
 */
export async function nextStamp(context: Context, teamId: string): Promise<CountedStamp> {
  const now = context.now();
  const [day, most] = [quotaDay(now), v.parse(Limit, context.env('STAMPS_PER_DAY'))];
  const found = v.parse(StampCount, (await getItem(context, invoiceCountKey(teamId))) ?? {});
  const used = found.stampDay === day ? found.stamps : 0;
  if (used >= most) throw beyond(now, most);
  const isWarning = used + 1 >= most * WARNED_SHARE && found.stampsWarnedOn !== day;
  const id = context.newId();
  const warned = isWarning ? { stampsWarnedOn: day, stampsAlert: id } : {};
  const past = used === 0 ? found.stampsAlert : '';
  const refused = () => new StampCountChanged();
  if (isWarning) context.note({ nearly: 'STAMPS' });
  return {
    count:
      used === 0
        ? {
            add: {},
            set: { stampDay: day, stamps: 1, ...(past && { stampsAlert: '' }), ...warned },
            condition: { differs: { stampDay: day } },
            refused,
          }
        : {
            add: { stamps: 1 },
            set: warned,
            condition: { equals: { stampDay: day }, absentOrAtMost: { stamps: most - 1 } },
            refused,
          },
    steps: [
      ...(past ? [resolveStep(teamId, past)] : []),
      ...(isWarning ? alertOnceSteps(context, teamId, { type: 'STAMPS_NEARLY_SPENT', entityId: teamId }, day, id) : []),
    ],
  };
}

const WARNED_SHARE = 0.8;

const Limit = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1));

const beyond = (now: Date, most: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    retryAfter: secondsToNextDay(now),
    most,
    limit: 'STAMPS',
    message: {
      en: `The team has stamped ${most} invoices today, which is its limit. Ask the operator to raise it, or go on tomorrow.`,
      es: `La empresa ya timbró hoy ${most} facturas, que es su límite. Pida a quien administra el servicio que lo suba, o continúe mañana.`,
    },
  });
