import type { OutboundCall } from './context';
import { refuseGivenUp } from './deadline';

/** The time limits of each try of a call, and the maximum number of tries. */
interface ServiceLimits {
  /** Milliseconds to open a connection. */
  readonly connect: number;
  /** Milliseconds from the start of a try to the answer's headers. */
  readonly answer: number;
  readonly tries: number;
}

/**
 * The limits of each service (docs/decisions/0044). Without them the SDK waits forever for a socket that never answers.
 * Cognito's calls with a code are sent once: see `cognitoClientOnce`.
 */
export const SERVICE_LIMITS = {
  table: { connect: 500, answer: 2_000, tries: 3 },
  queue: { connect: 1_000, answer: 2_000, tries: 3 },
  secrets: { connect: 1_000, answer: 2_000, tries: 3 },
  storage: { connect: 1_000, answer: 5_000, tries: 2 },
  cognito: { connect: 1_000, answer: 5_000, tries: 2 },
  cognitoOnce: { connect: 1_000, answer: 5_000, tries: 1 },
  functions: { connect: 1_000, answer: 2_000, tries: 3 },
  sendOut: { connect: 1_000, answer: 14_000, tries: 1 },
  mail: { connect: 1_000, answer: 5_000, tries: 2 },
} as const satisfies Readonly<Record<string, ServiceLimits>>;

export type LimitedService = keyof typeof SERVICE_LIMITS;

/**
 * The longest time of a call with all its tries and pauses, and of all calls of one request that get no answer: ten seconds
 * at AWS services. Each request to the stamping provider has its own limit.
 */
export const longestCallMs = ({ resource }: OutboundCall): number =>
  OWN_LIMITS.includes(resource) ? Number.POSITIVE_INFINITY : 10_000;

/** The resources whose calls have limits of their own. */
const OWN_LIMITS: readonly OutboundCall['resource'][] = ['sendOut', 'stampingProvider', 'webhookTarget'];

interface ClientSettings {
  readonly maxAttempts: number;
  readonly requestHandler: {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly throwOnRequestTimeout: true;
  };
}

interface RequestHandler<Request, Answer> {
  handle: (request: Request, options?: { abortSignal?: AbortSignal | object }) => Promise<Answer>;
}

interface AnyClient<Request, Answer> {
  readonly middlewareStack: { remove(name: string): boolean };
  readonly config: { readonly requestHandler: RequestHandler<Request, Answer> };
}

/**
 * Makes the client of a service with its time limits. It is the only place that configures request handlers. `make` gets the
 * settings: `requestTimeout` alone only writes a warning, so that a time-out must also throw.
 */
export function awsClient<Request, Answer, Client extends AnyClient<Request, Answer>>(
  service: LimitedService,
  make: (settings: ClientSettings) => Client,
): Client {
  const { connect, answer, tries } = SERVICE_LIMITS[service];
  const client = make({
    maxAttempts: tries,
    requestHandler: { connectionTimeout: connect, requestTimeout: answer, throwOnRequestTimeout: true },
  });
  sendNothingGivenUp(client.config.requestHandler);
  return withoutDebugLog(client);
}

/** The SDK passes each try through the handler, so that a retry of a call that was given up ends here. */
function sendNothingGivenUp<Request, Answer>(handler: RequestHandler<Request, Answer>): void {
  const { handle } = handler;
  handler.handle = async (request, options) => {
    if (options?.abortSignal instanceof AbortSignal) refuseGivenUp(options.abortSignal);
    return handle.call(handler, request, options);
  };
}

/**
 * Removes the logging step of an SDK client. The step masks sensitive fields of every input and output, even though the
 * default logger writes nothing, and costs 2 to 4 % of a warm call. We log one line per request instead.
 */
export function withoutDebugLog<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
