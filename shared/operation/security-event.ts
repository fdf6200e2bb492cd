import { AppError, ERRORS } from '../platform/errors';
import { makeDeps } from '../platform/runtime/capability';
import type { Runtime } from '../platform/runtime/context';
import type { Operation } from './define';
import type { RequestLog } from './request-log';

interface Given {
  readonly body: unknown;
  readonly userAgent: string;
}

/**
 * Runs an operation and notes its security event. The event of a success is also kept for the person. That write comes
 * last: when it fails, the operation has happened, the log line shows the event, and the caller gets a 503.
 */
export async function withSecurityEvent<T>(
  { securityEvent: rule }: Operation,
  runtime: Runtime,
  log: RequestLog,
  { body, userAgent }: Given,
  run: () => Promise<T>,
): Promise<T> {
  if (rule === undefined) return run();
  if (rule.account) log.noteAccount(rule.account(body));
  const answer = await run().catch((failure: unknown) => {
    if (rule.failed && isRefusal(failure)) log.noteEvent(rule.failed);
    throw failure;
  });
  if (rule.person) log.notePerson(rule.person(answer));
  const { person, network } = log.origin();
  if (rule.of === undefined || (rule.person && person === undefined)) return answer;
  log.noteEvent(rule.of);
  if (rule.keep && person?.pool === 'staff') {
    const { keep } = makeDeps({ keep: rule.keep }, runtime, log.scope);
    await keep({ userId: person.id, event: rule.of, network, userAgent });
  }
  return answer;
}

/** A failure of a service is no refusal: it says nothing about the caller. */
const isRefusal = (failure: unknown): boolean => failure instanceof AppError && ERRORS[failure.code].status < 500;
