import { apiAt } from './api';
import { type Backstage, deployedBackstage, localBackstage } from './backstage';
import { accountantBills } from './billing';
import { officeCollects } from './boxes';
import { officePrepares } from './office';
import { dispatcherSignsIn, driverSignsIn } from './people';
import { driverDrives, officeReads } from './road';
import type { Screen } from './screen';
import { Teller, Unexpected } from './teller';

export interface StoryOptions {
  /** Reads the code that a deployed service mailed. A local server's mails are read from its outbox. */
  readonly mailedCode?: Backstage['mailedCode'] | undefined;
}

/**
 * Tells a carrier's day against the service at an address, and needs nothing there but the service itself. Throws {@link Unexpected} at the
 * first answer that does not belong.
 */
export async function tellStory(url: string, screen: Screen, { mailedCode }: StoryOptions = {}): Promise<void> {
  const backstage = mailedCode ? deployedBackstage(mailedCode) : await behind(url);
  const teller = new Teller(apiAt(url, backstage), screen);
  teller.remark(
    `${url}: each call with its status, its time, what it read and wrote at the table, and what it changed.`,
  );
  const office = await dispatcherSignsIn(teller);
  const prepared = await officePrepares(teller, office);
  const driver = await driverSignsIn(teller, prepared.account);
  await driverDrives(teller, prepared, { office, driver });
  await officeReads(teller, prepared, office);
  if (backstage.stamping) await accountantBills(teller, prepared, office, backstage.stamping);
  else teller.remark('No invoice is stamped here: it would be a real one.');
  await officeCollects(teller, prepared, office);
  teller.chapter(teller.summary());
}

/** The local server's outbox and counters; says in one sentence what to do when it is not there. */
async function behind(url: string): Promise<Backstage> {
  const found = await localBackstage(url).catch(() => 'nobody' as const);
  if (found === 'nobody') throw new Unexpected(`No server answers at ${url}: start it with npm start`);
  if (found) return found;
  throw new Unexpected(
    `The server at ${url} is not one of npm start, whose outbox the story reads: start it with npm start, or name the code that its mails carry by --code`,
  );
}
