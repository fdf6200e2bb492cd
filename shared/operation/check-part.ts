import { AppError } from '../platform/errors';
import type { Check } from '../platform/values/checked';
import { validateBody } from './validate';

/** Checks a part of a body as a body is checked. The refusal names the field, and is in each language. */
export const checkPart: Check = (schema, value) => {
  try {
    return { value: validateBody(schema, value, 'en') };
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    const { field = '', message: en } = failure;
    return { refusal: { field, message: { en, es: spanishOf(() => validateBody(schema, value, 'es')) ?? en } } };
  }
};

function spanishOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (failure) {
    return failure instanceof AppError ? failure.text.es : undefined;
  }
}
