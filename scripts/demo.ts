import { parseArgs } from 'node:util';
import { apiAt } from './demo/api';
import { officePrepares } from './demo/office';
import { dispatcherSignsIn, driverSignsIn } from './demo/people';
import { driverDrives, officeReads } from './demo/road';
import { screenOn } from './demo/screen';
import { Teller, Unexpected } from './demo/teller';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/** `npm run demo -- [--url http://127.0.0.1:3000]`: tells a carrier's day against a running local server, call by call. */
async function main(url: string): Promise<void> {
  await assertServed(url);
  const screen = screenOn((line) => console.log(line), process.stdout.isTTY === true && !process.env.NO_COLOR);
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

function urlFrom(args: string[]): string {
  const { values } = parseArgs({ args, options: { url: { type: 'string', default: DEFAULT_URL } } });
  return values.url.replace(/\/$/, '');
}

main(urlFrom(process.argv.slice(2))).catch((failure: unknown) => {
  console.error(failure instanceof Unexpected ? failure.message : failure);
  process.exitCode = 1;
});
