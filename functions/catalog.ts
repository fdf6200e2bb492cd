import type { Operation } from '../shared/operation/define';
import type { Trigger } from '../shared/operation/define-trigger';
import * as operations from './index';
import * as triggers from './triggers/index';

/** Every operation by its file below `functions/`, without the ending. */
export const OPERATIONS: Readonly<Record<string, Operation>> = operations;

/** Every trigger by its file below `functions/`, without the ending. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = triggers;
