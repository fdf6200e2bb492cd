import type { Chance } from '../../load/chance';

type Fields = Readonly<Record<string, unknown>>;

/** A report about a stop: which register it fills, which report of several stays there, and what stays of it. */
export interface Register {
  readonly name: 'arrived' | 'departed' | 'skipped';
  readonly keeps: 'LEAST' | 'GREATEST';
  readonly value: (item: Fields) => Fields;
}

/** A kind of item that drivers record between start and end of a trip. A new kind is one more entry of {@link KINDS}. */
interface Kind {
  /** How often a driver records it, beside the others. */
  readonly weight: number;
  /** Of how many in a hundred it names a stop. */
  readonly atStop: number;
  readonly fields: (chance: Chance) => Fields;
  readonly register?: Register;
  /** What the service adds to fields that are absent. */
  readonly defaults?: Fields;
}

const REASONS = ['Puerta cerrada', 'No había nadie', 'Calle cerrada'];

/** What a driver shows: one file of each of these kinds. Their bytes come later, or never. */
export const proofOf = (chance: Chance, shown: readonly string[]): Fields => ({
  receiverName: chance.among(['Ana Ruiz', 'Almacén']),
  ...(shown.length > 0 && {
    files: shown.map((kind) => ({ fileId: fileIdOf(chance), sha256: sha256Of(chance), kind })),
  }),
});

const hexadecimal = (chance: Chance, digits: number): string =>
  Array.from({ length: digits }, () => chance.below(16).toString(16)).join('');
const sha256Of = (chance: Chance): string => hexadecimal(chance, 64);
const fileIdOf = (chance: Chance): string => `00000000-0000-4000-8000-${hexadecimal(chance, 12)}`;

export const KINDS: Readonly<Record<string, Kind>> = {
  STOP_ARRIVED: {
    weight: 4,
    atStop: 100,
    fields: (chance) => ({ source: chance.among(['DRIVER', 'GEOFENCE']) }),
    register: { name: 'arrived', keeps: 'LEAST', value: ({ source }) => ({ source }) },
  },
  STOP_DEPARTED: {
    weight: 4,
    atStop: 100,
    fields: (chance) =>
      chance.among([{}, { outcome: 'DELIVERED' }, { outcome: 'FAILED', reason: chance.among(REASONS) }]),
    register: {
      name: 'departed',
      keeps: 'GREATEST',
      value: ({ outcome = 'DELIVERED', reason }) => ({ outcome, ...(reason !== undefined && { reason }) }),
    },
    defaults: { outcome: 'DELIVERED' },
  },
  STOP_SKIPPED: {
    weight: 2,
    atStop: 100,
    fields: (chance) => ({ reason: chance.among(REASONS) }),
    register: { name: 'skipped', keeps: 'LEAST', value: ({ reason }) => ({ reason }) },
  },
  PROOF: {
    weight: 3,
    atStop: 85,
    fields: (chance) => proofOf(chance, chance.among([[], ['PHOTO'], ['SIGNATURE'], ['PHOTO', 'DOCUMENT']])),
    defaults: { files: [] },
  },
  NOTE: { weight: 2, atStop: 0, fields: (chance) => ({ text: `Nota ${chance.below(1_000)}` }) },
};

/** A place of five decimals, which the track keeps without loss. */
export const someWhere = (chance: Chance): { readonly lat: number; readonly lng: number } => ({
  lat: (2_500_000 + chance.below(200_000)) / 1e5,
  lng: -(10_000_000 + chance.below(200_000)) / 1e5,
});

/** Items that are refused in every order, with the reason. The fields replace those of a note. */
interface Flaw {
  readonly error: string;
  /** The end of the name of the field in the answer. */
  readonly field?: string;
  readonly fields: (chance: Chance, given: FlawGiven) => Fields;
}

interface FlawGiven {
  /** By the clock of the phone. */
  readonly now: number;
  /** Makes an identifier with another time. */
  readonly idAt: (milliseconds: number) => string;
  readonly foreignTripId: string;
  readonly otherId: string;
}

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const VALIDATION = 'VALIDATION_FAILED';

export const FLAWS: readonly Flaw[] = [
  { error: 'UNKNOWN_KIND', field: 'kind', fields: () => ({ kind: 'HONK' }) },
  { error: VALIDATION, field: 'text', fields: () => ({ text: '' }) },
  { error: VALIDATION, field: 'lat', fields: () => ({ kind: 'PING', lat: 95, lng: -100 }) },
  { error: VALIDATION, field: 'reason', fields: (_, { otherId }) => ({ kind: 'STOP_SKIPPED', stopId: otherId }) },
  { error: VALIDATION, field: 'recordedAt', fields: () => ({ recordedAt: 'yesterday' }) },
  { error: VALIDATION, field: 'id', fields: () => ({ id: '01890000-0000-4000-8000-000000000000' }) },
  { error: VALIDATION, field: 'id', fields: (_, { now, idAt }) => ({ id: idAt(now - 9 * DAY) }) },
  { error: VALIDATION, field: 'id', fields: (_, { now, idAt }) => ({ id: idAt(now + 30 * DAY) }) },
  { error: 'NOT_FOUND', fields: (_, { otherId }) => ({ tripId: otherId }) },
  { error: 'NOT_FOUND', fields: (_, { otherId }) => ({ kind: 'PING', lat: 25, lng: -100, tripId: otherId }) },
  { error: 'NOT_YOUR_TRIP', fields: (_, { foreignTripId }) => ({ tripId: foreignTripId }) },
  {
    error: 'NOT_YOUR_TRIP',
    fields: (_, { foreignTripId }) => ({ kind: 'PING', lat: 25, lng: -100, tripId: foreignTripId }),
  },
  { error: 'TOO_OLD', fields: (_, { now }) => ({ recordedAt: new Date(now - 7 * DAY - 2 * HOUR).toISOString() }) },
];
