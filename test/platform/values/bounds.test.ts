import type * as v from 'valibot';
import { Client } from '../../../shared/clients/client';
import { FileRegistration, UploadRequest } from '../../../shared/files/file';
import { Driver, DriverFields } from '../../../shared/fleet/driver';
import { VehicleFields } from '../../../shared/fleet/vehicle';
import { AuthenticatorCode } from '../../../shared/identity/session';
import { Route } from '../../../shared/routes/route';
import { MAXIMUM_INVITES, NewTeam } from '../../../shared/teams/team';
import { ProfileChanges } from '../../../shared/teams/user';
import { NewTrip } from '../../../shared/trips/trip';
import { storedClient, storedDriver, storedRoute, TEAM_ADDRESS } from '../../support/store-records';
import { accepts, ID, NOW, withField } from './schemas';

/** Every length that the contract states and every one that we added: one below, at, and one above. */

interface Lengths {
  readonly schema: v.GenericSchema;
  readonly body: Record<string, unknown>;
  readonly field: string;
  readonly maximum: number;
  readonly minimum?: number;
}

const lengths = (
  schema: v.GenericSchema,
  body: object,
  fields: Readonly<Record<string, number | readonly [number, number]>>,
): Lengths[] =>
  Object.entries(fields).map(([field, bound]) => {
    const [minimum, maximum] = typeof bound === 'number' ? [0, bound] : bound;
    return { schema, body: { ...body }, field, minimum, maximum };
  });

const team = { name: 'Fletes', address: TEAM_ADDRESS };
const driver = { name: 'José' };
const vehicle = { plate: '12-AB-3C' };
const UPLOAD = { teamId: ID, folder: 'teams', fileName: 'a.pdf', contentType: 'application/pdf' };
const withoutBounds = (...fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 2000]));
const driverAddress = {
  'address.street': 300,
  'address.extNumber': 50,
  'address.intNumber': 50,
  'address.neighborhood': 100,
  'address.city': 100,
  'address.state': 100,
  'address.country': 100,
  'address.zipCode': 10,
};

const ALL: Lengths[] = [
  ...lengths(NewTeam, team, {
    name: [3, 100],
    'address.street': [1, 300],
    'address.exteriorNumber': [1, 50],
    'address.interiorNumber': 50,
    'address.neighborhood': [1, 100],
    'address.city': [1, 100],
    'address.state': [1, 100],
    'address.country': [1, 100],
    'address.postalCode': [1, 10],
  }),
  ...lengths(DriverFields, driver, {
    name: [1, 2000],
    phone: 20,
    curp: 18,
    rfc: 13,
    bloodType: 10,
    emergencyContact: 100,
    allergies: 1000,
    ...withoutBounds('licenseNumber'),
    ...driverAddress,
  }),
  ...lengths(VehicleFields, vehicle, {
    plate: [1, 20],
    ...withoutBounds('brand', 'model', 'vin', 'type', 'capacity', 'fuelType', 'insuranceNumber', 'notes'),
  }),
  ...lengths(NewTrip, { startDate: NOW }, { cargoDescription: 2000, notes: 2000, specialInstructions: 2000 }),
  ...lengths(Client, storedClient(), {
    name: [1, 2000],
    ...withoutBounds('nameRelated', 'description', 'rfc', 'phone', 'cfdiUse', 'taxRegime', 'zipCode', 'notes'),
    ...withoutBounds(...Object.keys(driverAddress)),
  }),
  ...lengths(ProfileChanges, {}, { name: [1, 2000], ...withoutBounds('phone') }),
  ...lengths(UploadRequest, UPLOAD, { fileName: [1, 255] }),
  ...lengths(
    FileRegistration,
    { ...UPLOAD, fileId: ID, key: 'k', entityType: 'DRIVER', entityId: ID },
    {
      entityType: [1, 50],
      fileName: [1, 255],
      key: [1, 1024],
    },
  ),
  ...lengths(Route, storedRoute(), { name: [1, 100], description: 1000 }),
];

describe.each(ALL)('$field, of $minimum to $maximum characters', ({ schema, body, field, minimum = 0, maximum }) => {
  const takes = (length: number): boolean => accepts(schema, withField(body, field, 'x'.repeat(length)));

  test('is taken one below, and at, its most, and refused one above', () => {
    expect([maximum - 1, maximum, maximum + 1].map(takes)).toEqual([true, true, false]);
  });

  if (minimum > 0) {
    test('is refused one below its least, and taken at it and one above', () => {
      expect([minimum - 1, minimum, minimum + 1].map(takes)).toEqual([false, true, true]);
    });
  }
});

