import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as eraseDriver } from '../../functions/drivers/erase-driver';
import { operation as exportDriver } from '../../functions/drivers/export-driver';
import { operation as exportOwnDriver } from '../../functions/drivers/export-own-driver';
import { operation as getOwnDriver } from '../../functions/drivers/get-own-driver';
import { operation as giveConsent } from '../../functions/drivers/give-consent';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as createTeam } from '../../functions/teams/create-team';
import { operation as getErasedPerson } from '../../functions/teams/get-erased-person';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripTimeline } from '../../functions/trips/get-trip-timeline';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { operation as deleteOwnUser } from '../../functions/users/delete-own-user';
import { operation as exportOwnUser } from '../../functions/users/export-own-user';
import { type DriverRecord, driverKey } from '../../shared/fleet/driver';
import { formerPositionKey } from '../../shared/fleet/position-places';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { consumeAttempt, consumeMailedCode, consumeNotice, refundAttempt } from '../../shared/identity/attempt-limits';
import type { Attempt } from '../../shared/identity/attempt-rules';
import { driverSessionKey, userSessionKey } from '../../shared/identity/session-record';
import { idempotencyKey } from '../../shared/platform/table/idempotency';
import { dayCountKey } from '../../shared/platform/table/quota';
import { getItem, getItems } from '../../shared/platform/table/read';
import { deleteIfPresent, putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { completeErasures } from '../../shared/privacy/complete-erasures';
import { deleteDueErasures } from '../../shared/privacy/delete-due-erasures';
import { eraseUser } from '../../shared/privacy/erase-user';
import { erasedPersonKey } from '../../shared/privacy/erased-person';
import { noteExport, readDriverData } from '../../shared/privacy/export-driver';
import { beginErasure } from '../../shared/privacy/open-erasure';
import { invitationIndexes, invitationKey, newInvitation } from '../../shared/teams/invitation';
import { mailQuotaKey, membershipKey } from '../../shared/teams/team';
import { teamCountKey } from '../../shared/teams/team-quota';
import { accountKey, registrationKey } from '../../shared/teams/user';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { tripKey } from '../../shared/trips/trip';
import { documentAt } from '../contract/named-tests';
import { accounts, PASSWORD, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { type Office, openOffice } from '../support/office';
import { JPEG_BYTES, ownFile, uploadOwn } from '../support/proof-road';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { objectStorage, upload } from '../support/storage';
import { insertDriver, insertMembership, insertTeam, insertUser, insertVehicle } from '../support/store-fleet';
import { TEAM_ADDRESS } from '../support/store-records';
import { ask, PDF, PDF_BYTES, register, versionsOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();
const secrets = mockClient(SecretsManagerClient);
beforeEach(() => {
  secrets.on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });
});

const DAY_MS = 24 * 60 * 60_000;

/** The rows of docs/table.md: each kind of record, with the form of its keys. */
const KINDS = documentAt('docs/table.md')
  .split('\n')
  .flatMap((line) => {
    const [, kind = '', pk = '', sk = ''] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
    return line.includes('| `') ? [{ kind, pk: formOf(pk), sk: formOf(sk) }] : [];
  });

/** These values contain `#` or may be empty; another value is one part of a key. */
function formOf(pattern: string): RegExp {
  const open = pattern
    .replace(/\{(home|what|group|key|occasion|shard|purpose|externalId)\}/g, '.*')
    .replace(/\{\w+\}/g, '[^#]+');
  return new RegExp(`^${open}$`);
}

/** Kinds of record that hold values of a driver or of a user. */
const OF_DRIVER = [
  'driver',
  'words of a record, two in a row; the place of the record in its list by name',
  'key of another system, unique in team and kind',
  'trip',
  'last position of a trip that began in an earlier release',
  'what was reported and decided about a stop',
  'audit event, also the timeline of a trip',
  'expiring document',
  'alert',
  'mark of an alert that is raised once',
  'first answer of a creation, or that a change was made',
  'session of a driver that can be renewed',
  'network from which an account has signed in',
  'failed attempts and attempts in progress of an account, a network, a device or a temporary password',
  'file',
  'holder of an object key, and the file that the key shows',
];
const OF_USER = [
  'user profile',
  'name and phone of a registration, until the first sign-in',
  'session of a user that can be renewed',
  'account of an address',
  'membership',
  'invitation, for seven days',
  'mails of a day to a recipient',
  'first answer of a creation, or that a change was made',
  'network from which an account has signed in',
  'failed attempts and attempts in progress of an account, a network, a device or a temporary password',
  'file',
  'holder of an object key, and the file that the key shows',
];
/** Kinds that hold no value of a driver or user, but at most the identifier. */
const OF_NOBODY = [
  'road policy',
  // The end of the trip deletes it, and a driver on a trip is not erased.
  'last position of a trip under way',
  // It has binary values alone. The erasure of the driver deletes it (test/operations/erased-track.test.ts).
  'segment of a trip’s track, for the days of the road policy',
  // The erasure of the driver deletes the next four (test/operations/erased-hours.test.ts).
  'trip of a former driver',
  'what a driver’s phone reported about the own work, for the days of the road policy',
  'working time of a driver on a local day, one entry for each trip',
  'correction of a driver’s working time',
  // Identifiers and instants alone.
  'line of a route',
  'driven time between the stops of a route, of its last ten trips',
  'look at a trip that is due at an instant: at its truck, (with #FILES at the end) at the files of its proofs, or (with #LEGS) at its ways between stops',
  // Identifiers of alerts, and when a limit was reached.
  'alerts about the limits that a driver has reached',
  // The next three are in the partition of the user, which the erasure deletes wholly.
  'security event of a user, for 400 days',
  // It has the address only until the erasure is completed.
  'erasure that is not completed',
  'enrolment of an authenticator app, with the encrypted token that began it, for five minutes',
  'mailed code of this service, for ten minutes',
  'team',
  // Identifiers and dates alone.
  'place of a reservation under its client',
  'place of a trip under its client, vehicle and route; NONE without a client',
  'plans of a driver or a vehicle under overlap: REFUSE, until a month after the last one',
  // The member who made it is named by the identifier of the account alone.
  'tracking link, in one of its trip’s ten places',
  'what a tracking link’s token leads to',
  'mails and added users of a day by an inviter',
  'join code',
  'uses of one thing by an account on one day',
  'uses of one thing by a team on one day',
  'teams that an account owns, and created today',
  'API key',
  'day on which an API key was used, for 400 days',
  'number of API keys of a team',
  'vehicle',
  'plate, unique in the team',
  'client',
  'route point',
  'route',
  // The contacts of its places, as the route points have them.
  'stops of a trip as the office plans them',
  'open amount of a trip without a document',
  'open amount of a document',
  'credit of a client: money on account',
  'credit of a client: paid beyond the documents of a trip',
  'credit of a client: receipted documents that credit notes reduced',
  'invoice, the part that lists show',
  'items of an invoice, when they are long',
  'sum of the allocations of an invoice',
  'pointer from a folio fiscal to its invoice',
  'payments of a receipt of payment',
  'pointer from a document to a credit note or receipt of it',
  'alerts about the receipts of a month',
  // Its file may have rows of drivers: the bucket deletes it after 30 days (docs/privacy.md).
  'import, for 30 days',
  'the import of a team that has not ended',
  'Carta Porte of an invoice',
  'invoice made by hand for a trip',
  'instant of the last deletion of a record that others may name',
  'number of invoices of a team, by status',
  'number of invoices of a client, by status',
  'stamping attempt under way',
  'cancellation under way',
  'rental draft under way',
  'attempt that recovery no longer looks for',
  'run of recovery',
  'webhook event that was processed',
  'organization at the provider, with encrypted keys',
  // A member is named by the identifier of the account alone.
  'webhook endpoint, with its sealed secrets and the spans of its types',
  'number of webhook endpoints of a team',
  'delivery of an event to an endpoint, for 40 days',
  'redelivery under way',
  'archive of a month’s documents, for 30 days',
  'newest archive of a month and types',
  'token of a webhook address',
  'claim of an organization',
  'payment',
  'place of a collection, with its further payments',
  'box',
  'economic number, unique in the team',
  'reservation',
  'upload grant of a user, for an hour',
  'upload grants and bytes of a team’s day',
  'sealed data of an erased person, until the term ends',
];

const kindOf = ({ pk, sk }: Record<string, unknown>): string =>
  KINDS.find((one) => one.pk.test(String(pk)) && one.sk.test(String(sk)))?.kind ?? `unknown: ${pk} ${sk}`;

/** The counter of a network for all accounts names no account, so it is no data of a person (docs/privacy.md). */
const isOfNetwork = ({ pk }: Record<string, unknown>): boolean => /^ATTEMPTS#\w+#NETWORK#/.test(String(pk));

/** The kinds of record in which a scan of the whole table finds a value. */
async function kindsWith(values: readonly string[]): Promise<string[]> {
  const items = (await table.everything()).filter(
    (item) => !isOfNetwork(item) && values.some((value) => JSON.stringify(item).includes(value)),
  );
  return [...new Set(items.map(kindOf))].sort();
}

/** Signs an account in from a network, and fails once there and once from another network. */
async function signIns({ testContext }: Office, of: Attempt['of'], account: string, sourceIp: string) {
  const consume = testContext.use(consumeAttempt);
  await testContext.use(refundAttempt)(await consume({ of, account, sourceIp }), { isIn: true });
  await consume({ of, account, sourceIp });
}

async function fileOf(
  office: Office,
  folder: string,
  entityType: string,
  entityId: string,
  fileName: string,
  bucket?: 'assets' | 'documents',
) {
  storage.follow(office.testContext.now);
  const asked = await ask(office, { folder, entityId, fileName, contentType: PDF, bucket });
  expect((await upload(asked.body.uploadUrl, PDF_BYTES, PDF)).status).toBe(200);
  const key = String(asked.body.key);
  const file = { entityType, entityId, fileId: someId(), key, fileName, contentType: PDF, bucket };
  expect((await register(office, file)).status).toBe(201);
  return key;
}

const FIELDS = {
  name: 'Eleuterio Quintanilla',
  phone: '5550007788',
  licenseNumber: 'NL-776655',
  licenseExpiry: '2026-03-21',
  curp: 'QUIE800101HNLRRN0',
  rfc: 'QUIE800101AB1',
  birthDate: '1980-01-13',
  medicalExpiry: '2026-03-27',
  bloodType: 'AB Rh-',
  emergencyContact: 'Rosa 8110004455',
  certifications: ['Montacargas 7'],
  salary: 98_765.43,
  address: { street: 'Calle Escondida', country: 'Mexico' },
  allergies: 'Penicilina',
  externalId: 'EMP-77-ELQ',
};
const HOME = '203.0.113.77';
const PLACE = { lat: 25.671_234_5, lng: -100.309_876 };
/** Where the phone recorded a fact. */
const SEEN = { lat: 25.733_777, lng: -100.355_555 };
const LAST = { lat: 25.912_345, lng: -100.412_345 };
const VALUES = [
  ...Object.values(FIELDS).flatMap((value) => (typeof value === 'object' ? [] : [String(value)])),
  'Montacargas 7',
  'Calle Escondida',
  'eleuterio.quintanilla',
  'Pixel de Eleuterio',
  'licencia-quintanilla.pdf',
  'entrega-quintanilla.jpg',
  HOME,
  String(PLACE.lat),
  String(LAST.lat),
  String(SEEN.lat),
  'Nota de Eleuterio',
  'Rosa Receptora',
  'Almacenista Rosa',
  'Aviso 2026-03',
];

/** Values as a search compares them. */
const FOLDED = ['eleuterio', 'quintanilla', 'quie800101'];

/** A team whose records hold each kind of value of one driver. */
async function filled() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { context } = testContext;
  const once = { 'idempotency-key': someId() };
  const made = await office.send(createDriver, { body: FIELDS, headers: once });
  expect(made.status).toBe(201);
  const id = String(Object(made.body.driver ?? made.body).id);
  const stored = await getItem(context, driverKey(teamId, id));
  if (stored === undefined) throw new Error('The driver was not stored.');
  const account = { sub: someId(), username: 'eleuterio.quintanilla', appAccessStatus: 'ACTIVE' } as const;
  const driver: DriverRecord = { ...stored, ...account };
  const seconds = Math.floor(testContext.now().getTime() / 1000) + 9999;
  const at = testContext.now().toISOString();
  const session = {
    id: someId(),
    startedAt: at,
    lastSeenAt: at,
    device: 'Pixel de Eleuterio',
    teamId,
    expires: seconds,
  };
  await transact(context, [putItem(driverKey(teamId, id), driver), putItem(driverSessionKey(id, session.id), session)]);
  const cab = await office.cab(driver);
  expect((await cab.send(giveConsent, { body: { notice: 'Aviso 2026-03' } })).status).toBe(200);
  const vehicle = await insertVehicle(testContext, { teamId });
  const plan = { startDate: at, driverId: id, vehicleId: vehicle.id };
  const planned = await office.send(createTrip, { body: plan, headers: once });
  expect(planned.status).toBe(201);
  const tripId = String(planned.body.id);
  const signedIn = { signedInAt: testContext.now().toISOString(), sessionId: 'session' };
  const mover = { pool: 'drivers', id, teamId, sub: account.sub, ...signedIn } as const;
  await testContext.use(moveOwnTrip)(mover, tripId, 'EN_PROCESO', PLACE);
  const seen = {
    id: testContext.context.newId(),
    kind: 'NOTE',
    recordedAt: at,
    tripId,
    ...SEEN,
    text: 'Nota de Eleuterio',
  };
  const stops = [{ order: 1, name: 'Patio' }];
  const plannedStops = await office.send(updateTripStops, { path: { tripId }, body: { stopsRevision: 0, stops } });
  const stopId = String(Object(plannedStops.body.stops)[0].id);
  const skipped = {
    ...seen,
    id: testContext.context.newId(),
    kind: 'STOP_SKIPPED',
    stopId,
    reason: 'Nota de Eleuterio',
  };
  const left = { ...skipped, id: testContext.context.newId(), kind: 'STOP_DEPARTED', outcome: 'FAILED' };
  const file = { fileId: someId(), sha256: 'ab'.repeat(32), kind: 'PHOTO' };
  const receiver = { receiverName: 'Rosa Receptora', receiverRole: 'Almacenista Rosa', files: [file] };
  const proof = { ...seen, id: testContext.context.newId(), kind: 'PROOF', ...receiver };
  const synced = await cab.send(syncFacts, { body: { sentAt: at, items: [seen, skipped, left, proof] } });
  expect(Object(synced.body.results).map(({ result }: { result: string }) => result)).toEqual(Array(4).fill('APPLIED'));
  await testContext.use(raiseExpiryAlerts)(() => {});
  await signIns(office, 'DRIVER_PASSWORD', account.username, HOME);
  const key = await fileOf(office, 'drivers-files', 'DRIVER', id, 'licencia-quintanilla.pdf');
  await fileOf(office, 'drivers-files', 'DRIVER', id, 'foto-quintanilla.pdf', 'assets');
  storage.follow(testContext.now);
  const own = await uploadOwn(cab, ownFile(tripId, JPEG_BYTES, { fileName: 'entrega-quintanilla.jpg' }));
  const proofKey = String(own.key);
  const end = () => testContext.use(moveOwnTrip)(mover, tripId, 'COMPLETADO', LAST);
  return { proofKey, office, driver, cab, tripId, key, end };
}

