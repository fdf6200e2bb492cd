import { randomBytes } from 'node:crypto';
import { type Answer, type Call, listAt, must, sendFrom, textAt } from './http';
import type { Server } from './server';

/** A member of staff with an account, signed in from an address of its own. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** The access token of the first sign-in. */
  readonly token: string;
  readonly refreshToken: string;
  /** The answer of the first sign-in. */
  readonly signedIn: Answer;
  /** Sends `METHOD /path` from the person's address with the access token. */
  readonly send: (route: string, body?: unknown) => Promise<Answer>;
}

export interface Team {
  readonly teamId: string;
  readonly owner: Person;
}

export interface Driver {
  readonly driverId: string;
  readonly username: string;
  readonly password: string;
  readonly address: string;
  readonly token: string;
  readonly refreshToken: string;
  /** The answer that ended the first sign-in. */
  readonly signedIn: Answer;
}

/** The means of attackers and rightful persons: HTTP from any address, mailboxes, and accounts that anyone can make. */
export interface World {
  readonly url: string;
  /** An address of this machine from which nothing was sent before. */
  readonly address: () => string;
  /** Sends `METHOD /path` from the address. */
  readonly from: (address: string, route: string, call?: Call) => Promise<Answer>;
  /** Sends `METHOD /path` from a new address. */
  readonly send: (route: string, call?: Call) => Promise<Answer>;
  /** A text that occurs nowhere else. */
  readonly unique: (prefix: string) => string;
  readonly mails: (to: string) => Promise<readonly { subject: string; text: string; code: string | undefined }[]>;
  /** The code in the newest mail to an address. */
  readonly code: (to: string) => Promise<string>;
  readonly person: (email?: string) => Promise<Person>;
  readonly login: (email: string, password: string, address?: string) => Promise<Answer>;
  readonly team: (owner?: Person) => Promise<Team>;
  readonly join: (team: Team, role?: 'MEMBER' | 'ADMIN') => Promise<Person>;
  readonly hire: (team: Team, fields?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly driver: (team: Team, fields?: Readonly<Record<string, unknown>>) => Promise<Driver>;
  /** Sets a policy of the team. A commit before the policies answers 404, and the team has no such protection. */
  readonly policy: (team: Team, policies: Readonly<Record<string, string>>) => Promise<void>;
  /** Calls Cognito without credentials, as the holder of a token can. */
  readonly cognito: (action: string, body: unknown) => Promise<Answer>;
  readonly now: () => number;
  readonly advance: (milliseconds: number) => Promise<void>;
}

/** Long, mixed, and no word of a name or an address. */
export const PASSWORD = 'Camino-Largo-77';
export const OTHER_PASSWORD = 'Puente-Viejo-31';

export const ADDRESS = {
  street: 'Av. Gonzalitos',
  exteriorNumber: '450',
  neighborhood: 'Mitras Centro',
  city: 'Monterrey',
  state: 'Nuevo León',
  country: 'Mexico',
  postalCode: '64460',
};

let addresses = 0;

export function makeWorld(server: Server): World {
  let ahead = 0;
  const from: World['from'] = (address, route, call) => {
    const [method = '', path = ''] = route.split(' ');
    return sendFrom(address, method, `${server.url}${path}`, call);
  };
  const send: World['send'] = (route, call) => from(newAddress(), route, call);
  const mails: World['mails'] = async (to) => {
    const { body } = await must(200, send(`GET /_local/outbox?to=${encodeURIComponent(to)}`));
    return listAt(body, 'messages').map(mailOf);
  };
  const code: World['code'] = async (to) => {
    const found = (await mails(to)).find((mail) => mail.code !== undefined);
    if (found?.code === undefined) throw new Error(`no code was mailed to ${to}`);
    return found.code;
  };
  const world: World = {
    url: server.url,
    address: newAddress,
    from,
    send,
    unique,
    mails,
    code,
    login: (email, password, address = newAddress()) =>
      from(address, 'POST /auth/login', { body: { email, password } }),
    person: (email = `${unique('p')}@fletes.mx`) => makePerson(world, email),
    team: async (owner) => makeTeam(owner ?? (await makePerson(world, `${unique('p')}@fletes.mx`))),
    join: (team, role = 'MEMBER') => joinTeam(world, team, role),
    hire: (team, fields = {}) => hireDriver(team, fields),
    driver: async (team, fields = {}) => openApp(world, team, await hireDriver(team, fields)),
    policy: async ({ teamId, owner }, policies) => {
      const { status, body } = await owner.send(`GET /teams/${teamId}/policies`);
      if (status !== 404) await must(200, owner.send(`PUT /teams/${teamId}/policies`, { ...body, ...policies }));
    },
    cognito: (action, body) =>
      sendFrom(newAddress(), 'POST', String(server.endpoints.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER), {
        body,
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
        },
      }),
    now: () => Date.now() + ahead,
    advance: async (milliseconds) => {
      ahead += milliseconds;
      await server.advance(milliseconds);
    },
  };
  return world;
}

