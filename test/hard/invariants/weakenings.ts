// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is changed is quoted as it stands in the source.
import { instead, inTurn } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

const TABLE = 'Items read from the table afterwards';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: 'Acknowledged writes',
    title: 'a start whose driver is on the road is answered as a fault of ours',
    file: 'shared/trips/trip-effects.ts',
    change: instead(
      "      return new Refusal('TRIP_NOT_READY', {\n        message: 'The driver of the trip is not DISPONIBLE. Assign another or wait.',\n      });",
      "      return new Error('The driver is not DISPONIBLE.');",
    ),
    minutes: 1,
    says: /answered 500 /,
  },
  {
    guard: 'Kills −9 of the server',
    title: 'a data folder stays taken by a server that is dead',
    file: 'local/data-folder.ts',
    change: instead('  if (other) {', '  if (existsSync(owner)) {'),
    minutes: 3,
    says: /The server ended with/,
  },
  {
    guard: 'Events of trips',
    title: 'a start does not ask whether driver and vehicle are free',
    file: 'shared/trips/trip-effects.ts',
    change: inTurn(
      instead("{ equals: { status: 'DISPONIBLE' } },", '{},'),
      instead("{ equals: { status: 'DISPONIBLE', sub: owner.sub }", '{ equals: { sub: owner.sub }'),
    ),
    minutes: 1,
    says: /No order explains the trips, driver and vehicle/,
  },
  {
    guard: 'Events of trips',
    title: 'a box is reserved whatever became of it',
    file: 'shared/boxes/boxes.ts',
    change: instead("      asRead(box, ['status', 'reservationId']),", '      {},'),
    minutes: 1,
    says: /No order explains the box/,
  },
  {
    guard: 'Events of trips',
    title: 'a membership that was read once is kept in memory',
    file: 'shared/identity/access.ts',
    change: inTurn(
      instead('const [membership, found] =', 'const [read, found] ='),
      instead(
        '  if (membership === undefined) throw',
        '  const membership = KEPT.get(`${teamId} ${caller.id}`) ?? read;\n  KEPT.set(`${teamId} ${caller.id}`, membership);\n  if (membership === undefined) throw',
      ),
      (source) => `${source}\nconst KEPT = new Map();\n`,
    ),
    minutes: 1,
    says: /No order explains the membership/,
  },
  {
    guard: TABLE,
    title: 'a change of a trip’s status is told twice',
    file: 'shared/trips/move-trip.ts',
    change: instead(
      '    auditStep(context, mover, event),\n',
      '    auditStep(context, mover, event),\n    auditStep(context, mover, event),\n',
    ),
    minutes: 1,
    says: /its timeline says/,
  },
  {
    guard: TABLE,
    title: 'invoices are not counted for their clients',
    file: 'shared/invoices/invoice-counts.ts',
    change: instead(
      'clientId ? moveStep(teamId, clientId, ofClient(before, clientId), ofClient(after, clientId)) : [],',
      '[],',
    ),
    minutes: 1,
    says: /invoices \w+ of [\da-f-]{36}, counted 0/,
  },
  {
    guard: TABLE,
    title: 'a trip makes two automatic invoices',
    file: 'shared/trips/create-trip.ts',
    change: instead(
      '        ...invoiceCreationSteps(draft.record, draft.beside),\n',
      '        ...invoiceCreationSteps(draft.record, draft.beside),\n        ...invoiceCreationSteps({ ...draft.record, id: context.newId(), clientId: null }, draft.beside).slice(0, 1),\n',
    ),
    minutes: 1,
    says: /too many: invoice/,
  },
  {
    guard: TABLE,
    title: 'a payment does not move what is owed',
    file: 'shared/trips/trip-money.ts',
    change: instead('    ...receivableSteps(trip.teamId, trip, { ...trip, paid }),\n', ''),
    minutes: 1,
    says: /owes -?\d+ cents, its receivable says/,
  },
  {
    guard: TABLE,
    title: 'a box does not hold its economic number',
    file: 'shared/boxes/boxes.ts',
    change: instead('steps: [create(number, { boxId: box.id }, taken), ...steps]', 'steps'),
    minutes: 1,
    says: /is not held by its own/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [
  {
    guard: 'Corruptions planted',
    because: 'the row itself: each corruption is a change of the data, and the checker that misses one fails the part',
  },
];
