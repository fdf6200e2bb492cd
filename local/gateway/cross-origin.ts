import type { IncomingMessage } from 'node:http';
import { CROSS_ORIGIN } from '../../shared/operation/cross-origin';
import type { FrontEnds } from '../front-ends';
import type { GatewayAnswer } from './answer';

/** The CORS headers for a page that may read the answer. */
type Granted = Readonly<Record<string, string>> | undefined;

/**
 * Answers requests of other origins as an HTTP API does. The gateway answers preflights itself for every route. An origin that is not
 * allowed gets an answer without the CORS headers. Source: API Gateway developer guide, "Configure CORS for HTTP APIs".
 */
export function crossOrigin({ isAllowed }: FrontEnds) {
  return {
    /** Called before a function runs: it makes the origin of a page of this machine known to the functions. */
    grant: ({ headers: { origin } }: IncomingMessage): Granted =>
      isAllowed(origin)
        ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
        : undefined,
    preflight: (request: IncomingMessage, granted: Granted): GatewayAnswer | undefined => {
      if (request.method !== 'OPTIONS' || request.headers.origin === undefined) return undefined;
      const details = {
        'access-control-allow-methods': CROSS_ORIGIN.methods.join(','),
        'access-control-allow-headers': CROSS_ORIGIN.headers.join(','),
        'access-control-max-age': String(CROSS_ORIGIN.maximumAgeSeconds),
      };
      return { status: 204, headers: granted ? { ...granted, ...details } : {}, body: '' };
    },
    /** The gateway's headers replace those that a function set. */
    apply: (granted: Granted, answer: GatewayAnswer): GatewayAnswer => {
      const own = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'));
      const exposed = granted && { 'access-control-expose-headers': CROSS_ORIGIN.exposedHeaders.join(',') };
      return { ...answer, headers: { ...Object.fromEntries(own), ...granted, ...exposed } };
    },
  };
}