const erase = (office: Office, driverId: string) =>
  office.send(eraseDriver, { path: { driverId }, body: { reason: 'Solicitud de Eleuterio Quintanilla' } });

/** Longer than a request can last. */
const LATER_MS = 61_000;
const complete = ({ testContext }: Office) => testContext.use(completeErasures)(() => {});

beforeEach(() => {
  world.cognito.on(cognito.AdminDeleteUserCommand).resolves({});
});

test('doors 30: each kind of record of docs/table.md is classified', () => {
  const classified = new Set([...OF_DRIVER, ...OF_USER, ...OF_NOBODY]);
  expect([...classified].sort()).toEqual([...new Set(KINDS.map(({ kind }) => kind.replace("'", '’')))].sort());
});

describe('doors 30: the erasure of a driver', () => {
  it('leaves no value of the driver in the whole table', async () => {
    const { office, driver, tripId, key, proofKey, end } = await filled();
    await end();
    const former = { tripId, driverId: driver.id, isOpen: false, ...PLACE };
    await transact(office.testContext.context, [putItem(formerPositionKey(office.teamId, tripId), former)]);
    expect(await kindsWith(VALUES)).toEqual([...OF_DRIVER].sort());
    expect((await erase(office, driver.id)).status).toBe(200);
    expect(await kindsWith([...VALUES, ...FOLDED])).toEqual([]);
    expect([await versionsOf(key), await versionsOf(proofKey)]).toEqual([[], []]);
    const [deleted] = world.cognito.commandCalls(cognito.AdminDeleteUserCommand);
    expect(deleted?.args[0].input.Username).toBe(driver.sub);
    const trip = await getItem(office.testContext.context, tripKey(office.teamId, tripId));
    expect([trip?.driverId, trip?.driverName]).toEqual([driver.id, driver.id]);
    const timeline = await office.send(getTripTimeline, { path: { tripId } });
    expect(JSON.stringify(timeline.body)).toContain(driver.id);
    const proofs = Object(timeline.body.timeline).filter(({ event }: { event: string }) => event === 'PROOF');
    expect(proofs).toEqual([expect.objectContaining({ files: [expect.objectContaining({ kind: 'PHOTO' })] })]);
  });

  it('tax 6.3: finds the places of a former driver of a relayed trip, and leaves those of the next one', async () => {
    const { office, driver, tripId, proofKey } = await filled();
    const { testContext, teamId } = office;
    const account = { sub: someId(), appAccessStatus: 'ACTIVE', name: 'Rosa Relevo' } as const;
    const next = await insertDriver(testContext, { teamId, ...account });
    testContext.pass(1_000);
    const body = { driverId: next.id };
    const once = { 'idempotency-key': someId() };
    expect((await office.send(relayTrip, { path: { tripId }, body, headers: once })).status).toBe(200);
    testContext.pass(1_000);
    const signedIn = { signedInAt: testContext.now().toISOString(), sessionId: 'session' };
    const mover = { pool: 'drivers', id: next.id, teamId, sub: account.sub, ...signedIn } as const;
    await testContext.use(moveOwnTrip)(mover, tripId, 'COMPLETADO', LAST);
    const exported = await office.send(exportDriver, { path: { driverId: driver.id } });
    expect([exported.status, exported.body.trips]).toEqual([200, []]);
    expect(exported.body.formerTrips).toEqual([expect.objectContaining({ id: tripId, startLat: PLACE.lat })]);
    const text = JSON.stringify(exported.body.formerTrips);
    for (const foreign of [String(LAST.lat), 'Rosa Relevo']) expect(text).not.toContain(foreign);
    const own = VALUES.filter((value) => value !== String(LAST.lat));
    expect(await kindsWith([String(PLACE.lat)])).toEqual([
      'audit event, also the timeline of a trip',
      'first answer of a creation, or that a change was made',
      'trip',
    ]);
    const kept = await uploadOwn(await office.cab(next), ownFile(tripId));
    expect((await erase(office, driver.id)).status).toBe(200);
    expect(await kindsWith(own)).toEqual([]);
    expect([await versionsOf(proofKey), (await versionsOf(String(kept.key))).length]).toEqual([[], 1]);
    expect(await kindsWith([String(LAST.lat)])).toEqual(['audit event, also the timeline of a trip']);
    const trip = await getItem(testContext.context, tripKey(teamId, tripId));
    expect([trip?.driverId, trip?.driverName]).toEqual([next.id, 'Rosa Relevo']);
    expect(await table.partition(`TEAM#${teamId}#DRIVER#${driver.id}`, 'LEG#')).toEqual([]);
    expect((await erase(office, next.id)).status).toBe(200);
    expect(await kindsWith(VALUES)).toEqual([]);
  });

  it('is refused while the driver is on a trip, and works after it', async () => {
    const { office, driver, end } = await filled();
    expect(refusal(await erase(office, driver.id))).toEqual(refused('DRIVER_STATUS'));
    const stored = await getItem(office.testContext.context, driverKey(office.teamId, driver.id));
    expect([stored?.name, stored?.erasedAt]).toEqual([FIELDS.name, undefined]);
    await end();
    expect((await erase(office, driver.id)).status).toBe(200);
  });

  it('ends the access, and the record cannot be edited any more', async () => {
    const { office, driver, cab, end } = await filled();
    await end();
    await erase(office, driver.id);
    expect((await cab.send(getOwnDriver)).status).toBe(403);
    const edit = await office.send(updateDriver, {
      path: { driverId: driver.id },
      body: { teamId: office.teamId, phone: '5550007788' },
    });
    expect(refusal(edit)).toEqual(refused('DRIVER_STATUS'));
  });

  it('is completed by a repeated request after a failure of Cognito', async () => {
    const { office, driver, end } = await filled();
    await end();
    world.cognito.on(cognito.AdminDeleteUserCommand).rejectsOnce(new Error('down')).resolves({});
    expect((await erase(office, driver.id)).status).toBe(502);
    expect((await erase(office, driver.id)).status).toBe(200);
    expect(await kindsWith(VALUES)).toEqual([]);
  });

  it('is completed by the schedule when the owner does not repeat the request', async () => {
    const { office, driver, end } = await filled();
    await end();
    world.cognito.on(cognito.AdminDeleteUserCommand).rejectsOnce(new Error('down')).resolves({});
    expect((await erase(office, driver.id)).status).toBe(502);
    expect((await kindsWith(VALUES)).length).toBeGreaterThan(0);
    office.testContext.pass(LATER_MS);
    expect(await complete(office)).toEqual({ completed: 1, failed: 0 });
    expect(await kindsWith(VALUES)).toEqual([]);
    expect(await complete(office)).toEqual({ completed: 0, failed: 0 });
  });

  it('keeps the data in an envelope that only the owner opens, with an audit entry, until the term ends', async () => {
    const { office, driver, end } = await filled();
    await end();
    await erase(office, driver.id);
    const path = { personId: driver.id };
    const admin = await office.hire('ADMIN');
    expect(refusal(await admin.send(getErasedPerson, { path }))).toEqual(refused('FORBIDDEN'));
    const entries = async () => table.partition(`TEAM#${office.teamId}#DRIVER#${driver.id}`, 'EVENT#');
    const before = (await entries()).length;
    const { status, body } = await office.send(getErasedPerson, { path });
    expect([status, Object(body.data).driver]).toEqual([200, expect.objectContaining(FIELDS)]);
    expect((await entries()).slice(before)).toEqual([expect.objectContaining({ action: 'READ', actorId: office.id })]);
    const stored = () => getItem(office.testContext.context, erasedPersonKey(office.teamId, driver.id));
    const purge = () => office.testContext.use(deleteDueErasures)(() => {});
    expect([await purge(), (await stored())?.deleteOn]).toEqual([{ deleted: 0, failed: 0 }, '2031-03-02']);
    office.testContext.pass(5 * 365.25 * DAY_MS);
    expect((await purge()).deleted).toBeGreaterThan(0);
    expect(await stored()).toBeUndefined();
  });
});

