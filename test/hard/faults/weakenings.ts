import { instead, inTurn } from '../../support/weakened-copy';
import type { Unweakened, Weakening } from '../weakening';

export const WEAKENINGS: readonly Weakening[] = [
  {
    guard: 'Functions whose good requests were recorded',
    title: 'there is a function more, of which no journey tells',
    file: 'functions/triggers/index.ts',
    change: (source) => `${source}export { trigger as 'triggers/send-mail-again' } from './send-mail';\n`,
    focus: 'clients/get-client, call 1 …never sent',
    says: /triggers\/send-mail-again: no journey tells of it/,
  },
  {
    guard: 'A call never sent',
    title: 'mails that the queue did not take are passed over',
    file: 'shared/mail/queue-mails.ts',
    change: instead('.send(command),\n    );', '.send(command),\n    ).catch(() => ({ Failed: [] }));'),
    focus: 'teams/create-invitations…SendMessageBatch…never sent',
    says: /nobody sends it again; what is there is not what one request makes/,
  },
  {
    guard: 'A call done, the answer lost',
    title: 'the row of an Idempotency-Key is written after the creation, by itself',
    file: 'shared/platform/table/idempotency.ts',
    change: instead(
      'await transact(context, [rememberStep(once, v.parse(schema, result), isOpen, context.now()), ...steps]);',
      'await transact(context, steps);\n    await transact(context, [rememberStep(once, v.parse(schema, result), isOpen, context.now())]);',
    ),
    focus: 'clients/create-client…TransactWriteItems…done, the answer lost',
    says: /what is there then is not what one request makes/,
  },
  {
    guard: 'A call sent twice',
    title: 'a transaction carries no token',
    file: 'shared/platform/table/transact.ts',
    change: instead('ClientRequestToken: token, ', ''),
    focus: 'trips/start-trip…sent twice',
    says: /409 TRIP_TRANSITION, which is not why it failed/,
  },
  {
    guard: 'A call internal error',
    title: 'whatever the user pool fails with is told as wrong credentials',
    file: 'shared/identity/cognito/cognito-errors.ts',
    change: instead('if (CALLERS.has(name)) throw new Refusal(code', 'throw new Refusal(code'),
    focus: 'auth/login, …AdminInitiateAuth…internal error',
    says: /401 INVALID_CREDENTIALS, which is not why it failed/,
  },
  {
    guard: 'A call throttled',
    title: 'that the table is asked too much is told as a fault of ours',
    file: 'shared/operation/error-answer.ts',
    change: instead("  'ProvisionedThroughputExceededException',\n", ''),
    focus: 'clients/get-client, …throttled',
    says: /500 INTERNAL, as if it could not pass/,
  },
  {
    guard: 'A call throttled without end',
    title: 'who is to come again is not told when',
    file: 'shared/platform/table/retry.ts',
    change: instead('{ retryAfter: 1, cause }', '{ cause }'),
    focus: 'clients/create-client…TransactWriteItems…throttled without end',
    says: /503 UNAVAILABLE has no Retry-After/,
  },
  {
    guard: 'A call transaction conflict',
    title: 'a single write that met a transaction is not tried again',
    file: 'shared/platform/table/write.ts',
    change: instead(
      "if (!(failure instanceof Error) || failure.name !== 'TransactionConflictException') throw failure;",
      'throw failure;',
    ),
    focus: 'trips/ping-location…transaction conflict',
    says: /it did not try again/,
  },
  {
    guard: 'A call transaction conflict without end',
    title: 'that others were quicker again and again is told as a conflict of the caller’s',
    file: 'shared/platform/table/retry.ts',
    change: instead("new Refusal('UNAVAILABLE', { retryAfter: 1, cause })", "new Refusal('CONFLICT', { cause })"),
    focus: 'clients/update-client…transaction conflict without end',
    says: /409 CONFLICT/,
  },
  {
    guard: 'A call timed out before it was done',
    title: 'a call may take longer than the function has',
    file: 'shared/platform/runtime/context.ts',
    change: instead(
      'return withinDeadline(runtime.outbound(call, send), scope.remaining() - ANSWER_RESERVE_MS, call);',
      'return runtime.outbound(call, send);',
    ),
    focus: 'clients/get-client, call 1 …timed out before',
    says: /It never answered/,
  },
  {
    guard: 'A call timed out after it was done',
    title: 'a stamp that the provider did not answer in time is taken for refused',
    file: 'shared/stamping/provider/failures.ts',
    change: instead(
      '  const error = providerError(failure);\n  const code = definiteCode(error);',
      "  if (failure instanceof StampingTimeout) return { kind: 'refused', code: 'timeout', message: 'No answer.' };\n  const error = providerError(failure);\n  const code = definiteCode(error);",
    ),
    focus: 'invoices/stamp-invoice…CreateInvoice…timed out after',
    says: /what is there|recovery leaves/,
  },
  {
    guard: 'A call killed before',
    title: 'a recovery is not written down before the factor is taken off',
    file: 'functions/auth/recover-mfa.ts',
    change: instead('      await deps.beginRecovery(userId);\n', ''),
    focus: 'auth/recover-mfa…killed before',
    says: /what is there then is not what one request makes/,
  },
  {
    guard: 'A call killed after',
    title: 'a trip’s invoice is counted after its creation, by itself',
    file: 'shared/platform/table/transact.ts',
    change: inTurn(
      instead(
        '  const token = context.newId();\n',
        "  const counts = steps.filter((step) => /^ADD (?!.*SET)/.test(step.write('').Update?.UpdateExpression ?? ''));\n  if (counts.length > 0 && counts.length < steps.length) {\n    await transact(context, steps.filter((step) => !counts.includes(step)));\n    return transact(context, counts);\n  }\n  const token = context.newId();\n",
      ),
    ),
    focus: 'trips/create-trip…TransactWriteItems…killed after',
    says: /what is there then is not what one request makes/,
  },
  {
    guard: 'A call a page of HTML',
    title: 'a page in the place of an answer is taken for a refusal of the provider',
    file: 'shared/stamping/provider/failures.ts',
    change: inTurn(
      instead('return error && code !== undefined\n', 'return error\n'),
      instead("{ kind: 'refused', code, message: textOf", "{ kind: 'refused', code: code ?? 'none', message: textOf"),
    ),
    focus: 'invoices/stamp-invoice…CreateInvoice…a page of HTML',
    says: /what is there|recovery leaves/,
  },
  {
    guard: 'A call done, the JSON cut',
    title: 'an answer that cannot be read is taken for a refusal of the provider',
    file: 'shared/stamping/provider/failures.ts',
    change: instead(
      '  const error = providerError(failure);\n  const code = definiteCode(error);',
      "  if (failure instanceof SyntaxError) return { kind: 'refused', code: 'unread', message: 'Unread.' };\n  const error = providerError(failure);\n  const code = definiteCode(error);",
    ),
    focus: 'invoices/stamp-invoice…CreateInvoice…the JSON cut',
    says: /what is there|recovery leaves/,
  },
];

export const UNWEAKENED: readonly Unweakened[] = [];
