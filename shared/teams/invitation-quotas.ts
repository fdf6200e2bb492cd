import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { incrementIf, type Step } from '../platform/table/steps';
import { mailQuotaKey } from './team';

/** A person to add to a team: a user becomes a member at once, any other address gets an invitation. */
export interface Invite {
  readonly email: string;
  /** The user to add. Undefined for an invitation. */
  readonly userId: string | undefined;
}

/** The daily limits of an inviter and of a recipient. */
const MAILS_A_DAY_BY_INVITER = 100;
const MAILS_A_DAY_TO_RECIPIENT = 3;
/** The answer `added` reveals that an address has an account, so an inviter gets few of them. */
const ADDED_A_DAY_BY_INVITER = 10;
const DAY_SECONDS = 24 * 60 * 60;

/** The inviter may add fewer users today than the plan contains. */
class TooManyAdded extends Error {
  constructor(readonly left: number) {
    super('The daily limit of added users is reached.');
  }
}

/**
 * Runs `attempt` with the number of users that the inviter may add today, and runs it again with a smaller number when
 * its transaction finds that other calls have used up the limit. Every attempt counts before it adds.
 */
export async function withinAddedQuota<T>(attempt: (addable: number) => Promise<T>): Promise<T> {
  for (let addable = ADDED_A_DAY_BY_INVITER; ; ) {
    try {
      return await attempt(addable);
    } catch (failure) {
      if (!(failure instanceof TooManyAdded)) throw failure;
      addable = failure.left;
    }
  }
}

/**
 * Counts the people of these invites in the inviter's row of the day: the added users, and the mails to the others.
 * Above the limit of mails the transaction answers 429.
 */
export function inviterQuotaStep(context: Context, inviter: string, invites: readonly Invite[]): Step[] {
  const mails = invites.filter(({ userId }) => userId === undefined).length;
  const added = invites.length - mails;
  const counted = { ...(mails > 0 && { mails }), ...(added > 0 && { added }) };
  if (invites.length === 0) return [];
  const now = context.now();
  const most = {
    ...(mails > 0 && { mails: MAILS_A_DAY_BY_INVITER - mails }),
    ...(added > 0 && { added: ADDED_A_DAY_BY_INVITER - added }),
  };
  return [
    incrementIf(
      mailQuotaKey({ inviter }, dayOf(now)),
      { add: counted, set: endOf(now) },
      { absentOrAtMost: most },
      (found) => {
        const left = Math.max(0, ADDED_A_DAY_BY_INVITER - (found?.added ?? 0));
        return left < added ? new TooManyAdded(left) : tooManyMails(now, MAILS_A_DAY_BY_INVITER);
      },
    ),
  ];
}

/** Counts one mail to the recipient. Above the limit the transaction answers 429. */
export function recipientQuotaStep(context: Context, recipient: string): Step {
  const now = context.now();
  const most = { mails: MAILS_A_DAY_TO_RECIPIENT - 1 };
  const change = { add: { mails: 1 }, set: endOf(now) };
  return incrementIf(mailQuotaKey({ recipient }, dayOf(now)), change, { absentOrAtMost: most }, () =>
    tooManyMails(now, MAILS_A_DAY_TO_RECIPIENT),
  );
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

const endOf = (now: Date) => ({ [TIME_TO_LIVE]: Math.floor(now.getTime() / 1000) + 2 * DAY_SECONDS });

const tooManyMails = (now: Date, most: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    retryAfter: DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS),
    most,
    message: {
      en: 'The daily limit of invitation mails is reached. Try again tomorrow.',
      es: 'Se alcanzó el límite diario de correos de invitación. Vuelva a intentarlo mañana.',
    },
  });
