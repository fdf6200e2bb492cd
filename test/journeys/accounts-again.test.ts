import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { journey } from '../../scenarios/journeys/skeleton';
import { readAccounts } from '../../scripts/relink/export';
import { type Relinked, type RelinkOptions, relink } from '../../scripts/relink/relink';
import {
  completeKey,
  EXPORTED_POOLS,
  type ExportProgress,
  PROGRESS_KEY,
  pageKey,
} from '../../shared/identity/account-exports';
import type { Outbound } from '../../shared/platform/runtime/context';
import { s3Client } from '../../shared/platform/storage/buckets';
import { expectStatus, listAt, sender, textAt, valueAt } from './http';

/** More than one page of ListUsers, which holds sixty. */
const OTHERS = 70;
const [OWNER, ...MEMBERS] = DEMO.members;
/** The members, and the newcomer who belongs to no team. */
const STAFF = DEMO.members.length + 1;
const DRIVERS = DEMO.drivers.filter(({ username }) => username !== undefined);
/** The test invites this driver to the app before it erases the driver. The driver is on no trip. */
const ERASED = DEMO.drivers.find(({ username, status }) => username === undefined && status === undefined);
const DRIVER_ROUTE = `/teams/${DEMO.team.id}/drivers/${ERASED?.id}`;
const NOTHING = {
  ...{ memberships: 0, securityEvents: 0, teamCounts: 0, registrations: 0, profiles: 0, drivers: 0 },
  ...{ made: 0, missing: 0 },
};

