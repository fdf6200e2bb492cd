import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Problem } from './problem';

/** A request as a stand-in or a local route receives it, with its whole body. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Breaks the connection instead of answering. */
  readonly cut?: boolean;
}

export type Wire = (request: WireRequest) => WireAnswer | Promise<WireAnswer>;

export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export interface Listener {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** Serves one stand-in. When the stand-in throws, prints the error and answers 500, as AWS does. The SDK then retries. */
export function serveWire(answer: Wire, warn: (line: string) => void): Promise<Listener> {
  return serve(async (request, response) => {
    try {
      const { status, headers, body, cut } = await answer(await readRequest(request));
      if (cut) response.destroy();
      else response.writeHead(status, headers).end(body);
    } catch (failure) {
      warn(`A stand-in failed: ${failure instanceof Error ? failure.stack : failure}`);
      response.writeHead(500).end();
    }
  }, 0);
}

/** Listens on 127.0.0.1; port 0 takes a free one. */
export async function serve(listener: RequestListener, port: number): Promise<Listener> {
  // Long: a client that uses a connection again in the moment in which this server closes it gets "socket hang up".
  const server = createServer({ keepAliveTimeout: 600_000 }, listener);
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (failure) {
    throw await portProblem(port, failure);
  }
  let closed: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    closed ??= close(server);
    return closed;
  };
  return { endpoint: `http://127.0.0.1:${portOf(server)}`, stop };
}

/** The failure as a sentence that names a port which is free now, when the port is taken or needs more rights. */
async function portProblem(port: number, failure: unknown): Promise<unknown> {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return failure;
  const what = code === 'EACCES' ? `You may not use port ${port}` : `Another program uses port ${port}`;
  return new Problem(`${what}: repeat the command with --port ${await freePort(Math.max(port, 1023))}`);
}

/** The first free port after this one; 0, which lets the system choose, when the next hundred are taken. */
async function freePort(after: number): Promise<number> {
  for (let port = after + 1; port <= Math.min(after + 100, 65_535); port += 1) {
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
  return 0;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

/** Closes idle connections and waits for requests under way, so that Ctrl-C does not interrupt them. After 1 s it closes all connections. */
async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), 1_000);
  await closed;
  clearTimeout(late);
}

async function readRequest(request: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return wireRequest(request, Buffer.concat(chunks));
}

export function wireRequest(request: IncomingMessage, body: Buffer): WireRequest {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  return { method: request.method ?? 'GET', path: pathname, query: searchParams, headers: request.headers, body };
}
