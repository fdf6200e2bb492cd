import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import findMyWay from 'find-my-way';
import type { FrontEnds } from '../front-ends';
import { FunctionTimeout, type Invoke, type LocalFunctions } from '../functions';
import { type Wire, wireRequest } from '../wire';
import { answerOf, type GatewayAnswer, gatewayError, internalServerError, send } from './answer';
import { crossOrigin } from './cross-origin';
import { eventOf, type RouteMatch } from './event';

/** The limit of an HTTP API. It answers 413 to a larger body. */
const MAXIMUM_BODY_BYTES = 10 * 1024 * 1024;

interface GatewayOptions {
  readonly frontEnds: FrontEnds;
  readonly functions: LocalFunctions;
  /** True for a token that is over by a clock that was moved. It is passed on as if there were none. */
  readonly isExpired?: (authorization: string | undefined) => boolean;
  /** By `METHOD /path`. Only the local gateway serves them; they are never deployed. */
  readonly localRoutes: Readonly<Record<string, Wire>>;
  readonly warn: (line: string) => void;
}

type Serve = (request: IncomingMessage, path: string, body: Buffer) => Promise<GatewayAnswer>;

/** Serves the operations as API Gateway's HTTP API would: routes, events, answers, limits and its own errors. */
export function gateway(options: GatewayOptions): RequestListener {
  const { grant, preflight, apply } = crossOrigin(options.frontEnds);
  const find = makeRouter(options);
  return async (request, response) => {
    try {
      const granted = grant(request);
      const answer = preflight(request, granted) ?? apply(granted, await answerTo(request, find, options.warn));
      send(response, { ...answer, headers: { ...answer.headers, 'apigw-requestid': randomUUID() } });
    } catch {
      // The client closed the connection while it sent its body, so no answer can be sent.
      response.destroy();
    }
  };
}

async function answerTo(request: IncomingMessage, find: Find, warn: (line: string) => void): Promise<GatewayAnswer> {
  const path = decodedPath(request);
  if (path === undefined) return gatewayError(400, 'Bad Request');
  const body = await readBody(request);
  if (body === undefined) return gatewayError(413, 'Request Entity Too Large');
  try {
    return await find(request.method ?? 'GET', path)(request, path, body);
  } catch (failure) {
    if (failure instanceof FunctionTimeout) return gatewayError(503, 'Service Unavailable');
    warn(`A function crashed: ${failure instanceof Error ? failure.stack : failure}`);
    return internalServerError();
  }
}

/** An HTTP API decodes the path before it routes the request: `%2F` separates segments, and an invalid escape is refused. */
function decodedPath({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return undefined;
  }
}

/**
 * Reads the whole body; undefined when it is too large. The rest of a large body is read and dropped, because a client reads the answer
 * only after it sent everything.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAXIMUM_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAXIMUM_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

type Find = (method: string, path: string) => Serve;

function makeRouter({ functions, localRoutes, frontEnds, isExpired = () => false }: GatewayOptions): Find {
  const router = findMyWay({ maxParamLength: 4096 });
  const found = new Map<string, (pathParameters: RouteMatch['pathParameters']) => Serve>();
  const add = (route: string, serveRoute: (pathParameters: RouteMatch['pathParameters']) => Serve): void => {
    const [method = '', path = ''] = route.split(' ');
    router.on(methodOf(method), path.replace(/\{(\w+)\}/g, ':$1'), () => {}, route);
    found.set(route, serveRoute);
  };
  for (const [route, invoke] of functions.byRoute) {
    const asked = withoutExpiredToken(invoke, isExpired);
    add(route, (pathParameters) => toFunction(asked, { routeKey: route, pathParameters }));
  }
  for (const [route, wire] of Object.entries(localRoutes)) add(route, () => toWire(wire, frontEnds));
  const unknown = toFunction(functions.unknownRoute, { routeKey: '$default', pathParameters: {} });
  return (method, path) => {
    const match = isMethod(method) ? router.find(method, encoded(path)) : null;
    if (!match || Object.values(match.params).includes('')) return unknown;
    return found.get(String(match.store))?.(match.params) ?? unknown;
  };
}

type InvokeHttp = (event: APIGatewayProxyEventV2) => Promise<unknown>;

const toFunction =
  (invoke: InvokeHttp, match: RouteMatch): Serve =>
  async (request, path, body) =>
    answerOf(await invoke(eventOf(request, path, body, match)));

const withoutExpiredToken =
  (invoke: Invoke, isExpired: (authorization: string | undefined) => boolean): InvokeHttp =>
  (event) => {
    const { authorization, ...headers } = event.headers;
    return invoke(isExpired(authorization) ? { ...event, headers } : event);
  };

const toWire =
  (wire: Wire, frontEnds: FrontEnds): Serve =>
  async (request, _path, body) => {
    if (isFromElsewhere(request, frontEnds)) return gatewayError(403, 'Forbidden');
    const { headers = {}, ...answer } = await wire(wireRequest(request, body));
    return { ...answer, headers };
  };

const OWN_NAMES = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

/**
 * True for a request of another site. The local routes ask for no token, so another site must not reach them, neither from its own origin
 * nor through a host name that it resolves to this machine.
 */
const isFromElsewhere = ({ headers: { host = '', origin } }: IncomingMessage, { isAllowed }: FrontEnds): boolean =>
  !OWN_NAMES.test(host) || (origin !== undefined && !isAllowed(origin));

/** The router decodes the path, which is decoded already. */
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

const isMethod = (method: string): method is Method => METHODS.some((one) => one === method);

function methodOf(text: string): Method {
  if (isMethod(text)) return text;
  throw new Error(`The local gateway does not support the method ${text}: add it to METHODS.`);
}
