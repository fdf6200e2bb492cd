import { OPERATIONS } from '../../functions/catalog';
import type { Operation } from '../../shared/operation/define';

/** Every operation with its file: what each suite here loops over. */
export const CASES: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);
