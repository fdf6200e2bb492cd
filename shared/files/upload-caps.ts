import * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { increment, incrementIf, type Step } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { UploadGrant } from './file-keys';

/**
 * The caps of a team's upload grants. Days and hours are those of UTC. Without them uploads could arrive faster than the
 * lifecycle deletes them.
 */
export const UPLOAD_CAPS = {
  /** Grants of an hour that are not registered. */
  waiting: 200,
  /** Grants of a day. */
  grants: 1_000,
  /** Bytes of a day: the announced size of a grant, and the real one of a registered file. */
  bytes: 2 * 1024 ** 3,
  /** Grants of a day by one driver, so that a stolen telephone uses up neither cap of the team. */
  ofDriver: 150,
} as const;

/**
 * The counts of a team's day. The item also has an attribute for each hour with grants: those of the hour that are not
 * registered (`waiting07`), and one for each driver with grants (`by0a1b2c3d`). One item for all counts makes a grant one write.
 */
const UploadCount = v.objectWithRest({ grants: v.number(), bytes: v.number() }, v.unknown());
type UploadCount = v.InferOutput<typeof UploadCount>;
export const uploadCountKey = (teamId: string, day: string) => key(UploadCount, `UPLOAD_COUNT#${teamId}`, `DAY#${day}`);

/** A registration changes the counts of the grant's day at most an hour after that day. */
const KEPT_DAYS = 2;
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const dayOf = (instant: string): string => instant.slice(0, 'YYYY-MM-DD'.length);
const waitingIn = (instant: string): string => `waiting${instant.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length)}`;
/** The end of the identifier is random enough for the drivers of a team, and keeps the item small. */
const driverIn = (driverId: string): string => `by${driverId.slice(-8)}`;
const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

interface CountedGrant {
  readonly teamId: string;
  readonly countedBytes: number;
  /** The driver who asks. Absent for a member. */
  readonly driverId?: string | undefined;
}

/**
 * Counts a grant against all caps of the team, in one conditional write without a read. Beyond a cap it counts nothing
 * and answers 429. If the write's answer is lost, the SDK sends it again and the grant counts twice: the caps are then
 * lower by one grant, which harms nothing, and a transaction would cost twice as much.
 */
export async function countGrant(context: Context, { teamId, countedBytes, driverId }: CountedGrant): Promise<void> {
  const now = context.now().toISOString();
  const waiting = waitingIn(now);
  const own = driverId === undefined ? undefined : driverIn(driverId);
  const step = incrementIf(
    uploadCountKey(teamId, dayOf(now)),
    {
      add: { grants: 1, bytes: countedBytes, [waiting]: 1, ...(own && { [own]: 1 }) },
      set: { [TIME_TO_LIVE]: secondsOf(now) + KEPT_DAYS * DAY_SECONDS },
    },
    {
      absentOrAtMost: {
        grants: UPLOAD_CAPS.grants - 1,
        bytes: UPLOAD_CAPS.bytes - countedBytes,
        [waiting]: UPLOAD_CAPS.waiting - 1,
        ...(own && { [own]: UPLOAD_CAPS.ofDriver - 1 }),
      },
    },
    (found) => (own && isUsedUp(found, own) ? tooManyOfDriver(now) : tooMany(now, countedBytes, found)),
  );
  await writeOne(context, step);
}

const isUsedUp = (found: UploadCount | undefined, own: string): boolean =>
  Number(found?.[own] ?? 0) >= UPLOAD_CAPS.ofDriver;

const tooManyOfDriver = (now: string): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    retryAfter: DAY_SECONDS - (secondsOf(now) % DAY_SECONDS),
    most: UPLOAD_CAPS.ofDriver,
    message: {
      en: 'You reached your uploads of today. Wait as long as Retry-After says, then try again.',
      es: 'Llegó a su límite de cargas de hoy. Espere lo que indica Retry-After y vuelva a intentarlo.',
    },
  });

/** Retry-After is the time until the count of the reached cap begins again. */
function tooMany(now: string, countedBytes: number, found: UploadCount | undefined): AppError {
  const isDayFull =
    found !== undefined && (found.grants >= UPLOAD_CAPS.grants || found.bytes + countedBytes > UPLOAD_CAPS.bytes);
  const period = isDayFull ? DAY_SECONDS : HOUR_SECONDS;
  return new AppError('TOO_MANY_REQUESTS', {
    retryAfter: period - (secondsOf(now) % period),
    // Bytes are no number of requests.
    most: found !== undefined && found.grants >= UPLOAD_CAPS.grants ? UPLOAD_CAPS.grants : undefined,
    message: isDayFull
      ? {
          en: 'The team reached its uploads of today. Wait as long as Retry-After says, then try again.',
          es: 'La empresa llegó a su límite de cargas de hoy. Espere lo que indica Retry-After y vuelva a intentarlo.',
        }
      : {
          en: 'The team has too many uploads that are not registered. Register them, or wait as long as Retry-After says.',
          es: 'La empresa tiene demasiadas cargas sin registrar. Regístrelas o espere lo que indica Retry-After.',
        },
  });
}

/** Gives the place of a grant back when its file is registered, and counts the real bytes instead of the announced ones. */
export const giveBackStep = (teamId: string, { countedAt, countedBytes }: UploadGrant, bytes: number): Step =>
  increment(uploadCountKey(teamId, dayOf(countedAt)), { bytes: bytes - countedBytes, [waitingIn(countedAt)]: -1 });
