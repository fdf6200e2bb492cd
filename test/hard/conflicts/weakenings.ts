import { instead, inTurn } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: '50 at once: clients',
    title: 'each creation notes in one item of the team what was made last',
    file: 'shared/audit/create-record.ts',
    change: inTurn(
      instead('create, neverRefused }', 'create, neverRefused, put }'),
      instead('import { create, ', "import { teamKey } from './keys';\nimport { create, "),
      instead(
        '      auditStep(context, actor, {',
        "      put({ ...teamKey(actor.teamId), sk: 'LAST_MADE' }, { id: result.id }, {}, neverRefused('A note')),\n      auditStep(context, actor, {",
      ),
    ),
    focus: 'clients',
    says: /clients share nothing, and \d+ of them conflicted/,
  },
  {
    guard: '50 at once: trips of one client',
    title: 'a transaction that met another one is not tried again',
    file: 'shared/platform/table/transact.ts',
    change: instead("new Set(['TransactionConflict', ", 'new Set(['),
    focus: 'trips of one client',
    says: /of trips of one client were answered 500 INTERNAL/,
  },
  {
    guard: '50 at once: invoices to one client',
    title: 'all wait equally long before they try again: no jitter',
    file: 'shared/platform/table/retry.ts',
    change: instead('(longest * ((context.randomBytes(1)[0] ?? 0) + 1)) / 256', 'longest'),
    focus: 'invoices to one client',
    says: /invoices to one client gave up with 503/,
  },
  {
    guard: '50 at once: payments of one trip',
    title: 'ten tries instead of twenty-five',
    file: 'shared/platform/table/retry.ts',
    change: instead('MAXIMUM_TRIES = 25', 'MAXIMUM_TRIES = 10'),
    focus: 'payments of one trip',
    says: /payments of one trip gave up with 503/,
  },
  {
    guard: '50 at once: payments of one trip',
    title: 'who finds the trip changed meanwhile is told so, instead of trying with the trip as it is now',
    file: 'shared/platform/table/with-latest.ts',
    change: inTurn(
      instead('if (failure !== stale) throw failure;', "throw failure === stale ? new Refusal('CONFLICT') : failure;"),
      instead('import type { Context }', "import { Refusal } from '../domain/refusal';\nimport type { Context }"),
    ),
    focus: 'payments of one trip',
    says: /of payments of one trip were answered 409 CONFLICT/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [];
