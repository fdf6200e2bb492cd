import { DEMO } from '../../local/seed/demo';

/** Placeholders for secrets and for values that differ from run to run, by the name of their field. */
const MARKED: Readonly<Record<string, string>> = {
  accessToken: '<access token>',
  idToken: '<identity token>',
  refreshToken: '<refresh token>',
  session: '<session>',
  secret: '<secret>',
  otpauthUri: 'otpauth://totp/<account>?secret=<secret>',
  temporaryPassword: '<temporary password>',
  joinCode: 'JOINCODE23',
  code: '123456',
  device: '<device proof>',
  versionId: '<version of the object>',
  // Both depend on the key of the stage, which each installation makes for itself.
  nextCursor: 'bmV4dC1wYWdl',
  network: 'c4jQv0TnYw2K',
  key: 'fleet_prod_<40 characters and their checksum>',
  prefix: 'fleet_prod_a8Xk',
};

/** Fields that are secret only in this form: codes of findings are no secrets, nor are the policy `joinCode` and the family of a device. */
const FORMS: Readonly<Record<string, RegExp>> = {
  code: /^\d{6}$/,
  joinCode: /^[A-Z2-9]{10}$/,
  device: /^[\w-]+\.[\w-]{43}$/,
  key: /^fleet_/,
  prefix: /^fleet_/,
};

/** The join code of the demo is public: its example can be sent. */
const isSecret = (name: string, value: unknown): value is string =>
  typeof value === 'string' && value !== DEMO.team.joinCode && name in MARKED && (FORMS[name]?.test(value) ?? true);

const STORAGE = 'https://files.fleet.example';
const HERE = /https?:\/\/127\.0\.0\.1:\d+/g;
/** The part of the seal in the SAT's address of a document. Each recording has other documents. */
const SEAL = /&fe=[\da-f]{8}/g;
/** Contain a number of the identifiers that were made before, which functions beside the calls make too. */
const CARTA_PORTE = /\bCCC[\da-f]{5}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g;
const USERNAME = /^([a-z]+\.[a-z]+)\.[\da-f]{8}$/;
const VERSION = /\?v=[0-9a-f]{12}\b/g;
/** A wait between two tries is random, so tenths of a second differ from run to run. */
const TENTHS = /(T\d\d:\d\d:\d\d)\.\d{3}Z$/;
const SIGNATURE = /\?X-Amz-[^"\s]*|\?[^"\s]*X-Amz-Signature[^"\s]*/g;

/** A value as an example shows it. */
export function marked(value: unknown, name = ''): unknown {
  if (name === 'members' && Array.isArray(value)) return value.map((one) => marked(one)).sort(byAddress);
  if (name === 'sessions' && Array.isArray(value)) return value.map((one) => marked(one)).sort(byStart);
  if (name === 'audit' && Array.isArray(value)) return value.map((one) => marked(one)).sort(byTimeAndAction);
  if (Array.isArray(value)) return value.map((one) => marked(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(inOrder(value, name).map(([key, one]) => [key, marked(one, key)]));
  if (isSecret(name, value)) return MARKED[name];
  if (typeof value !== 'string') return value;
  return value
    .replace(HERE, STORAGE)
    .replace(TENTHS, '$1.000Z')
    .replace(SIGNATURE, '?X-Amz-Signature=<signature>')
    .replace(CARTA_PORTE, 'CCCcaf12-0258-7000-8000-000000000001')
    .replace(USERNAME, '$1.0000027d')
    .replace(SEAL, '&fe=0123abcd')
    .replace(VERSION, '?v=0123456789ab');
}

/** Members are listed by identifiers that are made anew at each run. */
const byAddress = (one: unknown, other: unknown): number => (emailOf(one) < emailOf(other) ? -1 : 1);

/** Sessions that began in different seconds, the latest first: their identifiers have no order. */
const byStart = (one: unknown, other: unknown): number => (startOf(one) > startOf(other) ? -1 : 1);

/** Events of one millisecond have identifiers in random order. */
const byTimeAndAction = (one: unknown, other: unknown): number => (eventOf(one) < eventOf(other) ? -1 : 1);

const eventOf = (event: unknown): string =>
  `${Reflect.get(Object(event), 'at')} ${Reflect.get(Object(event), 'action')}`;

const startOf = (session: unknown): string => String(Reflect.get(Object(session), 'startedAt'));

/** The fields of an exported item of the table have no order of their own. */
const inOrder = (value: object, name: string): [string, unknown][] =>
  name === 'security' ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)) : Object.entries(value);

const emailOf = (member: unknown): string => String(Reflect.get(Object(member), 'email'));

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
/** Identifiers of the stamping provider. */
const OBJECT_ID = /\b[0-9a-f]{24}\b/g;
/** Records of the demo, which keep their identifiers so that what an example shows can be tried. */
const SEEDED = '01930000-';

/** Numbers identifiers that are made anew at each run in the order in which they are met: what is the same stays the same. */
export function renumbered(text: string): string {
  const met = new Map<string, string>();
  const number = (make: (count: string) => string) => (id: string) => {
    if (id.startsWith(SEEDED)) return id;
    const known = met.get(id) ?? make((met.size + 1).toString(16));
    met.set(id, known);
    return known;
  };
  return text
    .replace(
      UUID,
      number((count) => `019cafde-6280-7000-8000-${count.padStart(12, '0')}`),
    )
    .replace(
      OBJECT_ID,
      number((count) => `69a5a780${count.padStart(16, '0')}`),
    );
}
