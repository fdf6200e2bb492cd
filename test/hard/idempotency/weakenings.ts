import { instead } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: 'A creation sent 10 times at once',
    title: 'the row of a key is written after the creation, by itself',
    file: 'shared/platform/table/idempotency.ts',
    change: instead(
      'await transact(context, [rememberStep(once, v.parse(schema, result), isOpen, context.now()), ...steps]);',
      'await transact(context, steps);\n    await transact(context, [rememberStep(once, v.parse(schema, result), isOpen, context.now())]);',
    ),
    focus: 'clients/create-client',
    says: /records changed instead of/,
  },
  {
    guard: 'The same key with another body',
    title: 'what the key of a new client came with is not compared',
    file: 'shared/platform/table/idempotency.ts',
    change: instead(
      'earlier.fingerprint !== once.fingerprint)',
      "earlier.fingerprint !== once.fingerprint && once.operationId !== 'createClient')",
    ),
    focus: 'clients/create-client',
    says: /no other body was refused/,
  },
  {
    guard: 'What a key keeps for a day',
    title: 'a key keeps more of a creation than was answered',
    file: 'shared/platform/table/idempotency.ts',
    change: instead('rememberStep(once, v.parse(schema, result), ', 'rememberStep(once, result, '),
    focus: 'teams/create-team',
    says: /keeps .*joinCode/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [];
