import { CASES } from './cases';
import { admittedRequest, exchange, makeWorld, succeeding, type World } from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

/** Operations of people and teams that change something and are no security event, with the reason. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  forgotPassword: 'It only mails a code. The password changes in resetPassword.',
  register: 'The account can do nothing until confirmRegistration.',
  refresh: 'It continues a session. A refused renewal is DENIED.',
  refreshDriver: 'It continues a session. A refused renewal is DENIED.',
  setUpMfa: 'The secret takes effect in confirmMfa.',
  updateOwnUser: 'It changes name, telephone and photograph, and no access.',
  changeRoadPolicy: 'It changes how trips on the road are judged and kept, and no access.',
  updateTeam: 'It changes name and address of the team, and no access.',
};

const FOLDERS = /^(?:auth|users|teams)\//;
const changing = CASES.filter(([file, { route }]) => FOLDERS.test(file) && !route.startsWith('GET '));

describe('doors 15: an operation of people and teams that changes something', () => {
  it.each(changing)('%s declares its security event, or has a reason for none', (_, { id, securityEvent }) => {
    expect(securityEvent === undefined).toBe(id in WITHOUT_EVENT);
  });

  it('has no reason when it does not exist', () => {
    const ids = changing.map(([, { id }]) => id);
    expect(Object.keys(WITHOUT_EVENT).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

test('doors 15: every export, erasure and upload of a certificate declares its security event', () => {
  const named = CASES.filter(([, { id }]) => /^(?:export|erase|uploadCertificate)/i.test(id));
  expect(named.length).toBeGreaterThan(0);
  for (const [, { securityEvent }] of named) expect(['EXPORT', 'ERASURE', 'SEAL']).toContain(securityEvent?.of);
});

/** Their team is in the answer, and the event in its audit. */
const OF_A_TEAM = ['createTeam', 'joinTeam'];
/** A row about the person who was just erased would be data of that person again. */
const ERASED = ['deleteOwnUser'];

test('doors 15: an event of a user without a team is kept for the user, and an event of a team is not', () => {
  for (const [, { id, auth, securityEvent }] of CASES) {
    if (securityEvent === undefined || auth === 'public' || !('pool' in auth) || auth.pool !== 'staff') continue;
    const isOfTeam =
      auth.team !== undefined || [...OF_A_TEAM, ...ERASED].includes(id) || securityEvent.of === undefined;
    expect([id, securityEvent.keep !== undefined]).toEqual([id, !isOfTeam]);
  }
});

/** The requests of the tests come from 192.0.2.1. */
const ADDRESS = '198.51.100.77';
const EMAIL = 'carmen.ruiz@fletes.example';

describe.each(CASES)('%s', (_, operation) => {
  test('doors 15: no line contains the address of the caller or of the account', async () => {
    const request = await admittedRequest(operation, world);
    const email = 'email' in Object(request.body) ? { email: EMAIL } : {};
    const body = request.body && { ...request.body, ...email };
    const headers = { ...request.headers, 'x-forwarded-for': ADDRESS };
    for (const one of [succeeding(operation), operation]) {
      const { testContext } = await exchange(one, world, { ...request, headers, body });
      expect(testContext.logs.length).toBeGreaterThan(0);
      expect(testContext.logs.join()).not.toMatch(/192\.0\.2\.|198\.51\.100|carmen|ruiz@/);
    }
  });
});
