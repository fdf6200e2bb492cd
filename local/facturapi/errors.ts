import { jsonAnswer, type WireAnswer } from '../wire';

interface ErrorDetail {
  readonly code: string;
  readonly message: string;
  readonly source: 'facturapi' | 'sat' | 'pac';
  readonly path?: string;
}

/** An error in the provider's form. Callers tell errors apart by `code`. Source: Facturapi API v2, "Errores". */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: readonly ErrorDetail[] = [],
  ) {
    super(message);
  }
}

export const invalidField = (path: string, message: string): ApiError =>
  new ApiError(400, 'validation_error', message, [{ code: 'validation_error', message, source: 'facturapi', path }]);

export const notFound = (what: string): ApiError => new ApiError(404, 'not_found', `The ${what} does not exist.`);

export const errorAnswer = (
  { status, code, message, errors }: ApiError,
  headers: Readonly<Record<string, string>> = {},
): WireAnswer => jsonAnswer(status, { ok: false, message, status, code, errors }, headers);