/** On Linux all of 127.0.0.0/8 is this machine, and the gateway takes the caller's address from the connection. */
function newAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

const unique = (prefix: string): string => `${prefix}${randomBytes(6).toString('hex')}`;

const mailOf = (mail: unknown) => {
  const code = Object(mail).code;
  return {
    subject: textAt(mail, 'subject'),
    text: textAt(mail, 'text'),
    code: typeof code === 'string' ? code : undefined,
  };
};

/** Registers, confirms and signs in. */
async function makePerson(world: World, email: string): Promise<Person> {
  const address = world.address();
  const names = { name: 'Ana Treviño', phone: '8112345678' };
  await must(201, world.from(address, 'POST /auth/register', { body: { email, password: PASSWORD, ...names } }));
  const confirmation = { email, code: await world.code(email), password: PASSWORD, ...names };
  await must(200, world.from(address, 'POST /auth/register/confirm', { body: confirmation }));
  return personOf(world, email, PASSWORD, address, await must(200, world.login(email, PASSWORD, address)));
}

/** The person of a sign-in that succeeded. */
export function personOf(world: World, email: string, password: string, address: string, signedIn: Answer): Person {
  const token = textAt(signedIn.body, 'tokens.accessToken');
  return {
    id: textAt(signedIn.body, 'user.id'),
    email,
    password,
    address,
    token,
    refreshToken: textAt(signedIn.body, 'tokens.refreshToken'),
    signedIn,
    send: (route, body) => world.from(address, route, { token, body }),
  };
}

async function makeTeam(owner: Person): Promise<Team> {
  const { body } = await must(201, owner.send('POST /teams', { name: 'Fletes del Norte', address: ADDRESS }));
  return { teamId: textAt(body, 'team.teamId'), owner };
}

async function joinTeam(world: World, { teamId, owner }: Team, role: 'MEMBER' | 'ADMIN'): Promise<Person> {
  const person = await makePerson(world, `${unique('p')}@fletes.mx`);
  await must(200, owner.send(`POST /teams/${teamId}/invitations`, { invites: [person.email] }));
  // A member who was added accepts; a commit before this operation answers 404.
  await person.send(`POST /teams/${teamId}/accept`);
  if (role === 'ADMIN') await must(200, owner.send(`PUT /teams/${teamId}/members/${person.id}`, { role }));
  return person;
}

async function hireDriver({ teamId, owner }: Team, fields: Readonly<Record<string, unknown>>): Promise<string> {
  const body = { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NLB0611204', ...fields };
  return textAt((await must(201, owner.send(`POST /teams/${teamId}/drivers`, body))).body, 'driver.id');
}

/** Invites the driver to the app and signs in there for the first time. */
async function openApp(world: World, { teamId, owner }: Team, driverId: string): Promise<Driver> {
  const address = world.address();
  const access = await must(200, owner.send(`POST /teams/${teamId}/drivers/${driverId}/access`, { action: 'INVITE' }));
  const username = textAt(access.body, 'username');
  const signedIn = await firstSignIn(world, username, textAt(access.body, 'temporaryPassword'), PASSWORD, address);
  const token = textAt(signedIn.body, 'tokens.accessToken');
  await must(200, world.from(address, 'GET /drivers/me', { token }));
  const refreshToken = textAt(signedIn.body, 'tokens.refreshToken');
  return { driverId, username, password: PASSWORD, address, token, refreshToken, signedIn };
}

/** A driver's sign-in with a temporary password, which a password of the driver's own replaces. */
export async function firstSignIn(
  world: World,
  username: string,
  temporary: string,
  newPassword: string,
  address = world.address(),
): Promise<Answer> {
  const body = { username, password: temporary };
  const challenged = await must(200, world.from(address, 'POST /auth/drivers/login', { body }));
  const answer = { session: textAt(challenged.body, 'session'), username, newPassword };
  return must(200, world.from(address, 'POST /auth/drivers/new-password', { body: answer }));
}
