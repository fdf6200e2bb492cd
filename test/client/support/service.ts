import { createFleet, type FleetOptions, type Session } from '../../../client/src/index';

export const BASE = 'http://fleet.test';
/** The identifier of a team. */
export const TEAM = '01930000-0001-7000-8000-000000000001';

/** A session with these tokens. */
export const sessionOf = (accessToken: string, refreshToken = `ana.${accessToken}`): Session => ({
  pool: 'staff',
  tokens: { idToken: 'id', accessToken, refreshToken, expiresIn: 900 },
});

export interface Sent {
  readonly route: string;
  readonly token: string | null;
  readonly key: string | null;
  readonly ifMatch: string | null;
  readonly body: string;
  readonly language: string | null;
  readonly accept: string | null;
}

/** A service that answers as the test says and records its requests. */
export function service(answer: (sent: Sent, count: number) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { headers, method, url } = request;
    const one = {
      route: `${method} ${url.replace(BASE, '')}`,
      token: headers.get('authorization'),
      key: headers.get('idempotency-key'),
      ifMatch: headers.get('if-match'),
      body: await request.text(),
      language: headers.get('accept-language'),
      accept: headers.get('accept'),
    };
    sent.push(one);
    return answer(one, sent.length);
  };
  return { fetch, sent };
}

/** An answer with a JSON body. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
/** The answer to an expired token. */
export const UNAUTHENTICATED = () => json(401, { error: 'UNAUTHENTICATED', message: 'Sign in again.' });

/** A client of the service. It does not really wait, and its identifiers count. */
export function fleetAt(fetch: FleetOptions['fetch'], options: Partial<FleetOptions> = {}) {
  const kept: (string | undefined)[] = [];
  const waited: number[] = [];
  let made = 0;
  const fleet = createFleet({
    baseUrl: `${BASE}/`,
    ...(fetch && { fetch }),
    onSession: (session) => kept.push(session?.tokens.accessToken),
    sleep: async (milliseconds) => void waited.push(milliseconds),
    random: () => 0,
    newId: () => `id-${++made}`,
    ...options,
  });
  return { fleet, kept, waited };
}
