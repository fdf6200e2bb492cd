import assert from 'node:assert/strict';
import type { FacturapiStandIn } from '../../local/facturapi/stand-in';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { tellStory } from '../../scenarios/day/story';
import { accountsJourney } from '../../scenarios/journeys/accounts';
import { fleetJourney } from '../../scenarios/journeys/fleet';
import { invoicesJourney } from '../../scenarios/journeys/invoices';
import { organizationJourney } from '../../scenarios/journeys/organization';
import { journey } from '../../scenarios/journeys/skeleton';
import { screenOn } from '../../scenarios/print/screen';
import type { CodeFor } from '../journeys/sign-in';
import { beginWorkers, mixedRequests, showMeasured } from '../load/mix';
import type { Checks } from './progress';

/** The emulator's pools always mail these codes. */
const CODES = { registration: '123456', reset: '654321' };
const codeFor: CodeFor = async (_email, purpose) => CODES[purpose];

const REQUESTS = 1_000;
const CONCURRENCY = 10;
const SEED = 57;

/** Runs the checks of the local server over HTTP: the journeys, the demo, and many concurrent requests. */
export async function checkOverHttp(
  checks: Checks,
  baseUrl: string,
  { faults }: Pick<FacturapiStandIn, 'faults'>,
): Promise<void> {
  const print = (line: string): void => console.log(line.replace(/^(?=.)/gm, '      '));
  await checks.check('the journey over people, fleet and trips', () =>
    fleetJourney(baseUrl, { report: print, codeFor }),
  );
  await checks.check('the journey of an organization, its signing certificate and its live key', () =>
    organizationJourney(baseUrl, { report: print }),
  );
  await checks.check('the journey of an invoice, from its trip to VALID', () =>
    invoicesJourney(baseUrl, {
      report: print,
      loseNextAnswer: () => faults.add({ fault: 'LOSE_ANSWER', actions: ['CreateInvoice'] }),
    }),
  );
  await checks.check('the demo', () =>
    tellStory(baseUrl, screenOn(print, false), { mailedCode: async () => CODES.registration }),
  );
  // Runs before the journeys that enrol an authenticator app: after those, a password alone is not enough to sign in.
  await checks.check(`${REQUESTS} mixed requests at concurrency ${CONCURRENCY} leave no failure`, async () => {
    const measured = await mixedRequests(
      await beginWorkers(baseUrl, { concurrency: CONCURRENCY, seed: SEED }),
      REQUESTS,
    );
    showMeasured(measured, REQUESTS);
    assert.deepEqual(measured.failures, []);
  });
  const [{ username = '' }] = DEMO.drivers;
  const driver = { username, password: DEMO_PASSWORD };
  await checks.check('the journey of an account, from registration to a lost telephone', () =>
    accountsJourney(baseUrl, { now: Date.now, codeFor, tellsStrangersOfWaiting: true, driver, report: print }),
  );
  await checks.check('the journey from sign-in to a completed trip', () =>
    journey(baseUrl, { now: Date.now, report: print }),
  );
}
