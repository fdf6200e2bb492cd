import * as v from 'valibot';

const Claims = v.object({ exp: v.number() });

/**
 * Whether a token is over by the clock of this cloud. Functions verify tokens by the machine's clock, which is behind after a move. Nothing is
 * decided about any other text: the function refuses it.
 */
export function isExpired(authorization: string | undefined, now: Date): boolean {
  const [, payload = ''] = authorization?.split('.') ?? [];
  try {
    const claims = v.safeParse(Claims, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success && claims.output.exp * 1000 <= now.getTime();
  } catch {
    return false;
  }
}
