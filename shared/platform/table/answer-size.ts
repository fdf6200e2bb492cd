import { validationError } from '../errors';

/**
 * A function's answer has 6 MB at most, its quotation marks escaped: a sixth of a list of short fields.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const LARGEST_ANSWER = 5_000_000;

/** Refuses a list that would not fit into one answer, by the field that makes it smaller, rather than fail at the door. */
export function refuseTooLarge(list: readonly unknown[], field: string, message: string): void {
  if (Buffer.byteLength(JSON.stringify(list)) > LARGEST_ANSWER) throw validationError(field, message);
}
