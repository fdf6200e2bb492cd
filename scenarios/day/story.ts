import { tellMonth } from '../month/story';
import type { Screen } from '../print/screen';
import { Teller, Unexpected } from '../print/teller';
import { isLocalServer, localServer, type Server } from '../server';
import { accountantBills } from './billing';
import { officeCollects } from './boxes';
import { officePrepares } from './office';
import { dispatcherSignsIn, driverSignsIn } from './people';
import { driverDrives, officeReads } from './road';

export interface StoryOptions {
  /** Returns the code that a deployed service mailed. Without it, the story reads the code from the outbox of a local server. */
  readonly mailedCode?: Server['mailedCode'] | undefined;
  /** The clock of the month. It is not ahead of the server's. */
  readonly now?: () => Date;
}

/**
 * Plays a carrier's day, and then a month, against the service at `url` and prints each call. The service may be empty: the story creates its own team and user.
 * Throws {@link Unexpected} at the first wrong answer.
 */
export async function tellStory(
  url: string,
  screen: Screen,
  { mailedCode, now = () => new Date() }: StoryOptions = {},
): Promise<void> {
  const server: Server = mailedCode ? { mailedCode } : await localAt(url);
  const teller = new Teller(url, server, screen);
  teller.remark(
    `${url}: each call with its status, its time, what it read and wrote at the table, and what it changed.`,
  );
  const fleet = await dispatcherSignsIn(teller);
  const prepared = await officePrepares(teller, fleet);
  const driver = await driverSignsIn(teller, prepared.account);
  await driverDrives(teller, prepared, driver);
  await officeReads(teller, prepared);
  if (server.fault) await accountantBills(teller, prepared, server.fault);
  else teller.remark('No invoice is stamped here: it would be a real one.');
  await officeCollects(teller, prepared);
  if (server.fault) await tellMonth(teller, fleet, now);
  teller.chapter(teller.summary());
}

/** Returns the outbox and the counters of the local server. Throws with the command to run when no local server answers. */
async function localAt(url: string): Promise<Server> {
  const isLocal = await isLocalServer(url).catch(() => undefined);
  if (isLocal === undefined) throw new Unexpected(`No server answers at ${url}: start it with npm start`);
  if (isLocal) return localServer(url);
  throw new Unexpected(
    `The server at ${url} is not one of npm start, whose outbox the story reads: start it with npm start, or name the code that its mails carry by --code`,
  );
}
