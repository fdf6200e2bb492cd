import * as v from 'valibot';
import { OPERATIONS } from '../../../functions/catalog';
import type { Operation } from '../../../shared/operation/define';
import { someId } from '../../support/engine-runtime';
import { insertDriver, insertMembership, insertTeam, insertUser } from '../../support/store-fleet';
import { type Identifiers, type Parts, placesIn, requestOf, valueAt, withValue } from './requests';
import type { Attack, AttackWorld } from './world';

export interface AttackedTeam {
  readonly identifiers: Identifiers;
  readonly joinCode: string;
  readonly owner: string;
  readonly admin: string;
  readonly member: string;
  /** A user who was an administrator and was removed. */
  readonly removed: string;
  /** A user with an owner's rights whose sessions were ended. */
  readonly ended: string;
  readonly subs: Readonly<Record<DriverKind, string>>;
  readonly drivers: Readonly<Record<DriverKind, string>>;
}

type DriverKind = 'assigned' | 'other' | 'disabled' | 'gone' | 'ended';

/** The creations in the order of their dependencies, with the names of their records. */
const CREATIONS: readonly (readonly [file: string, name: string, at: string])[] = [
  ['clients/create-client', 'clientId', 'id'],
  ['route-points/create-route-point', 'routePointId', 'id'],
  ['routes/create-route', 'routeId', 'id'],
  ['vehicles/create-vehicle', 'vehicleId', 'id'],
  ['boxes/create-box', 'boxId', 'id'],
  ['box-reservations/create-reservation', 'reservationId', 'id'],
  ['trips/create-trip', 'tripId', 'id'],
  ['payments/create-payment', 'paymentId', 'id'],
  ['invoices/create-invoice', 'invoiceId', 'id'],
];

/** A team with one record of every kind. Every text carries the marker. */
export async function buildTeam(world: AttackWorld, marker: string): Promise<AttackedTeam> {
  const { testContext } = world;
  const person = (what: string) =>
    insertUser(testContext, { name: `${marker} ${what}`, email: `${marker}.${what}@x.mx`.toLowerCase() });
  const [owner, admin, member, removed, ended] = await Promise.all(
    ['owner', 'admin', 'member', 'removed', 'ended'].map(person),
  );
  if (!owner || !admin || !member || !removed || !ended) throw new Error('Five people are needed.');
  const { teamId } = await insertTeam(testContext, { ownerId: owner.id, name: `${marker} team` });
  for (const [user, role] of [
    [owner, 'OWNER'],
    [admin, 'ADMIN'],
    [member, 'MEMBER'],
    [removed, 'ADMIN'],
    [ended, 'ADMIN'],
  ] as const)
    await insertMembership(testContext, {
      teamId,
      userId: user.id,
      email: user.email,
      name: user.name ?? marker,
      role,
    });
  const drivers = { assigned: someId(), other: someId(), disabled: someId(), gone: someId(), ended: someId() };
  const subs = { assigned: someId(), other: someId(), disabled: someId(), gone: someId(), ended: someId() };
  const sessionsValidFrom = new Date(Date.now() + 3_600_000).toISOString();
  for (const kind of ['assigned', 'other', 'disabled', 'gone', 'ended'] as const) {
    const access = kind === 'disabled' ? 'DISABLED' : 'ACTIVE';
    const record = {
      id: drivers[kind],
      sub: subs[kind],
      teamId,
      name: `${marker} ${kind}`,
      username: `${marker}.${kind}`,
    };
    await insertDriver(testContext, {
      ...record,
      appAccessStatus: access,
      everActive: true,
      status: kind === 'gone' ? 'BAJA' : 'DISPONIBLE',
      ...(kind === 'ended' && { sessionsValidFrom }),
    });
  }
  const token = await world.tokenOf('staff', { sub: owner.id });
  const begun = { teamId, userId: member.id, actorId: owner.id, driverId: drivers.assigned };
  const identifiers = await furnish(world, token, begun, marker);
  await world.send(operationAt('teams/create-invitations'), {
    path: { teamId },
    headers: { authorization: `Bearer ${token}` },
    body: { invites: [`${marker}.invited@x.mx`] },
  });
  await world.send(operationAt('teams/remove-member'), {
    path: { teamId, userId: removed.id },
    headers: { authorization: `Bearer ${token}` },
  });
  await insertMembership(testContext, {
    teamId,
    userId: ended.id,
    email: ended.email,
    role: 'ADMIN',
    sessionsValidFrom,
  });
  const ids = { owner: owner.id, admin: admin.id, member: member.id, removed: removed.id, ended: ended.id };
  const team = await world.send(operationAt('teams/get-team'), {
    path: { teamId },
    headers: { authorization: `Bearer ${token}` },
  });
  const joinCode = String(valueAt(JSON.parse(team.text), ['team', 'joinCode']));
  return { identifiers, joinCode, ...ids, subs, drivers };
}

