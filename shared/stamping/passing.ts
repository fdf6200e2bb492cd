import { AppError } from '../platform/errors';
import { DeadlineExceeded } from '../platform/runtime/deadline';

/** The provider or the table did not answer: the invoice keeps its status, and recovery finds the outcome. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof DeadlineExceeded ||
  (failure instanceof AppError && (failure.code === 'UNAVAILABLE' || failure.code === 'PROVIDER_ERROR'));
