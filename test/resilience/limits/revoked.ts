import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../../functions/catalog';
import { projectRoot } from '../../../local/root';
import { poolAuthOf, teamPlaceOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { hasRole } from '../../../shared/teams/team';
import { expectStatus, textAt } from '../../journeys/http';
import { ADDRESS, openApp } from '../../journeys/sign-in';
import { totp } from '../../support/totp';
import { type Identifiers, requestOf } from '../attack/requests';
import { furnish } from '../attack/teams';
import type { AttackWorld } from '../attack/world';
import { isInFocus, type Settings } from '../part';
import { PASSWORD, People, type Stack } from './stack';

/** Attempts with access tokens that were revoked and had not expired. */
interface Revoked {
  readonly way: string;
  readonly tried: number;
  readonly letIn: number;
  readonly failures: readonly string[];
}

const EVERY: readonly Operation[] = Object.values(OPERATIONS);
const ofPool = (pool: 'staff' | 'drivers'): Operation[] => EVERY.filter(({ auth }) => poolAuthOf(auth)?.pool === pool);
const isOfTeam = ({ auth }: Operation): boolean => teamPlaceOf(auth) !== undefined;
/**
 * Whether the declaration allows the operation to a MEMBER. `removeMember` is an exception: it checks the role when it runs, because a MEMBER
 * may remove only the own membership.
 */
const mayAMember = ({ auth, id }: Operation): boolean =>
  id !== 'removeMember' && hasRole('MEMBER', Reflect.get(Object(auth), 'role') ?? 'MEMBER');

/** The routes that docs/security.md still allows a token after a password reset by mail. */
function allowedByTheDocument(): ReadonlySet<string> {
  const document = readFileSync(join(projectRoot(), 'docs', 'security.md'), 'utf8');
  const line = document.split('\n').find((one) => one.startsWith('| a new password by mail |')) ?? '';
  return new Set([...(line.split(' | ')[1] ?? '').matchAll(/`(\w+ \/[^`]*)`/g)].map(([, route = '']) => route));
}

type Trying = (ground: Ground, allowed: ReadonlySet<string>) => Promise<Omit<Revoked, 'way'>>;

/** Each way to revoke a token, and the operations that the old token may still call. */
const WAYS: Readonly<Record<string, Trying>> = {
  'removed from the team': (ground) =>
    ground.asMember(
      (who) => ground.remove(who),
      (one) => !isOfTeam(one),
    ),
  'made a MEMBER': (ground) =>
    ground.asMember(
      (who) => ground.lower(who),
      (one) => !isOfTeam(one) || mayAMember(one),
    ),
  'set a new password': (ground, allowed) =>
    ground.asMember(
      (who) => ground.reset(who).then(() => ground.readCode()),
      ({ route }) => allowed.has(route),
    ),
  'recovered without the app': (ground, allowed) =>
    ground.asMember(
      (who) => ground.recover(who).then(() => ground.readCode()),
      ({ route }) => allowed.has(route),
      true,
    ),
  'driver disabled': (ground) => ground.asDriver({ action: 'DISABLE' }, false),
  'driver BAJA': (ground) => ground.asDriver({ status: 'BAJA' }, false),
  'driver sent a new temporary password': (ground) => ground.asDriver({ action: 'RESEND' }, false),
  'signed out': (ground) => ground.asOwnerSignedOut(() => false),
};

/** A team with one record of every kind, and the users whose access the test revokes. */
export async function tryRevoked(stack: Stack, { form, focus }: Pick<Settings, 'form' | 'focus'>): Promise<Revoked[]> {
  const ways = Object.entries(WAYS).filter(([way]) => isInFocus(way, focus));
  if (ways.length === 0) return [];
  const ground = await new Ground(stack, form === 'long' || focus !== undefined ? 1 : SHORT_STEP).open();
  const allowed = allowedByTheDocument();
  const found: Revoked[] = [];
  for (const [way, trying] of ways) found.push({ way, ...(await trying(ground, allowed)) });
  return found;
}

/** The short form tries every third operation with each token, and starts with another operation for the next token. */
const SHORT_STEP = 3;
const FEW = 10;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly access: string;
  readonly refresh: string;
}

class Ground {
  private readonly people: People;
  private owner: Person | undefined;
  private identifiers: Identifiers = {};
  private code = '';
  private tried = 0;

  constructor(
    private readonly stack: Stack,
    private readonly step: number,
  ) {
    this.people = new People(stack);
  }

  async open(): Promise<this> {
    this.owner = await this.person();
    const body = { name: 'Fletes Treviño', address: ADDRESS };
    const { team } = await this.byOwner('POST /teams', 201, body);
    this.identifiers = { teamId: textAt(team, 'teamId') };
    const { team: read } = await this.byOwner(`GET /teams/${this.team}`, 200);
    this.code = textAt(read, 'joinCode');
    const member = await this.member('MEMBER');
    const { driver } = await this.byOwner(`POST /teams/${this.team}/drivers`, 201, { name: 'Chofer' });
    const begun = {
      ...this.identifiers,
      userId: member.id,
      actorId: this.owner.id,
      driverId: textAt(driver, 'id'),
    };
    this.identifiers = await furnish({ send: this.send }, this.owner.access, begun, 'Marca');
    return this;
  }

  /** Revokes an administrator's access and tries every staff operation with the old token. */
  async asMember(put: (who: Person) => Promise<unknown>, isLetIn: (one: Operation) => boolean, hasFactor = false) {
    const who = await this.member('ADMIN');
    if (hasFactor) await this.enrol(who);
    await put(who);
    return this.tryAll('staff', who.access, this.identifiers, isLetIn);
  }

  remove = (who: Person) =>
    this.byOwner(`DELETE /teams/${this.team}/members/${who.id}`, 200).then(() => this.readCode());
  lower = (who: Person) => this.byOwner(`PUT /teams/${this.team}/members/${who.id}`, 200, { role: 'MEMBER' });

  async reset({ email }: Person): Promise<void> {
    await expectStatus(200, this.stack.send('POST /auth/password/forgot', { body: { email } }));
    const body = { email, code: await this.stack.codeFor(email), newPassword: `${PASSWORD}x` };
    await expectStatus(200, this.stack.send('POST /auth/password/reset', { body }));
  }

  recover = ({ email }: Person) =>
    expectStatus(200, this.stack.send('POST /auth/mfa/recover', { body: { email, password: PASSWORD } }));

  /** Changes the access of a driver with a trip and tries every driver operation with the old token. */
  async asDriver(change: { action: string } | { status: string }, isLetIn: boolean) {
    const { driver } = await this.byOwner(`POST /teams/${this.team}/drivers`, 201, { name: 'Chofer' });
    const driverId = textAt(driver, 'id');
    const token = this.owner?.access ?? '';
    const app = await openApp(this.stack.send, token, this.team, driverId);
    const { vehicleId = '' } = this.identifiers;
    const trip = { driverId, vehicleId, startDate: '2026-03-02T15:00:00.000Z' };
    const { id } = await this.byOwner(`POST /teams/${this.team}/trips`, 201, trip);
    const access = `/teams/${this.team}/drivers/${driverId}/access`;
    if ('status' in change) await this.byOwner(`PUT /drivers/${driverId}?teamId=${this.team}`, 200, change);
    else await this.byOwner(`POST ${access}`, 200, change);
    return this.tryAll('drivers', app.accessToken, { ...this.identifiers, tripId: String(id) }, () => isLetIn);
  }

  /** Comes last, because the owner may do everything and uses every operation. */
  async asOwnerSignedOut(isLetIn: (one: Operation) => boolean) {
    const who = this.owner;
    if (who === undefined) throw new Error('The team was not opened.');
    await expectStatus(200, this.stack.send('POST /auth/logout', { body: { refreshToken: who.refresh } }));
    return this.tryAll('staff', who.access, this.identifiers, isLetIn);
  }

  /** Calls every operation of the pool once. Each must be allowed or refused as declared. Operations that transfer or delete come last. */
  private async tryAll(
    pool: 'staff' | 'drivers',
    token: string,
    identifiers: Identifiers,
    isLetIn: (one: Operation) => boolean,
  ): Promise<Omit<Revoked, 'way'>> {
    const failures: string[] = [];
    this.tried += 1;
    const all = ofPool(pool);
    const operations = (all.length > FEW ? all.filter((_, nth) => (nth + this.tried) % this.step === 0) : all).sort(
      (one, other) => lateness(one) - lateness(other),
    );
    let letIn = 0;
    for (const operation of operations) {
      const request = requestOf(operation, identifiers);
      const { status, text } = await this.send(operation, {
        ...request,
        headers: { authorization: `Bearer ${token}` },
      });
      // A 403 that names a field refuses the input, not the caller, and so does a 401 about the password or the code in the body.
      const isIn =
        (status !== 401 || /"error":"INVALID_(CREDENTIALS|CODE)"/.test(text)) &&
        (status !== 403 || text.includes('"field":'));
      if (isIn) letIn += 1;
      if (isIn !== isLetIn(operation)) failures.push(`${operation.route} is answered ${status} ${text.slice(0, 200)}`);
    }
    return { tried: operations.length, letIn, failures };
  }

  private readonly send: AttackWorld['send'] = async (operation, { path = {}, query = {}, headers = {}, body }) => {
    const [method = '', route = ''] = operation.route.split(' ');
    const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const asked = new URLSearchParams(query).toString();
    const token = headers.authorization?.replace('Bearer ', '');
    const answer = await this.stack.ask(`${method} ${filled}${asked && `?${asked}`}`, { token, body });
    return { ...answer, headers: {}, calls: [] };
  };

  private get team(): string {
    return this.identifiers.teamId ?? '';
  }

  private byOwner(route: string, status: number, body?: object): Promise<Record<string, unknown>> {
    return expectStatus(status, this.stack.send(route, { token: this.owner?.access, ...(body && { body }) }));
  }

  async readCode(): Promise<void> {
    const { team } = await this.byOwner(`GET /teams/${this.team}`, 200);
    this.code = textAt(team, 'joinCode');
  }

  private async person(): Promise<Person> {
    const email = await this.people.confirmed();
    return { email, ...(await this.people.signIn(email)) };
  }

  private async member(role: 'ADMIN' | 'MEMBER'): Promise<Person> {
    const who = await this.person();
    await expectStatus(200, this.stack.send('POST /teams/join', { token: who.access, body: { joinCode: this.code } }));
    if (role === 'ADMIN') await this.byOwner(`PUT /teams/${this.team}/members/${who.id}`, 200, { role });
    return who;
  }

  private async enrol({ access: token }: Person): Promise<void> {
    const set = await expectStatus(
      200,
      this.stack.send('POST /users/me/mfa/setup', { token, body: { password: PASSWORD } }),
    );
    const body = { code: totp(textAt(set, 'secret'), Date.now()) };
    await expectStatus(200, this.stack.send('POST /users/me/mfa/confirm', { token, body }));
  }
}

const lateness = ({ id, route }: Operation): number =>
  id === 'changeMemberRole' ? 2 : route.startsWith('DELETE') ? 1 : 0;
