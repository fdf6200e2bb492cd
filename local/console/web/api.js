import { languageTag, t } from './language.js';
import { end, signedInAgain, storedOf } from './sessions.js';
import { keepTokens, newerSession } from './tabs.js';

/**
 * A refusal of the API, or a call without an answer. It carries a message for the user and the request id by which the call can be found.
 */
export class Refused extends Error {
  constructor({ status, code, message, lang, field, requestId, retryAfter }) {
    super(message);
    Object.assign(this, { status, code, lang, field, requestId, retryAfter });
  }
}

/** What to do when a change has no answer: the service may have made it. */
export const repeatAdvice = () =>
  t(
    'The answer did not arrive. Press again: nothing is recorded twice. If the server is off, start it with npm start.',
    'No llegó la respuesta. Pulse otra vez: nada se registra dos veces. Si el servidor está apagado, inícielo con npm start.',
  );
const CHECK = () =>
  t(
    'The answer did not arrive, and the change may have been made. Check the record before you press again. If the server is off, start it with npm start.',
    'No llegó la respuesta, y es posible que el cambio sí se haya hecho. Revise el registro antes de pulsar otra vez. Si el servidor está apagado, inícielo con npm start.',
  );
const START = () => t('Start the server with npm start.', 'Inicie el servidor con npm start.');

/** Like `fetch`. Without an answer it fails as a call of the API does, so that the page says what to do: `advice`. */
export async function answerTo(address, init, advice = START) {
  try {
    return await fetch(address, init);
  } catch {
    throw new Refused({ status: 0, code: 'SIN_CONEXION', lang: languageTag(), message: advice() });
  }
}

/** `isRepeatable`: the service recognizes the repeated request, or it records nothing. */
function adviceFor(method, session, isRepeatable) {
  if (method === 'GET' || session === undefined) return START;
  return isRepeatable ? repeatAdvice : CHECK;
}

const listeners = new Set();

/**
 * Calls the listener with the method of each finished call, and with true if the server answered. Returns a function that removes the
 * listener.
 */
export function onCall(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls an operation, for example `GET /teams`, with the session's token. Renews an expired token once. When the session is over, a reading call
 * waits until its person has signed in again; any other call is refused, because its person decides then whether to send it.
 */
export async function call(session, route, options = {}) {
  const current = session && (storedOf(session.id) ?? session);
  try {
    return await send(current, route, options);
  } catch (failure) {
    // The 401 of a wrong password has another code. New tokens do not correct it, and a second attempt would count too.
    if (failure.code !== 'UNAUTHENTICATED' || !current?.tokens.refreshToken) throw failure;
    const next = (await renewed(current)) ?? (route.startsWith('GET ') ? await signedInAgain(current.id) : undefined);
    if (!next) throw failure;
    return send(next, route, options);
  }
}

async function send(
  session,
  route,
  { body, once, isRepeatable = once !== undefined, headers: more, read = bodyOf } = {},
) {
  const [method, path] = route.split(' ');
  const headers = {
    'accept-language': languageTag(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(session && { authorization: `Bearer ${session.tokens.accessToken}` }),
    ...(once && { 'idempotency-key': once }),
    ...more,
  };
  let response;
  try {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    response = await answerTo(path, init, adviceFor(method, session, isRepeatable));
  } finally {
    for (const listener of listeners) listener(method, response !== undefined);
  }
  const requestId = response.headers.get('x-request-id');
  if (response.ok) return read(response);
  const answer = await bodyOf(response);
  const lang = response.headers.get('content-language') ?? 'en';
  const { error: code = `HTTP ${response.status}`, message = answer.message ?? '', field, errors } = answer;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const refusal = new Refused({ status: response.status, code, message, lang, field, requestId, retryAfter });
  throw Object.assign(refusal, { errors, isSignIn: session === undefined });
}

const bodyOf = (response) => response.json().catch(() => ({}));

/** Returns the address to which an answer redirects. A page cannot read that address without following it. */
export const addressFound = (session, route, headers = {}) => call(session, route, { headers, read: ({ url }) => url });

const renewals = new Map();

/** Renews the tokens of a session. Calls that come during a renewal share it. Returns undefined when the session is over. */
function renewed(session) {
  const running = renewals.get(session.id) ?? renew(session).finally(() => renewals.delete(session.id));
  renewals.set(session.id, running);
  return running;
}

async function renew(session) {
  const latest = storedOf(session.id) ?? session;
  if (latest.isOver) return undefined;
  // The call may have left before the last renewal.
  if (latest.tokens.accessToken !== session.tokens.accessToken) return latest;
  const route = session.kind === 'driver' ? 'POST /auth/drivers/refresh' : 'POST /auth/refresh';
  try {
    const { tokens } = await send(undefined, route, { body: { refreshToken: latest.tokens.refreshToken } });
    const next = { ...latest.tokens, ...tokens };
    keepTokens(session.id, next);
    return { ...latest, tokens: next };
  } catch (failure) {
    if (failure.status !== 401) throw failure;
    const newer = await newerSession(latest);
    if (!newer) end(session.id);
    return newer;
  }
}
