import { instead } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

const REQUESTS = 'requests made from each operation’s own schema';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: REQUESTS,
    title: 'a number may be smaller than any that the table takes',
    file: 'shared/platform/values/fields.ts',
    change: instead('value === 0 || Math.abs(value) >= LEAST_MAGNITUDE', 'value <= maximum'),
    focus: 'route-points/create-route-point',
    says: /createRoutePoint: Error: a fault: 500/,
  },
  {
    guard: REQUESTS,
    title: 'that the parser of JSON fails is taken for a fault of ours',
    file: 'shared/operation/error-answer.ts',
    change: instead(
      'if (v.is(BodyParserError, failure)) {',
      "if (v.is(BodyParserError, failure) && requestId === '') {",
    ),
    focus: 'clients/create-client',
    says: /createClient: Error: a fault: 500/,
  },
  {
    guard: REQUESTS,
    title: 'a refusal of the body does not say of which field',
    file: 'shared/operation/validate.ts',
    change: instead(
      'return invalid(fieldPath(issue.path) ?? root, messageOf(issue));',
      "return invalid('unknown', messageOf(issue));",
    ),
    focus: 'clients/create-client',
    says: /createClient: Error: a field that no schema knows/,
  },
  {
    guard: 'of them, answers to a team while every text of another team carries a marker',
    title: 'who has no membership is taken for the owner',
    file: 'shared/identity/access.ts',
    change: instead('const [membership, found] =', "const [membership = { role: 'OWNER' }, found] ="),
    focus: 'clients/list-clients',
    says: /something of the other team/,
  },
  {
    guard: 'raw requests through the gateway',
    title: 'an escape in the path that is none brings the local gateway down',
    file: 'local/gateway/gateway.ts',
    change: instead('  } catch {\n    return undefined;\n  }', '  } catch (failure) {\n    throw failure;\n  }'),
    focus: 'clients/get-client',
    says: /socket hang up|ECONNRESET/,
  },
  {
    guard: 'texts of 100 kB against every regular expression',
    title: 'a line is looked for from every place of a text',
    file: 'shared/platform/values/fields.ts',
    change: instead('const LINE = /^\\P{Cc}*$/u;', 'const LINE = /\\P{Cc}*$/u;'),
    focus: 'shared/platform/values/fields.ts',
    says: /fields\.ts: .* takes \d+ ms/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [];