describe('production 7.3: all accounts are made again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-accounts-'));
  const cognito = new CognitoIdentityProviderClient({});
  let outbound: Outbound = (_call, act) => act();
  let cloud: Cloud;
  let options: RelinkOptions;
  let planned: Relinked;
  let erased = '';

  beforeAll(async () => {
    cloud = await startCloud({
      seed: true,
      warn: () => {},
      runtime: { outbound: (call, act) => outbound(call, act) },
    });
  });
  afterAll(async () => {
    cognito.destroy();
    await cloud.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    outbound = (_call, act) => act();
  });

  const pool = (name: 'STAFF' | 'DRIVERS') => String(process.env[`${name}_USER_POOL_ID`]);
  const send = (route: string, call?: Parameters<ReturnType<typeof sender>>[1]) => sender(cloud.url)(route, call);
  const exportNow = () => send('POST /_local/schedules/exportAccounts');
  const signIn = async (email: string) =>
    textAt(
      await expectStatus(200, send('POST /auth/login', { body: { email, password: DEMO_PASSWORD } })),
      'tokens.accessToken',
    );

  async function usersOf(UserPoolId: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId }))
      names.push(...Users.map(({ Username = '' }) => Username));
    return names;
  }

  async function stored(key: string): Promise<string | undefined> {
    const client = s3Client();
    try {
      const command = new GetObjectCommand({ Bucket: String(process.env.DOCUMENTS_BUCKET_NAME), Key: key });
      return await (await client.send(command)).Body?.transformToString();
    } catch (failure) {
      if (failure instanceof NoSuchKey) return undefined;
      throw failure;
    } finally {
      client.destroy();
    }
  }

  test('the export continues after an interruption, page by page, and then rests for a week', async () => {
    for (let index = 0; index < OTHERS; index += 1) {
      const Username = `persona${index}@fletes.mx`;
      const UserAttributes = [{ Name: 'email', Value: Username }];
      const UserPoolId = pool('STAFF');
      await cognito.send(
        new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
      );
    }
    const token = await signIn(OWNER.email);
    const invited = send(`POST ${DRIVER_ROUTE}/access`, { token, body: { action: 'INVITE' } });
    erased = textAt(await expectStatus(200, invited), 'username');
    let pages = 0;
    outbound = (call, act) => {
      if (call.action === 'ListUsers') pages += 1;
      if (pages === 2) throw new Error('The run ends here.');
      return act();
    };
    expect((await exportNow()).status).toBe(500);
    outbound = (_call, act) => act();
    expect(await stored(completeKey(JSON.parse(String(await stored(PROGRESS_KEY)))))).toBeUndefined();
    const total = (await usersOf(pool('STAFF'))).length + (await usersOf(pool('DRIVERS'))).length;
    expect((await exportNow()).body).toMatchObject({ figures: { exported: total - 60, failed: 0 } });
    expect((await exportNow()).body).toMatchObject({ figures: { exported: 0, failed: 0 } });
  });

  test('the export holds every account once, and no password', async () => {
    const progress: ExportProgress = JSON.parse(String(await stored(PROGRESS_KEY)));
    const save = (key: string, text: string) => writeFileSync(join(folder, basename(key)), text);
    for (const name of EXPORTED_POOLS) {
      for (let part = 1; ; part += 1) {
        const key = pageKey({ ...progress, pool: name, part });
        const text = await stored(key);
        if (text === undefined) break;
        expect(text).not.toMatch(/password|phone|"name"/i);
        save(key, text);
      }
    }
    expect(() => readAccounts(folder)).toThrow('no complete export');
    save(completeKey(progress), String(await stored(completeKey(progress))));
    const { staff, drivers } = readAccounts(folder);
    expect(staff.map(({ username }) => username).sort()).toEqual((await usersOf(pool('STAFF'))).sort());
    expect(drivers.map(({ username }) => username).sort()).toEqual((await usersOf(pool('DRIVERS'))).sort());
    expect(drivers[0]?.claims).toEqual({ 'custom:teamId': DEMO.team.id, 'custom:driverId': expect.any(String) });
    options = {
      exported: { staff, drivers },
      tableName: String(process.env.TABLE_NAME),
      staffPool: pool('STAFF'),
      driversPool: pool('DRIVERS'),
      create: true,
      apply: true,
      print: () => {},
    };
  });

  test('a driver is erased after the export', async () => {
    const token = await signIn(OWNER.email);
    await expectStatus(200, send(`POST ${DRIVER_ROUTE}/erase`, { token, body: { reason: 'Lo pidió' } }));
    expect(await usersOf(pool('DRIVERS'))).not.toContain(erased);
    expect(options.exported.drivers.map(({ username }) => username)).toContain(erased);
  });

  test('a run without --yes writes nothing, and names the accounts that are missing', async () => {
    for (const UserPoolId of [pool('STAFF'), pool('DRIVERS')])
      for (const Username of await usersOf(UserPoolId))
        await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
    const lines: string[] = [];
    const dry = await relink({ ...options, apply: false, print: (line) => lines.push(line) });
    expect(dry).toEqual({ ...NOTHING, missing: STAFF + DRIVERS.length });
    expect(lines).toContain(`drivers: ${erased} is not in the table and gets no account`);
    expect(lines).toContain('staff: persona0@fletes.mx is not in the table and gets no account');
    expect(lines).toContain(`staff: ${OWNER.email} has no account now`);
    expect(await usersOf(pool('STAFF'))).toEqual([]);
  });

  test('an interrupted run is continued, and the next one finds nothing to do', async () => {
    let writes = 0;
    const interrupted = relink({
      ...options,
      outbound: (call, act) => {
        if (call.action === 'TransactWriteItems') writes += 1;
        if (writes === 3) throw new Error('The run ends here.');
        return act();
      },
    });
    await expect(interrupted).rejects.toThrow('The run ends here.');
    planned = await relink({ ...options, apply: false });
    expect(planned.memberships + planned.profiles).toBeGreaterThan(0);
    expect(await relink(options)).toEqual(planned);
    expect(planned).toMatchObject({ made: 0, missing: 0 });
    expect(planned.drivers).toBeGreaterThan(0);
    expect(await relink(options)).toEqual(NOTHING);
  });

  test('an erased driver gets no account again, and neither does a person who never signed in', async () => {
    expect((await usersOf(pool('DRIVERS'))).sort()).toEqual(DRIVERS.map(({ username }) => username).sort());
    expect(await usersOf(pool('STAFF'))).toHaveLength(STAFF);
  });

  test('the owner sets a password by mail, and is still the owner, with all members', async () => {
    const email = OWNER.email;
    await expectStatus(200, send('POST /auth/password/forgot', { body: { email } }));
    const outbox = await expectStatus(200, send(`GET /_local/outbox?to=${encodeURIComponent(email)}`));
    const reset = { email, code: textAt(outbox, 'messages.0.code'), newPassword: DEMO_PASSWORD };
    await expectStatus(200, send('POST /auth/password/reset', { body: reset }));
    const token = await signIn(email);
    const teams = await expectStatus(200, send('GET /teams', { token }));
    expect(listAt(teams, 'teams')).toHaveLength(1);
    expect(valueAt(teams, 'teams.0.userRole')).toBe('OWNER');
    const me = textAt(await expectStatus(200, send('GET /users/me', { token })), 'id');
    expect(valueAt(teams, 'teams.0.ownerId')).toBe(me);
    const members = await expectStatus(200, send(`GET /teams/${DEMO.team.id}/members`, { token }));
    expect(listAt(members, 'members')).toHaveLength(DEMO.members.length);
  });

  test('the journey from sign-in to a completed trip works as before', async () => {
    const known = [
      ...MEMBERS.map(({ email }) => [pool('STAFF'), email]),
      ...DRIVERS.map(({ username = '' }) => [pool('DRIVERS'), username]),
    ];
    for (const [UserPoolId, Username] of known)
      await cognito.send(
        new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: DEMO_PASSWORD, Permanent: true }),
      );
    await journey(cloud.url, { now: () => Date.now() });
  });
});
