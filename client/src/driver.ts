import { FleetError, ok } from './errors.js';
import type { Fleet } from './index.js';
import { membersOf, textOf } from './members.js';
import { DriverQueue, type QueueLine, type QueueOptions, signedOut } from './queue.js';
import type { Session } from './session.js';

export { DriverQueue, type Fact, type Flush, type QueueLine, type QueueOptions, type QueueState } from './queue.js';
export type { PendingItem, QueueStorage, RecordedItem, RefusedItem } from './queue-store.js';
export type { PhoneClocks } from './recording-clock.js';
export type { SyncItem } from './sync-items.js';

/** What a client has in the app of drivers. */
export interface Driver {
  readonly driver: {
    /** What the phone recorded and the service has not accepted yet. */
    readonly queue: DriverQueue;
  };
}

/** Adds the offline queue to a client: `fleet.driver.queue`. */
export function withDriver<F extends Fleet>(fleet: F, options: QueueOptions): F & Driver {
  const line: QueueLine = {
    account: () => accountOf(fleet.session),
    send: (body, account) => sendAs(fleet, body, account),
  };
  return Object.assign(fleet, { driver: { queue: new DriverQueue({ ...options, ...line }) } });
}

/**
 * Sends a call with the token of this driver alone: another driver can sign in while the call is prepared. Such a call is not renewed by
 * the client, so that the renewal is that of a read.
 */
async function sendAs(fleet: Fleet, body: Parameters<QueueLine['send']>[0], account: string) {
  const call = () => ok(fleet.POST('/drivers/me/sync', { body, headers: { authorization: tokenOf(fleet, account) } }));
  try {
    return await call();
  } catch (failure) {
    if (!(failure instanceof FleetError && failure.code === 'UNAUTHENTICATED')) throw failure;
    await ok(fleet.GET('/drivers/me'));
    return call();
  }
}

function tokenOf({ session }: Fleet, account: string): string {
  if (session && accountOf(session) === account) return `Bearer ${session.tokens.accessToken}`;
  throw signedOut();
}

/** The account of a driver's session, as its token names it. */
function accountOf(session: Session | undefined): string | undefined {
  if (session?.pool !== 'drivers') return undefined;
  const [, payload = ''] = session.tokens.accessToken.split('.');
  try {
    return textOf(membersOf(JSON.parse(bytesOf(payload))).sub);
  } catch {
    return undefined;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The bytes of a text in base64url, as characters. Older versions of React Native have no `atob`. */
function bytesOf(text: string): string {
  let bytes = '';
  let value = 0;
  for (const [index, digit] of [...text].entries()) {
    value = (value % 64) * 64 + DIGITS.indexOf(digit);
    if (index % 4 > 0) bytes += String.fromCharCode((value >> (6 - 2 * (index % 4))) & 255);
  }
  return bytes;
}