const NAME = 'Hermelinda Zambrano';
const PHONE = '5550009911';
const NETWORK = '203.0.113.99';

/** A member of a team, with a value in each kind of record that can hold one. */
async function member() {
  const office = await openOffice(world);
  const { testContext, teamId, exchange } = office;
  const { context } = testContext;
  const email = `hermelinda.${someId().slice(-6)}@fletes.mx`;
  const user = await insertUser(testContext, { email, name: NAME, phone: PHONE });
  const userId = user.id;
  await insertMembership(testContext, { teamId, userId, email, name: NAME });
  const body = { name: 'Fletes del Golfo', address: TEAM_ADDRESS, invites: [email] };
  expect((await office.send(createTeam, { body, headers: { 'idempotency-key': someId() } })).status).toBe(201);
  const { teamId: other } = await insertTeam(testContext, {});
  const invited = { teamId: other, email, invitedBy: someId() };
  const at = testContext.now().toISOString();
  const expires = Math.floor(testContext.now().getTime() / 1000) + 9999;
  const session = { id: someId(), startedAt: at, lastSeenAt: at, device: 'Portátil de Hermelinda', expires };
  await transact(context, [
    putItem(invitationKey(other, email), newInvitation(invited, testContext.now()), invitationIndexes(invited)),
    putItem(registrationKey(userId), { name: NAME, phone: PHONE, expires }),
    putItem(userSessionKey(userId, session.id), session),
  ]);
  await signIns(office, 'PASSWORD', email, NETWORK);
  await testContext.use(consumeNotice)(email);
  for (let nth = 1; nth <= 6; nth += 1) await testContext.use(consumeMailedCode)(email, true);
  const headers = await exchange.bearer(testContext.now(), userId);
  const send: Office['send'] = (operation, request) => exchange.send(operation, { ...request, headers });
  const own = {
    ...office,
    send: (operation: Parameters<Office['send']>[0], request?: Parameters<Office['send']>[1]) =>
      send(operation, inTeam(teamId, request)),
  };
  const key = await fileOf(own, 'users', 'USER', userId, 'foto-zambrano.pdf');
  await fileOf(own, 'users', 'USER', userId, 'acta-zambrano.pdf', 'documents');
  world.cognito.on(cognito.AdminInitiateAuthCommand).callsFake(async () => ({
    AuthenticationResult: await world.tokens(testContext.now(), userId, email),
  }));
  const values = [NAME, PHONE, email, NETWORK, 'Portátil de Hermelinda', 'foto-zambrano.pdf'];
  const erase = () => send(deleteOwnUser, { body: { password: PASSWORD } });
  return { office, userId, email, send, erase, values, key };
}
const inTeam = (teamId: string, request: Parameters<Office['send']>[1]) => ({
  ...request,
  body: { teamId, ...Object(request?.body) },
});

