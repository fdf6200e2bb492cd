import { OPERATIONS } from '../../functions/catalog';
import type { Operation } from '../../shared/operation/define';

/** Every operation with its file. The suites of this folder loop over it. */
export const CASES: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);
