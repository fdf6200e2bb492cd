import { durationOf } from '../../local/clock-routes';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { expectRefused, expectStatus, listAt, type Send, sender, textAt } from '../journeys/http';
import { temporaryFolder } from './support/folder';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('integrations 5: POST /_local/clock', () => {
  const dataDir = temporaryFolder();
  /** Each run of a function, with the instant of the cloud's clock. */
  let ran: { id: string; at: number }[] = [];
  let cloud: Cloud;
  let send: Send;

  const start = async (fresh: boolean) => {
    const options = { dataDir, seed: true, fresh };
    cloud = await startCloud({
      ...options,
      around: async (running, run) => {
        ran.push({ id: running.id, at: await clock() });
        return run();
      },
    });
    send = sender(cloud.url);
  };
  let clock = async (): Promise<number> => 0;
  beforeAll(async () => {
    await start(true);
    clock = async () => Date.parse(textAt(await expectStatus(200, send('GET /_local/clock')), 'now'));
  });
  afterAll(() => cloud.stop());

  const advance = (duration: unknown) => send('POST /_local/clock', { body: { advance: duration } });
  const signIn = async () => {
    const body = { email: DEMO.members[0]?.email, password: DEMO_PASSWORD };
    return textAt(await expectStatus(200, send('POST /auth/login', { body })), 'tokens.accessToken');
  };
  const teamOf = async (token: string) =>
    textAt(await expectStatus(200, send('GET /teams', { token })), 'teams.0.teamId');

  test('integrations 5: goes with the machine’s clock until it is moved', async () => {
    expect(Math.abs((await clock()) - Date.now())).toBeLessThan(2_000);
  });

  test('integrations 5: moves forward, and runs each schedule at its instants in between, in their order', async () => {
    const before = await clock();
    ran = [];
    const { now } = await expectStatus(200, advance('PT36H'));
    expect(Date.parse(String(now)) - before).toBeGreaterThanOrEqual(36 * HOUR_MS);
    expect(Date.parse(String(now)) - before).toBeLessThan(36 * HOUR_MS + 60_000);
    const times = (id: string) => ran.filter((one) => one.id === id).map(({ at }) => at);
    expect(times('recoverStamping')).toHaveLength(36 * 4);
    expect(times('raiseExpiringPapers')).toHaveLength(36);
    expect(times('exportAccounts').length).toBeLessThanOrEqual(1);
    const gaps = times('recoverStamping')
      .slice(1)
      .map((at, index) => at - (times('recoverStamping')[index] ?? 0));
    for (const gap of gaps) expect(Math.abs(gap - 15 * 60_000)).toBeLessThan(5_000);
    expect(ran.map(({ at }) => at)).toEqual(ran.map(({ at }) => at).toSorted((one, other) => one - other));
  });

  test('integrations 5: requests are answered while it moves, and say how far it moves', async () => {
    let isOver = false;
    const moved = advance('PT8H').finally(() => {
      isOver = true;
    });
    const seen: unknown[] = [];
    while (!isOver) seen.push((await expectStatus(200, send('GET /_local/clock'))).movesTo);
    const { now, movesTo } = await expectStatus(200, moved);
    expect(movesTo).toBeUndefined();
    const ends = seen.flatMap((one) => (typeof one === 'string' ? [Date.parse(one)] : []));
    expect(ends.length).toBeGreaterThan(24);
    for (const end of ends) expect(Math.abs(end - Date.parse(String(now)))).toBeLessThan(60_000);
  });

  test('integrations 5: a token ends by this clock, and a record is of its day', async () => {
    const token = await signIn();
    const teamId = await teamOf(token);
    const created = await expectStatus(
      201,
      send(`POST /teams/${teamId}/vehicles`, { token, body: { plate: 'RELOJ-1' } }),
    );
    expect(Math.abs(Date.parse(textAt(created, 'createdAt')) - (await clock()))).toBeLessThan(5_000);
    await expectStatus(200, send('GET /teams', { token }));
    await advance('PT2H');
    await expectRefused('401 UNAUTHENTICATED', send('GET /teams', { token }));
    await expectStatus(200, send('GET /teams', { token: await signIn() }));
  });

  test('integrations 5: an alert of a paper that expires is raised when its day comes', async () => {
    const token = await signIn();
    const teamId = await teamOf(token);
    const insuranceExpiry = new Date((await clock()) + 31 * DAY_MS).toISOString().slice(0, 10);
    const body = { plate: 'RELOJ-2', insuranceExpiry };
    const { id } = await expectStatus(201, send(`POST /teams/${teamId}/vehicles`, { token, body }));
    const alerts = async () =>
      listAt(await expectStatus(200, send(`GET /teams/${teamId}/alerts`, { token: await signIn() })), 'alerts').filter(
        (alert) => Object(alert).entityId === id,
      );
    expect(await alerts()).toEqual([]);
    await advance('P2D');
    expect(await alerts()).toHaveLength(1);
  });

  test('integrations 5: an address of an upload works by this clock, and ends by it', async () => {
    const token = await signIn();
    const teamId = await teamOf(token);
    const body = {
      teamId,
      folder: 'teams-files',
      entityType: 'team',
      entityId: teamId,
      fileName: 'a.pdf',
      contentType: 'application/pdf',
    };
    const granted = await expectStatus(200, send('POST /dms/upload-url', { token, body }));
    const put = () =>
      fetch(textAt(granted, 'uploadUrl'), {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body: '%PDF',
      });
    expect((await put()).status).toBe(200);
    await advance('PT6M');
    expect((await put()).status).toBe(403);
  });

  test.each([undefined, 36, '', 'P', 'PT', '36H', '-PT1H', 'PT0S', 'P401D', 'P1Y', 'PT1.5H'])(
    'integrations 5: %j is refused, and moves nothing',
    async (duration) => {
      const before = await clock();
      await expectRefused('400 VALIDATION_FAILED', advance(duration), 'advance');
      expect((await clock()) - before).toBeLessThan(5_000);
    },
  );

  test('integrations 5: a restart does not take it back', async () => {
    const before = await clock();
    await cloud.stop();
    await start(false);
    expect(await clock()).toBeGreaterThanOrEqual(before);
  });
});

test.each([
  ['PT36H', 36 * HOUR_MS],
  ['P1W2DT3H4M5S', 9 * DAY_MS + 3 * HOUR_MS + 4 * 60_000 + 5_000],
  ['PT90M', 5_400_000],
])('integrations 5: the duration %s has %i ms', (text, milliseconds) => {
  expect(durationOf(text)).toBe(milliseconds);
});
