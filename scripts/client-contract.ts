import { MAXIMUM_FILE_BYTES } from '../shared/files/file';
import type { Operation } from '../shared/operation/define';
import { ERRORS } from '../shared/platform/errors';
import { HEADER } from './client-header';
import { methodTree } from './client-tree';

/** The part of the contract that the client needs at run time: error codes, operations and the limit of uploads. */
export function clientContract(operations: Readonly<Record<string, Operation>>): string {
  const codes = Object.entries(ERRORS).map(([code, { status }]) => `  ${code}: ${status},`);
  return [
    `${HEADER}/** The contract's error codes, each with its status. */`,
    'export const ERROR_CODES = {',
    ...codes,
    '} as const;',
    '',
    '/** The largest file that the service takes. */',
    `export const MAXIMUM_FILE_BYTES = ${MAXIMUM_FILE_BYTES.toLocaleString('en').replaceAll(',', '_')};`,
    '',
    '/** The tree of paths with their methods, as `scripts/client-tree.ts` writes it. */',
    'export const TREE =',
    `  '${methodTree(operations)}';`,
    '',
  ].join('\n');
}
