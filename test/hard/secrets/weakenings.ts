// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is changed is quoted as it stands in the source.
import { instead } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: 'log lines searched',
    title: 'what a service quotes of what it was sent is logged',
    file: 'shared/operation/request-log.ts',
    change: instead(': withoutQuoted(error.message);', ': error.message;'),
    focus: 'auth/login',
    says: /stands in a log line/,
  },
  {
    guard: 'answers of errors searched',
    title: 'a fault of ours tells its cause to who asked',
    file: 'shared/operation/error-answer.ts',
    change: instead('report the request id ${requestId}.`', 'report the request id ${requestId}. ${failure}`'),
    focus: 'auth/login',
    says: /stands in an error answer/,
  },
  {
    guard: 'traces of outbound calls searched',
    title: 'a call says with which password it signs in',
    file: 'shared/identity/cognito/sign-in.ts',
    change: instead("action: 'AdminInitiateAuth' }", "action: 'AdminInitiateAuth', password }"),
    focus: 'auth/login',
    says: /stands in a trace/,
  },
  {
    guard: 'items of the table searched',
    title: 'a join code that is rotated away stays where it was',
    file: 'shared/teams/edit-team.ts',
    change: instead('    remove(joinCodeKey(team.joinCode), {}, changedMeanwhile),\n', ''),
    focus: 'auth/login',
    says: /a join code that was rotated away stands in an item of the table/,
  },
  {
    guard: 'items of the table searched',
    title: 'the audit tells to what a field was changed',
    file: 'shared/audit/edit-record.ts',
    change: instead('changes: { fields },', 'changes: { fields, ...written },'),
    focus: 'clients/update-client',
    says: /stands in the audit/,
  },
  {
    guard: 'files of the committed tree searched',
    title: 'a private key is committed with the sources',
    file: 'shared/stamping/provider/user-key.ts',
    change: (source) => `${source}\n// -----BEGIN PRIVATE KEY-----\n`,
    focus: 'auth/login',
    says: /user-key\.ts has what looks like a secret/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [
  {
    guard: 'requests of',
    because: 'it counts what was sent; the rows below say what was looked for in it',
  },
  {
    guard: 'packages that are deployed',
    because: 'the registry’s own word, which no change of ours alters',
  },
];
