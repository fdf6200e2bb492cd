import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { jsonAnswer, type Wire, type WireAnswer, type WireRequest } from './wire';

/** An error in the form of an AWS service. Callers tell errors apart by the exception's name. */
export class ServiceError extends Error {
  constructor(
    readonly type: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** One action of a service: its input schema and its handler. */
export interface Action {
  readonly run: (input: unknown, request: WireRequest) => Promise<object>;
}

/**
 * An action that checks its input before it runs. A real service checks much more than this schema does; the schema shows our own mistakes
 * early.
 */
export function action<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>) => object | Promise<object>,
  options: { signed?: boolean } = {},
): Action {
  return {
    run: async (input, request) => {
      if (options.signed !== false) requireSignature(request);
      const parsed = v.safeParse(schema, input);
      if (!parsed.success) throw new ServiceError('InvalidParameterException', describe(parsed.issues));
      return run(parsed.output);
    },
  };
}

/** Refuses an unsigned call, as AWS refuses an unsigned administrator's action. The signature itself is not verified. */
function requireSignature({ headers }: WireRequest): void {
  if (String(headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 ')) return;
  throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token');
}

const describe = (issues: readonly v.BaseIssue<unknown>[]): string =>
  `${issues.length} validation error detected: ${issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ')}`;

/** Serves the AWS JSON protocol: the header `X-Amz-Target` names the action. Source: Smithy, "AWS JSON 1.1 protocol". */
export const awsJson =
  (actions: Readonly<Record<string, Action>>, version: '1.0' | '1.1'): Wire =>
  async (request): Promise<WireAnswer> => {
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amzn-requestid': randomUUID() };
    try {
      const name = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
      const found = actions[name];
      if (!found)
        throw new ServiceError(
          'UnknownOperationException',
          `The local stand-in does not support the action ${name || '(none named)'}: add it in local/.`,
        );
      return jsonAnswer(200, await found.run(JSON.parse(request.body.toString('utf8') || '{}'), request), headers);
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      const { type, message, status } = failure;
      return jsonAnswer(status, { __type: type, message }, { ...headers, 'x-amzn-errortype': type });
    }
  };
