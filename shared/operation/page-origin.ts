import { AppError, validationError } from '../platform/errors';
import { type Environment, readEnvironment } from '../platform/runtime/env';
import type { Operation } from './define';
import type { ServedEvent } from './http';

/** True for an operation that sets, reads or clears cookies. */
export const usesCookies = ({ output }: Pick<Operation, 'output'>): boolean =>
  output.setsSessionCookies !== undefined || output.clearsSessionCookies === true;

/**
 * Refuses a request of a page that is not ours (FORBIDDEN), before anything is counted or parsed: a page of another
 * site can send a form or JSON as text/plain without a preflight, and the browser adds the cookies and stores those of
 * the answer. The body of our own page must be `application/json`, which no page can send to another origin without a
 * preflight. A browser adds `Origin` to each such request, so a request without it comes from an app or a server.
 */
export function checkPageOrigin(operation: Pick<Operation, 'output'>, event: ServedEvent, env: Environment): void {
  const { origin, 'content-type': type = '' } = event.headers;
  if (!usesCookies(operation) || origin === undefined) return;
  if (!readEnvironment(env, 'ALLOWED_ORIGINS').split(',').filter(Boolean).includes(origin)) {
    throw new AppError('FORBIDDEN', {
      message: {
        en: 'Session cookies are only for the pages of this service. Send the request without an Origin.',
        es: 'Las cookies de sesión son solo para las páginas de este servicio. Envíe la solicitud sin Origin.',
      },
    });
  }
  if (event.body && !JSON_TYPE.test(type)) {
    throw validationError('body', {
      en: 'Send the body with the Content-Type application/json.',
      es: 'Envíe el cuerpo con el Content-Type application/json.',
    });
  }
}

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;
