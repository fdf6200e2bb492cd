import type { Operation } from '../../shared/operation/define';
import type { ServedEvent } from '../../shared/operation/http';
import type { AdmittedEvent } from '../../shared/operation/origin';
import type { RequestLog } from '../../shared/operation/request-log';
import { checkIdentifiers, checkInput, checkRight, runOperation } from '../../shared/operation/serve';
import type { Runtime } from '../../shared/platform/runtime/context';

/**
 * Each swap of two of the four steps of `serve`. A step takes what the step in the place before it returns; the step in the first place takes
 * the request. The steps' types refuse each swap. Compiled by `tsc` and never run: a missing error is itself an error.
 */

declare const operation: Operation;
declare const runtime: Runtime;
declare const event: AdmittedEvent;
declare const unchecked: ServedEvent;
declare const log: RequestLog;

export async function rightOrder(): Promise<unknown> {
  const identified = checkIdentifiers(operation, event);
  const authorised = await checkRight(operation, runtime, event, log, identified);
  const validated = await checkInput(operation, runtime, event, log, authorised);
  return runOperation(operation, runtime, event, log, validated);
}

export async function identifiersBeforeOrigin(): Promise<unknown> {
  // @ts-expect-error the sender of this request is not known
  const identified = checkIdentifiers(operation, unchecked);
  // @ts-expect-error the sender of this request is not known
  return checkRight(operation, runtime, unchecked, log, identified);
}

export async function rightBeforeIdentifiers(): Promise<unknown> {
  // @ts-expect-error a right belongs to checked identifiers
  await checkRight(operation, runtime, event, log, event);
  const identified = checkIdentifiers(operation, event);
  // @ts-expect-error no caller and no entity
  const validated = await checkInput(operation, runtime, event, log, identified);
  return runOperation(operation, runtime, event, log, validated);
}

export async function inputBeforeIdentifiers(): Promise<unknown> {
  // @ts-expect-error no caller and no entity
  const validated = await checkInput(operation, runtime, event, log, event);
  await checkRight(operation, runtime, event, log, validated);
  const identified = checkIdentifiers(operation, event);
  // @ts-expect-error no caller, no entity, and no checked input
  return runOperation(operation, runtime, event, log, identified);
}

export async function operationBeforeIdentifiers(): Promise<unknown> {
  // @ts-expect-error no caller, no entity, and no checked input
  const result = await runOperation(operation, runtime, event, log, event);
  // @ts-expect-error the result of an operation has no identifiers
  const authorised = await checkRight(operation, runtime, event, log, result);
  await checkInput(operation, runtime, event, log, authorised);
  return checkIdentifiers(operation, event);
}

export async function inputBeforeRight(): Promise<unknown> {
  const identified = checkIdentifiers(operation, event);
  // @ts-expect-error no caller and no entity
  const validated = await checkInput(operation, runtime, event, log, identified);
  const authorised = await checkRight(operation, runtime, event, log, validated);
  // @ts-expect-error no checked input
  return runOperation(operation, runtime, event, log, authorised);
}

export async function operationBeforeRight(): Promise<unknown> {
  const identified = checkIdentifiers(operation, event);
  // @ts-expect-error no caller, no entity, and no checked input
  const result = await runOperation(operation, runtime, event, log, identified);
  // @ts-expect-error the result of an operation has no caller and no entity
  const validated = await checkInput(operation, runtime, event, log, result);
  return checkRight(operation, runtime, event, log, validated);
}

export async function operationBeforeInput(): Promise<unknown> {
  const identified = checkIdentifiers(operation, event);
  const authorised = await checkRight(operation, runtime, event, log, identified);
  // @ts-expect-error no checked input
  const result = await runOperation(operation, runtime, event, log, authorised);
  // @ts-expect-error the result of an operation has no caller and no entity
  return checkInput(operation, runtime, event, log, result);
}
