import { validationError } from '../errors';
import type { Text } from '../values/text';

/**
 * Lambda limits an answer to 6 MB. Escaping its quotation marks adds up to a sixth for a list of short fields. Source:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const LARGEST_ANSWER = 5_000_000;

/**
 * The most bytes of a body. Lambda answers at most 6 MB of JSON, in which the body is a text: each quotation mark and backslash of the body counts
 * twice, and other letters than ASCII by their bytes. The rest is for the headers.
 */
export const LARGEST_BODY = 6 * 1024 * 1024 - 16 * 1024;

/** The bytes of a body in Lambda's answer. */
export const sentBytes = (body: string): number => Buffer.byteLength(JSON.stringify(body));

/**
 * Throws VALIDATION_FAILED when the list is too large for one answer, with the field that makes it smaller. Otherwise
 * Lambda would answer an unspecific 500 or 502.
 */
export function refuseTooLarge(list: readonly unknown[], field: string, message: Text): void {
  if (Buffer.byteLength(JSON.stringify(list)) > LARGEST_ANSWER) throw validationError(field, message);
}
