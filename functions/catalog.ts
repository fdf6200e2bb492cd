import type { Operation } from '../shared/operation/define';
import type { Trigger } from '../shared/operation/define-trigger';
import * as operations from './index';
import * as triggers from './triggers/index';

/** All operations by their file below `functions/`, without extension. */
export const OPERATIONS: Readonly<Record<string, Operation>> = operations;

/** All triggers by their file below `functions/`, without extension. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = triggers;
