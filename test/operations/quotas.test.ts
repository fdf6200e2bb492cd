import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as updateAlert } from '../../functions/alerts/update-alert';
import { operation as configureOrganization } from '../../functions/invoices/configure-organization';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as changeMemberRole } from '../../functions/teams/change-member-role';
import { operation as createTeam } from '../../functions/teams/create-team';
import { increment } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { teamCountKey } from '../../shared/teams/team-quota';
import { refusal, refused } from '../support/accounts';
import { connectionReset, type Fault } from '../support/faults';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { LEGAL } from '../support/seals';
import { stampingOffices } from '../support/stamping-office';
import { insertMembership, insertTeam } from '../support/store-fleet';
import { TEAM_ADDRESS } from '../support/store-records';

const { bench, world, open, insertReady, stamp, alerted } = stampingOffices(quickTable());

const DAY_MS = 24 * 60 * 60 * 1000;
const TO_MIDNIGHT = '32400';
const create = ({ send }: Pick<Office, 'send'>, name = 'Fletes del Norte') =>
  send(createTeam, { body: { name, address: TEAM_ADDRESS } });
const tooMany = (answer: Awaited<ReturnType<typeof create>>) => {
  expect(refusal(answer)).toEqual(refused('TOO_MANY_REQUESTS'));
  expect(answer.headers['retry-after']).toBe(TO_MIDNIGHT);
};
/** The limit that was reached, and how long none is left. */
const spent = (answer: Awaited<ReturnType<typeof create>>, most: string) => {
  tooMany(answer);
  const { 'ratelimit-limit': limit, 'ratelimit-remaining': left, 'ratelimit-reset': reset } = answer.headers;
  expect([limit, left, reset]).toEqual([most, '0', TO_MIDNIGHT]);
};
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

describe('doors 6: the teams of one account', () => {
  it('are ten a day, also when all are asked for at once; the next day goes on', async () => {
    const office = await openOffice(world);
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(office)));
    expect(statuses(answers)).toEqual([...Array(10).fill(201), 429, 429]);
    spent(await create(office), '10');
    office.testContext.pass(DAY_MS);
    const headers = await office.exchange.bearer(office.testContext.now(), office.id);
    const body = { name: 'Fletes de mañana', address: TEAM_ADDRESS };
    expect((await office.exchange.send(createTeam, { headers, body })).status).toBe(201);
  });

  it('are 25 that it owns, until one is handed over', async () => {
    const office = await openOffice(world);
    const heir = await office.hire('ADMIN');
    await transact(office.testContext.context, [increment(teamCountKey(office.id), { owned: 25 })]);
    tooMany(await create(office));
    const handOver = { path: { userId: heir.id }, body: { role: 'OWNER' } };
    expect((await office.send(changeMemberRole, handOver)).status).toBe(200);
    expect((await create(office)).status).toBe(201);
    tooMany(await create(office));
  });

  it('are not counted as owned by a creation that failed', async () => {
    const faults: Fault[] = [];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    await transact(office.testContext.context, [increment(teamCountKey(office.id), { owned: 24 })]);
    faults.push({ action: 'TransactWriteItems', before: connectionReset });
    expect((await create(office)).status).toBe(503);
    faults.splice(0);
    expect((await create(office)).status).toBe(201);
    tooMany(await create(office));
  });

  it('are not counted by a request that repeats its key', async () => {
    const office = await openOffice(world);
    const headers = { 'idempotency-key': 'one-team' };
    const body = { name: 'Fletes de una vez', address: TEAM_ADDRESS };
    for (let times = 0; times < 11; times += 1)
      expect((await office.send(createTeam, { headers, body })).status).toBe(201);
    expect((await create(office)).status).toBe(201);
  });
});

