import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { accountsJourney } from '../../scenarios/journeys/accounts';
import { fleetJourney } from '../../scenarios/journeys/fleet';
import { invoicesJourney } from '../../scenarios/journeys/invoices';
import { organizationJourney } from '../../scenarios/journeys/organization';
import { journey } from '../../scenarios/journeys/skeleton';
import { expectStatus, sender, textAt } from './http';

describe('over HTTP, against the cloud in this process', () => {
  const warnings: string[] = [];
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ seed: true, warn: (line) => warnings.push(line) });
  });
  afterAll(() => cloud.stop());
  afterEach(() => expect(warnings).toEqual([]));

  const now = () => Date.now();
  const codeFor = async (email: string): Promise<string> => {
    const route = `GET /_local/outbox?to=${encodeURIComponent(email)}`;
    return textAt(await expectStatus(200, sender(cloud.url)(route)), 'messages.0.code');
  };

  test('people, fleet and trips', () => fleetJourney(cloud.url, { codeFor, checksUploads: true }));

  test('accounts, from registration to a lost telephone', async () => {
    const [{ username = '' }] = DEMO.drivers;
    await accountsJourney(cloud.url, { now, codeFor, driver: { username, password: DEMO_PASSWORD } });
  });

  test('an organization, its seal and its live key', () => organizationJourney(cloud.url));

  test('invoices, from a trip to VALID and to CANCELLED', async () => {
    const fault = { fault: 'LOSE_ANSWER', actions: ['CreateInvoice'] };
    const loseNextAnswer = () => expectStatus(200, sender(cloud.url)('POST /_local/stamping/faults', { body: fault }));
    await invoicesJourney(cloud.url, { loseNextAnswer });
  });

  test('from sign-in to a completed trip', () => journey(cloud.url, { now }));
});