describe('doors 30: the erasure of a user', () => {
  it('leaves no value of the user in the whole table', async () => {
    const { office, userId, send, values } = await member();
    expect(await kindsWith(values)).toEqual([...OF_USER].sort());
    expect((await send(deleteOwnUser, { body: { password: PASSWORD } })).status).toBe(200);
    expect(await kindsWith(values)).toEqual([]);
    expect(world.cognito.commandCalls(cognito.AdminDeleteUserCommand)).toHaveLength(1);
    expect(refusal(await send(exportOwnUser))).toEqual(refused('UNAUTHENTICATED'));
    const opened = await office.send(getErasedPerson, { path: { personId: userId } });
    expect(Object(opened.body.data).membership).toEqual(expect.objectContaining({ name: NAME }));
  });

  it('also leaves a team that the user joined after the erasure had listed the teams', async () => {
    const { userId, email, values } = await member();
    const interrupted = table.interrupted(async () => {
      const { teamId } = await insertTeam(interrupted, {});
      await insertMembership(interrupted, { teamId, userId, email, name: NAME });
    });
    await interrupted.use(eraseUser)({ id: userId, email });
    expect(await kindsWith(values)).toEqual([]);
  });

  it('is completed by the schedule, because a person without a profile cannot repeat the request', async () => {
    const { office, userId, send, erase, values } = await member();
    world.cognito.on(cognito.AdminDeleteUserCommand).rejectsOnce(new Error('down')).resolves({});
    expect((await erase()).status).toBe(502);
    expect(refusal(await erase())).toEqual(refused('UNAUTHENTICATED'));
    expect(await kindsWith(values)).toEqual(['erasure that is not completed']);
    expect(await complete(office)).toEqual({ completed: 0, failed: 0 });
    office.testContext.pass(LATER_MS);
    expect(await complete(office)).toEqual({ completed: 1, failed: 0 });
    expect(await kindsWith(values)).toEqual([]);
    const [, deleted] = world.cognito.commandCalls(cognito.AdminDeleteUserCommand);
    expect(deleted?.args[0].input.Username).toBe(userId);
    expect(refusal(await send(exportOwnUser))).toEqual(refused('UNAUTHENTICATED'));
  });

  it('that fails in the schedule too is reported and stays open', async () => {
    const { office, erase, values } = await member();
    world.cognito.on(cognito.AdminDeleteUserCommand).rejects(new Error('down'));
    expect((await erase()).status).toBe(502);
    office.testContext.pass(LATER_MS);
    expect(await complete(office)).toEqual({ completed: 0, failed: 1 });
    world.cognito.on(cognito.AdminDeleteUserCommand).resolves({});
    expect(await complete(office)).toEqual({ completed: 1, failed: 0 });
    expect(await kindsWith(values)).toEqual([]);
  });

  it('that was interrupted leaves the records of another account that has the address by now', async () => {
    const { office, email, erase } = await member();
    const { testContext } = office;
    world.cognito.on(cognito.AdminDeleteUserCommand).rejectsOnce(new Error('down')).resolves({});
    expect((await erase()).status).toBe(502);
    const other = await insertUser(testContext, { email });
    const invited = { teamId: office.teamId, email, invitedBy: office.id };
    const invitation = newInvitation(invited, testContext.now());
    await transact(testContext.context, [
      putItem(accountKey(email), { userId: other.id }),
      putItem(invitationKey(office.teamId, email), invitation, invitationIndexes(invited)),
    ]);
    testContext.pass(LATER_MS);
    expect(await complete(office)).toEqual({ completed: 1, failed: 0 });
    const left = await getItems(testContext.context, [accountKey(email), invitationKey(office.teamId, email)]);
    expect(left).toEqual([{ userId: other.id }, expect.objectContaining({ email })]);
  });

  it('that was interrupted ends for a person who owns a team by now, and deletes the present address otherwise', async () => {
    const { office, userId, email, values } = await member();
    const { testContext } = office;
    const begin = () => testContext.use(beginErasure)({ id: userId, email: 'anterior@fletes.mx' });
    await begin();
    testContext.pass(LATER_MS);
    const { teamId } = await insertTeam(testContext, {});
    await insertMembership(testContext, { teamId, userId, email, role: 'OWNER' });
    const before = await kindsWith(values);
    expect(await complete(office)).toEqual({ completed: 1, failed: 0 });
    expect([await kindsWith(values), await complete(office)]).toEqual([before, { completed: 0, failed: 0 }]);
    await transact(testContext.context, [deleteIfPresent(membershipKey(teamId, userId))]);
    await begin();
    testContext.pass(LATER_MS);
    expect(await complete(office)).toEqual({ completed: 1, failed: 0 });
    expect(await kindsWith([...values, 'anterior@fletes.mx'])).toEqual([]);
  });

  it('is refused for the owner of a team and for a wrong password, and changes nothing', async () => {
    const { office, send, values } = await member();
    const before = await kindsWith(values);
    world.cognito.on(cognito.AdminInitiateAuthCommand).callsFake(async () => ({
      AuthenticationResult: await world.tokens(office.testContext.now(), office.id),
    }));
    const owner = await office.send(deleteOwnUser, { body: { password: PASSWORD } });
    expect(refusal(owner)).toEqual(refused('TEAM_OWNER'));
    const wrong = new cognito.NotAuthorizedException({
      message: 'Incorrect username or password.',
      $metadata: { httpStatusCode: 400 },
    });
    world.cognito.on(cognito.AdminInitiateAuthCommand).rejects(wrong);
    expect((await send(deleteOwnUser, { body: { password: 'Otra-Clave-99' } })).status).toBe(401);
    expect(await kindsWith(values)).toEqual(before);
  });
});

