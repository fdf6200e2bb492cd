import { instead, inTurn } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: 'items looked through by the checker',
    title: 'a trip that is completed opens no receivable',
    file: 'shared/trips/trip-effects.ts',
    change: instead('receivableSteps(trip.teamId, trip, moved)', '[]'),
    says: /owes \d+ cents, its receivable says 0/,
  },
  {
    guard: 'lists, records and reports asked',
    title: 'a cursor is good only in the execution environment that made it',
    file: 'shared/platform/table/lists.ts',
    change: inTurn(
      instead(
        'identity: [list.pk, list.prefix, ...filters]',
        'identity: [list.pk, context.client(SERIAL), ...filters]',
      ),
      (source) => `${source}\nconst SERIAL = () => Math.random();\n`,
    ),
    says: /Answered otherwise after the restore/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [
  {
    guard: 'writes by which the table was filled',
    because: 'what turns the part `invariants` red turns this red: the same writes are asked for',
  },
  {
    guard: 'items exported as DynamoDB exports them',
    because:
      'the product has no part in it; that a difference is noticed is the row of restores in which one item is missing',
  },
  {
    guard: 'restores in which one item is missing',
    because: 'the row itself: each is a change of the data that must be noticed',
  },
  {
    guard: 'exports that were cut',
    because: 'the row itself: each is a change of the data that must be noticed',
  },
];
