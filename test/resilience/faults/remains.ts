import { decodeJwt } from 'jose';
import * as v from 'valibot';
import type { Sample } from './samples';
import type { State } from './state';

const Own = v.looseObject({ headers: v.looseObject({ authorization: v.string() }) });
const OfDriver = v.looseObject({
  pathParameters: v.looseObject({ teamId: v.string(), driverId: v.string() }),
});
const User = v.looseObject({ email: v.string() });
const Driver = v.looseObject({ username: v.nullable(v.string()) });

type Values = (event: unknown, before: State) => string[];

/** The values that name an erased person and no other one, before the erasure. */
const ERASED: Readonly<Record<string, Values>> = {
  'users/delete-own-user': (event, { items }) => {
    const { sub } = decodeJwt(v.parse(Own, event).headers.authorization.replace('Bearer ', ''));
    return [v.parse(User, items.get(`USER#${sub}\nUSER`)).email];
  },
  'drivers/erase-driver': (event, { items }) => {
    const { teamId, driverId } = v.parse(OfDriver, event).pathParameters;
    const { username } = v.parse(Driver, items.get(`TEAM#${teamId}\nDRIVER#${driverId}`));
    return username === null ? [] : [username];
  },
};

/** The counter of a network for all accounts names no account. The journals of the mails are not the service's. */
const NO_PERSON = /^ATTEMPTS#\w+#NETWORK#/;
const OF_MAILS = ['outbox', 'mail-queue'];

/** The places that still name the person of an erasure. Empty for every other request. */
export function remains({ file, event, before }: Sample, { items, journals }: State): string[] {
  const values = ERASED[file]?.(event, before) ?? [];
  const rows = [...items].filter(([name]) => !NO_PERSON.test(name));
  const records = [...journals].flatMap(([journal, entries]) =>
    OF_MAILS.includes(journal) ? [] : [...entries].map(([name, value]) => [`${journal} ${name}`, value] as const),
  );
  return [...rows, ...records].flatMap(([name, value]) =>
    values.some((text) => `${name} ${JSON.stringify(value)}`.includes(text)) ? [name.replace('\n', ' / ')] : [],
  );
}