describe('doors 30: the partitions of an erased person', () => {
  const FIRST_ANSWER = { fingerprint: 'f', result: {}, at: '2026-03-02T15:00:00.000Z', expires: 4_000_000_000 };
  const ownPartitions = async (id: string) =>
    (await table.everything())
      .map(({ pk }) => String(pk))
      .filter((pk) => pk.endsWith(`#${id}`) && !pk.startsWith('TEAM#'));

  it('of a driver are empty: sessions, and first answers to the own creations', async () => {
    const { office, driver, end } = await filled();
    await end();
    const answer = idempotencyKey('drivers', driver.id, 'createSomething', 'hash');
    await transact(office.testContext.context, [putItem(answer, FIRST_ANSWER)]);
    expect(new Set(await ownPartitions(driver.id))).toEqual(
      new Set([`CALLER#drivers#${driver.id}`, `DRIVER#${driver.id}`]),
    );
    expect((await erase(office, driver.id)).status).toBe(200);
    expect(await ownPartitions(driver.id)).toEqual([]);
  });

  it('of a user are empty: quotas, mails and first answers of the day too', async () => {
    const { office, userId, send } = await member();
    const own = (id: string) => [`CALLER#staff#${id}`, `MAIL_QUOTA#USER#${id}`, `QUOTA#USER#${id}`, `USER#${id}`];
    await transact(office.testContext.context, [
      putItem(idempotencyKey('staff', userId, 'createTeam', 'hash'), FIRST_ANSWER),
      putItem(mailQuotaKey({ inviter: userId }, '2026-03-02'), { mails: 3 }),
      putItem(dayCountKey(userId, 'ORGANIZATION', '2026-03-02'), { used: 1, expires: 4_000_000_000 }),
      putItem(teamCountKey(userId), { owned: 0, day: '2026-03-02', today: 1 }),
    ]);
    expect(new Set(await ownPartitions(userId))).toEqual(new Set(own(userId)));
    expect((await send(deleteOwnUser, { body: { password: PASSWORD } })).status).toBe(200);
    expect(await ownPartitions(userId)).toEqual([]);
  });
});