/** Adds one record of every kind to a team that has members and a driver, and returns their names. */
export async function furnish(
  world: Pick<AttackWorld, 'send'>,
  token: string,
  begun: Identifiers,
  marker: string,
): Promise<Identifiers> {
  let identifiers = begun;
  for (const [file, name, at] of CREATIONS) {
    const operation = operationAt(file);
    const request = branded(operation, withoutStrangers(requestOf(operation, identifiers), identifiers), marker);
    const answer = await world.send(operation, { ...request, headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 201) throw new Error(`${operation.route} answered ${answer.status}: ${answer.text}`);
    identifiers = { ...identifiers, [name]: String(valueAt(JSON.parse(answer.text), [at])) };
    if (file === 'clients/create-client') identifiers = { ...identifiers, entityId: identifiers.clientId ?? '' };
  }
  return { ...identifiers, ...(await fileAndAlert(world, token, identifiers, marker)) };
}

/** A file of the client, and the alert of a trip that was cancelled with its draft. */
async function fileAndAlert(world: Pick<AttackWorld, 'send'>, token: string, identifiers: Identifiers, marker: string) {
  const { teamId = '', clientId: entityId = '' } = identifiers;
  const send = async (file: string, attack: Attack): Promise<unknown> => {
    const answer = await world.send(operationAt(file), { ...attack, headers: { authorization: `Bearer ${token}` } });
    if (answer.status > 299) throw new Error(`${file} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const file = { teamId, entityId, fileName: `${marker}.txt`, contentType: 'text/plain' };
  const grant = await send('files/create-upload-url', { body: { ...file, folder: 'clients-files' } });
  await fetch(String(valueAt(grant, ['uploadUrl'])), {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: `${marker} text`,
  });
  const key = String(valueAt(grant, ['key']));
  const fileId = someId();
  await send('files/register-file', { body: { ...file, entityType: 'client', fileId, key } });
  const trip = await send('trips/create-trip', { path: { teamId }, body: { startDate: '2026-03-02T15:00:00.000Z' } });
  const tripId = String(valueAt(trip, ['id']));
  await send('trips/update-trip-status', { path: { teamId, tripId }, body: { status: 'CANCELADO' } });
  const alerts = await send('alerts/list-alerts', { path: { teamId } });
  return { fileId, key, alertId: String(valueAt(alerts, ['alerts', 0, 'id'])) };
}

/** The request without optional references to records that the team does not have yet. */
const withoutStrangers = (parts: Parts, identifiers: Identifiers): Parts => ({
  ...parts,
  body:
    parts.body &&
    Object.fromEntries(
      Object.entries(parts.body).filter(([name]) => !name.endsWith('Id') || Object.hasOwn(identifiers, name)),
    ),
});

export function operationAt(file: string): Operation {
  const operation = OPERATIONS[file];
  if (operation === undefined) throw new Error(`There is no ${file}.`);
  return operation;
}

/** The request with the marker in every free text. */
function branded(operation: Operation, parts: Parts, marker: string): Parts {
  const schema = operation.input?.body;
  if (schema === undefined || parts.body === undefined) return parts;
  return placesIn({ body: parts.body }).reduce((request, place) => {
    const value = valueAt(request, place);
    if (typeof value !== 'string' || IDENTIFIER_LIKE.test(value)) return request;
    const tried = [`${marker} ${value}`, marker, `${marker}@x.mx`].map((text) => withValue(request, place, text));
    return tried.find(({ body }) => v.is(schema, body)) ?? request;
  }, parts);
}

const IDENTIFIER_LIKE = /^[\da-f]{8}-/;
