import * as v from 'valibot';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { isSameDigest, stageDigest } from '../platform/runtime/stage-key';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { getItem } from '../platform/table/read';
import { deleteItem, incrementIf, putItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';

/** What a mailed code of this service confirms. Codes of registrations and resets are Cognito's own. */
type CodePurpose = 'RECOVERY' | 'EMAIL';

const CODE_SECONDS = 10 * 60;
const MOST_TRIES = 5;

/** A code that was mailed: its keyed digest, never the code. `payload` is what the code confirms. */
const MailedCodeRecord = v.object({
  digest: v.string(),
  payload: v.string(),
  tries: v.number(),
  [TIME_TO_LIVE]: v.number(),
});
export const mailedCodeKey = (userId: string, purpose: CodePurpose) =>
  key(MailedCodeRecord, `USER#${userId}`, `CODE#${purpose}`);

/** A code to make: its purpose, its user, and what it confirms. */
interface NewCode {
  readonly purpose: CodePurpose;
  readonly userId: string;
  readonly payload: string;
}

/** Makes six digits that are valid for ten minutes and five tries. A new code replaces the one before. */
export const makeMailedCode = capability(
  { table: ['PutItem'], tableKeys: ['USER#'] },
  (context) =>
    async ({ purpose, userId, payload }: NewCode): Promise<string> => {
      const code = sixDigitsFrom(context.randomBytes(8));
      const record = {
        digest: stageDigest(context.environment, 'CODE', purpose, userId, code),
        payload,
        tries: 0,
        [TIME_TO_LIVE]: secondsOf(context.now()) + CODE_SECONDS,
      };
      await transact(context, [putItem(mailedCodeKey(userId, purpose), record)]);
      return code;
    },
);

/** 64 random bits modulo a million: each code is as likely as any other to one part in 10^13. */
const sixDigitsFrom = (random: Uint8Array): string =>
  (Buffer.from(random).readBigUInt64BE() % 1_000_000n).toString().padStart(6, '0');

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/**
 * Takes a code and returns what it confirms. The try is counted before the code is compared, so that many tries at once
 * are five. A wrong, expired or used code throws INVALID_CODE. A right one works once.
 */
export const takeMailedCode = capability(
  { table: ['GetItem', 'UpdateItem', 'DeleteItem'], tableKeys: ['USER#'] },
  (context) =>
    async (purpose: CodePurpose, userId: string, code: string): Promise<string> => {
      const codeKey = mailedCodeKey(userId, purpose);
      const isOpen = { above: { [TIME_TO_LIVE]: secondsOf(context.now()) }, absentOrAtMost: { tries: MOST_TRIES - 1 } };
      const refused = () => new AppError('INVALID_CODE');
      await transact(context, [incrementIf(codeKey, { add: { tries: 1 } }, isOpen, refused)]);
      const record = await getItem(context, codeKey);
      const sent = stageDigest(context.environment, 'CODE', purpose, userId, code);
      if (record === undefined || !isSameDigest(sent, record.digest)) throw refused();
      await transact(context, [deleteItem(codeKey, { equals: { digest: record.digest } }, refused)]);
      return record.payload;
    },
);