describe('doors 30: an export', () => {
  it('answers all data of a driver to administrators, audited, and to the driver; each once an hour', async () => {
    const { office, driver, cab, end } = await filled();
    await end();
    const path = { driverId: driver.id };
    const clerk = await office.hire('MEMBER');
    expect(refusal(await clerk.send(exportDriver, { path }))).toEqual(refused('FORBIDDEN'));
    const answers = [await office.send(exportDriver, { path }), await cab.send(exportOwnDriver)];
    for (const { status, body } of answers) {
      expect([status, body.consent, Object(body.driver).salary]).toEqual([200, true, FIELDS.salary]);
      const text = JSON.stringify(body);
      for (const value of VALUES.filter((one) => one !== HOME)) expect(text).toContain(value);
    }
    const again = await office.send(exportDriver, { path });
    expect([refusal(again), again.headers['retry-after']]).toEqual([refused('TOO_MANY_REQUESTS'), '3600']);
    expect((await cab.send(exportOwnDriver)).status).toBe(429);
    const events = await table.partition(`TEAM#${office.teamId}#DRIVER#${driver.id}`, 'EVENT#');
    expect(events.filter(({ action }) => action === 'EXPORT')).toHaveLength(1);
    office.testContext.pass(60 * 60_000);
    expect((await cab.send(exportOwnDriver)).status).toBe(200);
  });

  it('has the position of a trip under way, and the last one of an ended trip', async () => {
    const { office, driver, end } = await filled();
    const read = () => office.testContext.use(readDriverData)(driver);
    const [underWay] = (await read()).trips;
    expect(underWay?.position).toMatchObject({ lat: expect.any(Number), lng: expect.any(Number) });
    await end();
    expect((await read()).trips[0]?.position).toMatchObject({ lat: underWay?.position?.lat });
  });

  it('that is counted is in the audit, even when the answer of the write was lost', async () => {
    const office = await openOffice(world);
    const lost = table.testContext({
      faults: [{ action: 'TransactWriteItems', times: 1, after: connectionReset }],
    });
    const driverId = someId();
    await expect(lost.use(noteExport)(office, driverId)).rejects.toThrow('ECONNRESET');
    const events = await table.partition(`TEAM#${office.teamId}#DRIVER#${driverId}`, 'EVENT#');
    expect(events).toEqual([expect.objectContaining({ action: 'EXPORT', actorId: office.id })]);
  });

  it('says that a driver gave no consent, and still has the health data', async () => {
    const office = await openOffice(world);
    const made = await office.send(createDriver, { body: FIELDS });
    const driverId = String(Object(made.body.driver ?? made.body).id);
    const { body } = await office.send(exportDriver, { path: { driverId } });
    expect([body.consent, Object(body.driver).allergies]).toEqual([false, FIELDS.allergies]);
  });

  it('answers all data of the user who asks', async () => {
    const office = await openOffice(world);
    const { status, body } = await office.send(exportOwnUser);
    expect([status, Object(body.user).id]).toEqual([200, office.id]);
    expect(body.memberships).toEqual([expect.objectContaining({ teamId: office.teamId, role: 'OWNER' })]);
  });
});
