import * as v from 'valibot';
import { Instant } from '../platform/values/fields';

/** The exports of both user pools are in the documents bucket below this prefix. */
export const ACCOUNT_EXPORTS_PREFIX = 'account-exports/';
/** As long as the daily backups. */
export const ACCOUNT_EXPORTS_KEPT_DAYS = 35;

export const EXPORTED_POOLS = ['staff', 'drivers'] as const;
export type ExportedPool = (typeof EXPORTED_POOLS)[number];

/** An account without its password and second factor, which Cognito never gives out. */
export const ExportedAccount = v.object({
  sub: v.string(),
  username: v.string(),
  email: v.optional(v.string()),
  enabled: v.boolean(),
  /** False until a registration is confirmed: such an account is not made again. */
  confirmed: v.boolean(),
  /** `custom:teamId` and `custom:driverId` of a driver. */
  claims: v.record(v.string(), v.string()),
});
export type ExportedAccount = v.InferOutput<typeof ExportedAccount>;

/** One page of an export, which is one object. */
export const AccountPage = v.object({ pool: v.picklist(EXPORTED_POOLS), accounts: v.array(ExportedAccount) });
export type AccountPage = v.InferOutput<typeof AccountPage>;

/** The place at which the next run continues. `completedAt` is set when the export is complete. */
export const ExportProgress = v.object({
  startedAt: Instant,
  completedAt: v.optional(Instant),
  pool: v.picklist(EXPORTED_POOLS),
  part: v.number(),
  token: v.optional(v.string()),
  accounts: v.number(),
});
export type ExportProgress = v.InferOutput<typeof ExportProgress>;

export const PROGRESS_KEY = `${ACCOUNT_EXPORTS_PREFIX}progress.json`;

const folderOf = ({ startedAt }: ExportProgress): string =>
  `${ACCOUNT_EXPORTS_PREFIX}${startedAt.slice(0, 19).replaceAll(':', '-')}/`;

/** The object of a page: a page that is written again replaces itself. */
export const pageKey = (progress: ExportProgress): string =>
  `${folderOf(progress)}${progress.pool}-${String(progress.part).padStart(5, '0')}.json`;

/** The object that shows that an export is complete. */
export const completeKey = (progress: ExportProgress): string => `${folderOf(progress)}complete.json`;

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** The daily schedule does not come at the same second each day. */
const EARLIER_MS = 60 * 60_000;

export const isDue = ({ completedAt }: ExportProgress, now: Date): boolean =>
  completedAt === undefined || now.getTime() - Date.parse(completedAt) >= WEEK_MS - EARLIER_MS;
