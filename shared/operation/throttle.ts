import { type Auth, signatureOf } from '../identity/caller';

/**
 * The requests per second that the gateway passes on to a route, of all callers together, and the number that may come
 * at once. Targets and not ceilings. Source: API Gateway developer guide, "Throttling requests to your HTTP API".
 */
export interface Throttle {
  readonly perSecond: number;
  readonly burst: number;
}

const PUBLIC: Throttle = { perSecond: 10, burst: 20 };
const SIGNED: Throttle = { perSecond: 50, burst: 100 };

/**
 * For the routes that all drivers of a shift use within a minute. It is below Cognito's 120 sign-ins per second.
 * `test/operation/throttle.test.ts` shows by a model that 1,000 drivers get in.
 */
export const SHIFT_START: Throttle = { perSecond: 100, burst: 200 };

/** The office's browsers renew their sessions when they open a page. */
export const RENEWAL: Throttle = { perSecond: 20, burst: 40 };

interface Throttled {
  readonly auth: Auth;
  readonly throttle?: Throttle;
}

/** The throttle of an operation. Undefined for an operation that needs an access token: the stage's throttle holds. */
export const throttleOf = ({ auth, throttle }: Throttled): Throttle | undefined =>
  throttle ?? (auth === 'public' ? PUBLIC : signatureOf(auth) && SIGNED);
