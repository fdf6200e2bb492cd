import { apiAt } from './api';
import { officePrepares } from './office';
import { dispatcherSignsIn, driverSignsIn } from './people';
import { driverDrives, officeReads } from './road';
import type { Screen } from './screen';
import { Teller, Unexpected } from './teller';

/** Tells a carrier's day against the local server at an address. Throws {@link Unexpected} at the first answer that does not belong. */
export async function tellStory(url: string, screen: Screen): Promise<void> {
  await assertServed(url);
  const teller = new Teller(apiAt(url), screen);
  teller.remark(
    `${url}: each call with its status, its time, what it read and wrote at the table, and what it changed.`,
  );
  const office = await dispatcherSignsIn(teller);
  const prepared = await officePrepares(teller, office);
  const driver = await driverSignsIn(teller, prepared.account);
  await driverDrives(teller, prepared, { office, driver });
  await officeReads(teller, prepared, office);
  teller.chapter(teller.summary());
}

/** Says in one sentence what to do when there is no local server. */
async function assertServed(url: string): Promise<void> {
  const answer = await fetch(`${url}/_local/usage`).catch(() => undefined);
  if (answer?.status === 200) return;
  throw new Unexpected(
    answer === undefined
      ? `No server answers at ${url}: start it with npm start`
      : `The server at ${url} is not one of npm start, whose outbox the story reads: start it with npm start`,
  );
}