function expectWhole(schema: v.GenericSchema, body: object, field: string, least: number, most: number): void {
  const takes = (value: number) => accepts(schema, { ...body, [field]: value });
  expect([least - 1, least, least + 0.5, most, most + 1].map(takes)).toEqual([false, true, false, true, false]);
}

const numbered = (count: number, stop: object | undefined) =>
  Array.from({ length: count }, (_, order) => ({ ...stop, order }));

describe('numbers of things', () => {
  test('a team is made with at most 97 invitations', () => {
    const takes = (count: number) => accepts(NewTeam, { ...team, invites: new Array(count).fill('ana@empresa.mx') });
    expect(MAXIMUM_INVITES).toBe(97);
    expect([0, 96, 97, 98].map(takes)).toEqual([true, true, true, false]);
  });

  test('a malformed invitation does not refuse the team', () => {
    expect(accepts(NewTeam, { ...team, invites: ['not an address'] })).toBe(true);
  });

  test('a route has one to fifty stops', () => {
    const { stops, ...rest } = storedRoute();
    const takes = (count: number) => accepts(Route, { ...rest, stops: numbered(count, stops[0]) });
    expect([0, 1, 2, 49, 50, 51].map(takes)).toEqual([false, true, true, true, true, false]);
  });

  test('a stop takes at most 1440 minutes and 500 characters of notes', () => {
    const { stops, ...rest } = storedRoute();
    const takes = (part: object) => accepts(Route, { ...rest, stops: [{ ...stops[0], ...part }] });
    expect([-1, 0, 1439, 1440, 1441].map((estimatedDuration) => takes({ estimatedDuration }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([499, 500, 501].map((length) => takes({ notes: 'x'.repeat(length) }))).toEqual([true, true, false]);
  });

  test.each(['routePointName', 'address', 'estimatedArrival'])(
    'the %s of a stop has at most 2,000 characters',
    (field) => {
      const { stops, ...rest } = storedRoute();
      const takes = (length: number) =>
        accepts(Route, { ...rest, stops: [{ ...stops[0], [field]: 'x'.repeat(length) }] });
      expect([1999, 2000, 2001].map(takes)).toEqual([true, true, false]);
    },
  );

  test('a driver has at most 200 certifications', () => {
    const takes = (count: number) => accepts(DriverFields, { ...driver, certifications: new Array(count).fill('A') });
    expect([199, 200, 201].map(takes)).toEqual([true, true, false]);
  });

  test.each([
    ['year', 1900, 2100],
    ['mileage', 0, 100_000_000],
  ])('the %s of a vehicle is a whole number from %p to %p', (field, least, most) => {
    expectWhole(VehicleFields, vehicle, field, least, most);
  });

  test.each([
    ['creditLimit', 0, 999_999_999],
    ['paymentTerms', 0, 3_650],
  ])('the %s of a client is a whole number from %p to %p', (field, least, most) => {
    expectWhole(Client, storedClient(), field, least, most);
  });
});

describe('what is required', () => {
  test.each(['street', 'exteriorNumber', 'neighborhood', 'city', 'state', 'country', 'postalCode'])(
    'the address of a team needs its %s',
    (field) => {
      expect(accepts(NewTeam, withField({ ...team }, `address.${field}`, undefined))).toBe(false);
    },
  );

  test('a team needs name and address, a driver a name, a vehicle a plate, a trip a start', () => {
    expect(accepts(NewTeam, { name: 'Fletes' })).toBe(false);
    expect(accepts(NewTeam, { address: TEAM_ADDRESS })).toBe(false);
    for (const schema of [DriverFields, VehicleFields, NewTrip]) expect(accepts(schema, {})).toBe(false);
  });

  test('the nullable fields of a driver are answered as null when they are empty', () => {
    const { phone, licenseNumber, ...rest } = storedDriver();
    expect([phone, licenseNumber]).toEqual(['8112345678', null]);
    expect(accepts(Driver, rest)).toBe(true);
  });

  test.each([
    ['12345', false],
    ['123456', true],
    ['1234567', false],
    ['12345a', false],
    ['١٢٣٤٥٦', false],
    ['123456\n', false],
  ])('the code %j of an authenticator is taken: %p', (code, taken) => {
    expect(accepts(AuthenticatorCode, code)).toBe(taken);
  });
});