describe('doors 6: the organizations of one account', () => {
  /** The request for the organization of one more team of the office's user. */
  async function inTeamOf(office: Office) {
    const { teamId } = await insertTeam(office.testContext, { ownerId: office.id });
    await insertMembership(office.testContext, { teamId, userId: office.id, role: 'OWNER' });
    return { body: { ...LEGAL, teamId } };
  }

  it('are five a day also when all are asked for at once', async () => {
    const office = await openOffice(world);
    const requests = [];
    for (let nth = 0; nth < 8; nth += 1) requests.push(await inTeamOf(office));
    const answers = await Promise.all(requests.map((request) => office.send(configureOrganization, request)));
    expect(statuses(answers)).toEqual([...Array(5).fill(200), ...Array(3).fill(429)]);
  });

  it('are five a day, in whichever teams; one that exists is changed as often as needed', async () => {
    const office = await openOffice(world);
    const made = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const request = await inTeamOf(office);
      expect((await office.send(configureOrganization, request)).status).toBe(200);
      made.push(request);
    }
    const before = (await bench.organizations()).length;
    tooMany(await office.send(configureOrganization, await inTeamOf(office)));
    expect(await bench.organizations()).toHaveLength(before);
    expect((await office.send(configureOrganization, made[0])).status).toBe(200);
  });
});

describe('doors 6: the stamps of one team', () => {
  it('are as many a day as the stage allows; at 80 % the team is warned once, beyond nothing is sent', async () => {
    const owner = await open();
    const exchange = world.begin({ environment: { STAMPS_PER_DAY: '5' } });
    const headers = await exchange.bearer(exchange.testContext.now(), owner.id);
    const stampLimited = (id: string) =>
      exchange.send(stampInvoice, { headers, path: { id }, body: { teamId: owner.teamId } });
    const ids = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push(await insertReady(owner));
    const first = await Promise.all(ids.slice(0, 3).map(stampLimited));
    expect(statuses(first)).toEqual([200, 200, 200]);
    expect(await alerted(owner, 'STAMPS_NEARLY_SPENT')).toHaveLength(0);
    const next = await Promise.all(ids.slice(3).map(stampLimited));
    expect(statuses(next)).toEqual([200, 200, 429]);
    expect(await alerted(owner, 'STAMPS_NEARLY_SPENT')).toHaveLength(1);
    const nearly = exchange.testContext.logs.filter((line) => JSON.parse(line).nearly === 'STAMPS');
    // Of requests at the same time several may see the limit near. The alarm needs one line.
    expect(nearly.length).toBeGreaterThanOrEqual(1);
    for (const line of nearly) expect(JSON.parse(line)).toMatchObject({ team: owner.teamId });
    const left = ids.slice(3)[next.findIndex(({ status }) => status === 429)] ?? '';
    tooMany(await stampLimited(left));
    expect(JSON.parse(exchange.testContext.logs.at(-1) ?? '')).toMatchObject({ limit: 'STAMPS', status: 429 });
    expect(await bench.documents(left)).toHaveLength(0);
    expect((await stamp(owner, left)).status).toBe(200);
  });

  it('desk 2.2: of a later day resolve the warning with the first of them, and warn again', async () => {
    const owner = await open();
    const warnings = async ({ send }: Office) =>
      recordsOf(await send(listAlerts, { query: { type: 'STAMPS_NEARLY_SPENT' } }), 'alerts');
    const stampAfter = async (days: number) => {
      const exchange = world.begin({ environment: { STAMPS_PER_DAY: '2' } });
      exchange.testContext.pass(days * DAY_MS);
      const headers = await exchange.bearer(exchange.testContext.now(), owner.id);
      const id = await insertReady(owner);
      const { status } = await exchange.send(stampInvoice, { headers, path: { id }, body: { teamId: owner.teamId } });
      expect(status).toBe(200);
      return (await warnings(owner)).map(({ status: state }) => state).sort();
    };
    expect(await stampAfter(0)).toEqual([]);
    expect(await stampAfter(0)).toEqual(['OPEN']);
    expect(await stampAfter(1)).toEqual(['RESOLVED']);
    expect(await stampAfter(1)).toEqual(['OPEN', 'RESOLVED']);
    expect(await stampAfter(9)).toEqual(['RESOLVED', 'RESOLVED']);
    const [reopened] = await warnings(owner);
    const path = { alertId: String(reopened?.id) };
    expect(await owner.send(updateAlert, { path, body: { status: 'OPEN' } })).toMatchObject({ status: 200 });
    expect(await stampAfter(10)).toEqual(['OPEN', 'RESOLVED']);
  });
});
