import * as v from 'valibot';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { stageDigest } from '../platform/runtime/stage-key';
import { type DataKey, seal, unseal } from '../platform/secrets/envelope';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { getItem } from '../platform/table/read';
import { deleteIfPresent, putItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';

/** An enrolment that waits for the first code: the access token that began it, encrypted. */
const MfaSetup = v.object({ envelope: v.string(), [TIME_TO_LIVE]: v.number() });
export const mfaSetupKey = (userId: string) => key(MfaSetup, `USER#${userId}`, 'MFA_SETUP');

/** The lifetime of the access tokens of the client for self-service (lib/identity.ts). */
const SETUP_SECONDS = 5 * 60;
const IV_BYTES = 12;

/** The message also for a token that Cognito refuses: it expires with the enrolment. */
export const SETUP_IS_OVER = {
  en: 'The enrolment was not begun or took longer than five minutes. Begin again for a new secret.',
  es: 'El registro de la aplicación no se inició o tardó más de cinco minutos. Inícielo otra vez para recibir otro secreto.',
};

/** Keeps the token of an enrolment until the user sends the first code. A later enrolment replaces it. */
export const keepSetup = capability(
  { table: ['PutItem'], tableKeys: ['USER#'] },
  (context) => async (userId: string, accessToken: string) => {
    const envelope = seal(setupKey(context), userId, accessToken, context.randomBytes(IV_BYTES));
    await transact(context, [putItem(mfaSetupKey(userId), { envelope, expires: secondsNow(context) + SETUP_SECONDS })]);
  },
);

/** The token of the user's enrolment. Throws VALIDATION_FAILED when none was begun in the last five minutes. */
export const openSetup = capability(
  { table: ['GetItem'], tableKeys: ['USER#'] },
  (context) =>
    async (userId: string): Promise<string> => {
      const setup = await getItem(context, mfaSetupKey(userId));
      if (setup === undefined || setup.expires <= secondsNow(context)) throw validationError('code', SETUP_IS_OVER);
      return unseal(setupKey(context), userId, setup.envelope);
    },
);

export const removeSetup = capability(
  { table: ['DeleteItem'], tableKeys: ['USER#'] },
  (context) => async (userId: string) => {
    await transact(context, [deleteIfPresent(mfaSetupKey(userId))]);
  },
);

/** Secrets Manager would add its client to the bundle. The token is worthless after five minutes. */
const setupKey = ({ environment }: Context): DataKey => ({
  version: 'stage',
  bytes: Buffer.from(stageDigest(environment, 'ENVELOPE', 'MFA_SETUP'), 'base64url'),
});

const secondsNow = (context: Context): number => Math.floor(context.now().getTime() / 1000);
