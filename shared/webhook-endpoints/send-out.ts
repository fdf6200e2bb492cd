import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { capability } from '../platform/runtime/capability';
import { isPublicAddress } from '../platform/values/public-address';
import type { Failure, Outcome, OutRequest } from './outcome';
import { retryAfterIn } from './retries';
import { refusedUrl } from './target-url';

/** The name lookup and the connection, which tests replace. The checks between them have no switch. */
export interface Network {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly connect: (target: { readonly address: string; readonly host: string }) => TLSSocket;
  readonly now: () => number;
}

export const WHOLE_MS = 10_000;
const MOST_HEADER_BYTES = 16 * 1024;
const MOST_BODY_BYTES = 64 * 1024;

/** Posts each request to its endpoint, all at once. It never throws for a request: each has an outcome. */
export const sendOut = capability(
  { webhookTarget: ['Post'] },
  (context) => (requests: readonly OutRequest[]) =>
    context.call({ resource: 'webhookTarget', action: 'Post' }, () =>
      Promise.all(requests.map((one) => post(one, { ...NETWORK, now: () => context.now().getTime() }))),
    ),
);

const NETWORK: Omit<Network, 'now'> = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: ({ address, host }) => connect({ host: address, port: 443, servername: host, ALPNProtocols: ['http/1.1'] }),
};

class Failed extends Error {
  constructor(readonly failure: Failure) {
    super(failure);
  }
}

/**
 * Posts one request. The name is resolved once, every address must be public, and the connection goes to one of the checked addresses: a name
 * that changes its answer afterwards leads nowhere else.
 */
export async function post({ url: text, headers, body }: OutRequest, network: Network): Promise<Outcome> {
  const began = network.now();
  const milliseconds = () => Math.max(0, network.now() - began);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), WHOLE_MS);
  try {
    if (refusedUrl(text) !== undefined) throw new Failed('ADDRESS');
    const url = new URL(text);
    const host = url.hostname.replace(/\.$/, '');
    const address = await inTime(addressOf(host, network), ending.signal);
    const { statusCode, retryAfter } = await exchange(
      { url, headers, body, open: () => network.connect({ address, host }) },
      ending.signal,
    );
    const failure = failureOf(statusCode);
    const retryAfterMs = retryAfterIn(retryAfter, network.now());
    return { statusCode, milliseconds: milliseconds(), ...(failure && { failure }), ...(failure && { retryAfterMs }) };
  } catch (failure) {
    return { milliseconds: milliseconds(), failure: failure instanceof Failed ? failure.failure : 'CONNECTION' };
  } finally {
    clearTimeout(timer);
  }
}

/** Success is 2xx. A redirect is never followed: it could lead to a private network. */
function failureOf(statusCode: number): Failure | undefined {
  if (statusCode >= 200 && statusCode < 300) return undefined;
  return statusCode >= 300 && statusCode < 400 ? 'REDIRECT' : 'STATUS';
}

async function addressOf(host: string, { resolve }: Network): Promise<string> {
  const addresses = await resolve(host).catch((): string[] => []);
  // A Lambda function outside a VPC has no IPv6, so that an IPv4 address goes first.
  const [first] = [...addresses].sort((one, other) => Number(one.includes(':')) - Number(other.includes(':')));
  if (first === undefined) throw new Failed('DNS');
  if (!addresses.every(isPublicAddress)) throw new Failed('ADDRESS');
  return first;
}

function inTime<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    end.addEventListener('abort', () => reject(new Failed('TIMEOUT')), { once: true });
    work.then(resolve, reject);
  });
}

interface Exchange extends Omit<OutRequest, 'url'> {
  readonly url: URL;
  readonly open: () => TLSSocket;
}

interface Answered {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
}

/** Sends the request and reads the response up to its bounds. The status counts once its headers are here, however the body ends. */
function exchange({ url, headers, body, open }: Exchange, end: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let stage: Failure = 'CONNECTION';
    const sent = request({
      method: 'POST',
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: 'close', 'content-length': Buffer.byteLength(body) },
      // Node uses no agent beside this function: it keeps no connection and reads no proxy variable.
      createConnection: () => {
        const socket = open();
        socket.once('connect', () => {
          stage = 'TLS';
        });
        socket.once('secureConnect', () => {
          stage = 'CONNECTION';
        });
        return socket;
      },
      maxHeaderSize: MOST_HEADER_BYTES,
    });
    let answered: Answered | undefined;
    const stop = (failure: Failure) => {
      if (answered) resolve(answered);
      else reject(new Failed(failure));
      sent.destroy();
    };
    end.addEventListener('abort', () => stop('TIMEOUT'), { once: true });
    sent.on('error', (failure) => {
      stop('code' in failure && failure.code === 'HPE_HEADER_OVERFLOW' ? 'TOO_LONG' : stage);
    });
    // To a server that changes the protocol (101) Node emits this alone: without it the attempt would last ten seconds.
    // In Node 24 the connection is then no longer the request's, so the end of the request leaves it open.
    sent.on('upgrade', ({ statusCode = 0 }, socket) => {
      answered = { statusCode, retryAfter: undefined };
      socket.destroy();
      stop(stage);
    });
    sent.on('response', (response) => {
      answered = { statusCode: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      const finish = () => stop(stage);
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BODY_BYTES) finish();
      });
      response.on('error', finish);
      response.on('close', finish);
    });
    sent.end(body);
  });
}
