import * as v from 'valibot';
import { OPERATIONS } from '../../../functions/catalog';
import { DriverChanges, DriverFields, DriverRecord } from '../../../shared/fleet/driver';
import { VehicleChanges, VehicleFields, VehicleRecord } from '../../../shared/fleet/vehicle';
import type { Operation } from '../../../shared/operation/define';
import { acceptThisMachine } from '../../../shared/platform/values/shown-address';
import { Team, TeamChanges, TeamWithRole } from '../../../shared/teams/team';
import { ProfileChanges, User, UserProfile } from '../../../shared/teams/user';
import { sample } from '../../support/sample';
import { accepts, refusals } from './schemas';

const MESSAGE = 'Send an address that begins with https://, without blanks, user and password.';

const WRITTEN: readonly (readonly [string, v.GenericSchema, object, string])[] = [
  ['a new driver', DriverFields, { name: 'José' }, 'photoUrl'],
  ['a changed driver', DriverChanges, {}, 'photoUrl'],
  ['a new vehicle', VehicleFields, { plate: 'AB-123-C' }, 'imageUrl'],
  ['a changed vehicle', VehicleChanges, {}, 'imageUrl'],
  ['a changed team', TeamChanges, {}, 'logo'],
  ['a changed profile', ProfileChanges, {}, 'photoUrl'],
];

const BAD = [
  'javascript:alert(1)',
  'javascript:alert("https://a.example")',
  'JaVaScRiPt:alert(1)//https://a.example/',
  'data:text/html,https://a.example',
  'http://a.example/a.png',
  'http://127.0.0.1/a.png',
  'http://127.0.0.1:3000/a.png',
  'https:a.example/a.png',
  'https:/a.example/a.png',
  'https:\\\\a.example\\a.png',
  'https://a.example\\@b.example/',
  '//a.example/a.png',
  ' https://a.example/a.png',
  'https://a.example/a b.png',
  'https://a.example/a\u00a0b.png',
  'https://user@a.example/a.png',
  'https://user:secret@a.example/a.png',
  'https://:secret@a.example/a.png',
  'https://@a.example/',
  'https://',
  'https:///a.png',
  'https://a.example:99999/',
  'a.png',
];
const GOOD = [
  '',
  'https://a.example',
  'HTTPS://A.example/a.png',
  'https://a.example:8443/ñ/a%20b.png?x=@y#z',
  'https://a.example/'.padEnd(2000, 'x'),
];

describe.each(WRITTEN)('doors 19: the address of %s', (_, schema, body, field) => {
  test.each(BAD)('%j is refused with its field', (address) => {
    expect(refusals(schema, { ...body, [field]: address })).toEqual([`${field}: ${MESSAGE}`]);
  });

  test.each(GOOD)('%j is taken', (address) => {
    expect(accepts(schema, { ...body, [field]: address })).toBe(true);
  });

  test('has at most 2,000 characters', () => {
    expect(accepts(schema, { ...body, [field]: 'https://a.example/'.padEnd(2001, 'x') })).toBe(false);
  });
});

test('doors 19, desk 1.3: http://127.0.0.1 is taken while the service runs on this machine, and no other plain address', () => {
  const takes = (photoUrl: string) => accepts(ProfileChanges, { photoUrl });
  const asked = [
    'http://127.0.0.1:3000/a.png',
    'http://127.0.0.1.a.example/',
    'http://127.0.0.1@a.example/',
    'http://a/',
  ];
  const undo = acceptThisMachine();
  try {
    expect(asked.map(takes)).toEqual([true, false, false, false]);
  } finally {
    undo();
  }
  expect(asked.map(takes)).toEqual([false, false, false, false]);
});

const STORED = [
  ['Team', Team.entries.logo, undefined],
  ['TeamWithRole', TeamWithRole.entries.logo, undefined],
  ['DriverRecord', DriverRecord.entries.photoUrl, null],
  ['VehicleRecord', VehicleRecord.entries.imageUrl, undefined],
  ['User', User.entries.photoUrl, undefined],
  ['UserProfile', UserProfile.entries.photoUrl, undefined],
] as const;

test.each(STORED)('doors 19: a stored address of %s that breaks the rule is answered as empty', (_, schema, empty) => {
  expect(BAD.map((address) => v.parse(schema, address))).toEqual(BAD.map(() => empty));
  expect(v.parse(schema, 'https://a.example/a.png')).toBe('https://a.example/a.png');
});

/** The fields of every accepted body that hold an address by their name. */
const ADDRESS_FIELD = /^(?:logo|photoUrl|imageUrl)$/;
const sent = Object.values(OPERATIONS).flatMap(({ id, input }: Operation) => {
  if (input?.body === undefined) return [];
  const { body: schema } = input;
  const body: object = Object(sample(schema));
  const names = Object.keys(body).filter((name) => ADDRESS_FIELD.test(name));
  return names.map((field) => ({ id, field, schema, body }));
});

test('doors 19: every operation that takes an address is tested', () => {
  expect(sent.map(({ id, field }) => `${id} ${field}`).sort()).toEqual([
    'createDriver photoUrl',
    'createVehicle imageUrl',
    'updateDriver photoUrl',
    'updateOwnUser photoUrl',
    'updateTeam logo',
    'updateVehicle imageUrl',
  ]);
});

test.each(sent)('doors 19: $id refuses a script in $field', ({ schema, body, field }) => {
  expect(BAD.filter((address) => accepts(schema, { ...body, [field]: address }))).toEqual([]);
});
