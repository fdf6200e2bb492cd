import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import * as v from 'valibot';

const Signed = v.looseObject({
  headers: v.looseObject({ authorization: v.pipe(v.string(), v.startsWith('Bearer ')) }),
});
const Installation = v.tuple([v.string(), v.object({ keys: v.object({ privateKey: v.string() }) })]);

const ACCESS_SECONDS = 15 * 60;

/** The same request of somebody whose client has refreshed the access token meanwhile: of the same session, and good from now on. */
export async function newSession(event: unknown, dataDir: string): Promise<unknown> {
  if (!v.is(Signed, event)) return event;
  const token = event.headers.authorization.slice('Bearer '.length);
  const [line = ''] = readFileSync(join(dataDir, 'cognito-installation.jsonl'), 'utf8').split('\n');
  const [, { keys }] = v.parse(Installation, JSON.parse(line));
  const now = Math.floor(Date.now() / 1000);
  const renewed = await new SignJWT({ ...decodeJwt(token), iat: now, exp: now + ACCESS_SECONDS })
    .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(token) })
    .sign(createPrivateKey(keys.privateKey));
  return { ...event, headers: { ...event.headers, authorization: `Bearer ${renewed}` } };
}
