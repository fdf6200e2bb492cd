import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { traceparentIn } from '../platform/runtime/trace';
import { readSecret } from '../platform/secrets/secrets-manager';
import { type CanarySettings, canarySettingsIn } from './canary-settings';

const Signed = v.object({ tokens: v.object({ accessToken: v.string(), refreshToken: v.string() }) });
const Health = v.object({ status: v.literal('ok') });
const Refusal = v.object({ error: v.pipe(v.string(), v.regex(/^[A-Z_]+$/)) });

/** A session that the next run renews, as an app does. It lives as long as the execution environment. */
interface Session {
  readonly settings: CanarySettings;
  readonly refreshToken: string;
}
const sessionShelf = () => new Map<'session', Session>();

/** Three requests at most follow each other, within the 28 seconds of the function. */
const REQUEST_MS = 8_000;
/** Time to log the outcome. */
const RESERVE_MS = 1_000;

/**
 * Visits the service as an office user does: health, sign-in or renewal, and a trip. Returns `ok` 1 or 0; a failure is reported with its step.
 * It does not throw: a repeated run would only sign in more often, and the alarm counts the successes.
 */
export const visitService = capability(
  { canarySecret: ['GetSecretValue'], publicApi: ['Fetch'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<{ ok: number }> => {
      const sessions = context.client(sessionShelf);
      const known = sessions.get('session');
      sessions.delete('session');
      try {
        sessions.set('session', await visit(context, known));
        return { ok: 1 };
      } catch (failure) {
        report(failure);
        return { ok: 0 };
      }
    },
);

async function visit(context: Context, known: Session | undefined): Promise<Session> {
  const settings = known?.settings ?? (await step('settings', readSettings(context)));
  const send = sender(context, settings.url);
  await step('health', send(Health, 'GET', '/health'));
  const renewed = known && (await step('renewal', renew(send, known.refreshToken)));
  const { email, password, teamId, tripId } = settings;
  const { tokens } =
    renewed ?? (await step('sign-in', send(Signed, 'POST', '/auth/login', { body: { email, password } })));
  const ThisTrip = v.object({ id: v.literal(tripId) });
  await step('trip', send(ThisTrip, 'GET', `/teams/${teamId}/trips/${tripId}`, { token: tokens.accessToken }));
  return { settings, refreshToken: tokens.refreshToken };
}

/** A session can have ended meanwhile; then the canary signs in again, as a user would. */
const renew = async (send: Send, refreshToken: string) => {
  try {
    return await send(Signed, 'POST', '/auth/refresh', { body: { refreshToken } });
  } catch (failure) {
    if (failure instanceof Unexpected && failure.status === 401) return undefined;
    throw failure;
  }
};

async function readSettings(context: Context): Promise<CanarySettings> {
  const { text } = await readSecret(context, { resource: 'canarySecret', arn: 'CANARY_SECRET_ARN' });
  const settings = canarySettingsIn(text);
  if (settings === undefined)
    throw new Error('The canary has no account yet. Run `npm run canary` (docs/operations.md, "Set up the canary").');
  return settings;
}

/** A failed visit, and the step at which it failed. */
class CanaryFailed extends Error {
  override readonly name = 'CanaryFailed';
  constructor(step: string, cause: unknown) {
    super(`The canary failed at the step "${step}".`, {
      cause: cause instanceof Error ? cause : new Error(String(cause)),
    });
  }
}

const step = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((failure: unknown) => {
    throw new CanaryFailed(name, failure);
  });

class Unexpected extends Error {
  override readonly name = 'Unexpected';
  constructor(
    request: string,
    readonly status: number,
    code: string | undefined,
  ) {
    super(`${request} answered ${status}${code === undefined ? '' : ` ${code}`}.`);
  }
}

type Send = <S extends v.GenericSchema>(
  schema: S,
  method: 'GET' | 'POST',
  path: string,
  given?: { readonly body?: object; readonly token?: string },
) => Promise<v.InferOutput<S>>;

/** Sends a request with the trace of this run, and reads its answer, both within the time. Other answers than 200 with the schema are errors. */
const sender =
  (context: Context, url: string): Send =>
  (schema, method, path, { body, token } = {}) =>
    context.call({ resource: 'publicApi', action: 'Fetch' }, async (deadline) => {
      const milliseconds = Math.max(1, Math.min(REQUEST_MS, context.remaining() - RESERVE_MS));
      const parent = Buffer.from(context.randomBytes(8)).toString('hex');
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          'user-agent': 'fleet-canary',
          ...(context.trace && { traceparent: traceparentIn(context.trace, parent) }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([deadline, AbortSignal.timeout(milliseconds)]),
      });
      const content: unknown = await answer.json().catch((failure: unknown) => {
        if (answer.ok) throw failure;
      });
      if (answer.status === 200) return v.parse(schema, content);
      const refusal = v.safeParse(Refusal, content);
      throw new Unexpected(
        `${method} ${path.split('/').slice(0, 3).join('/')}`,
        answer.status,
        refusal.success ? refusal.output.error : undefined,
      );
    });
