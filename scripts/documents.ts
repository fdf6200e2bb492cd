import { OPERATIONS } from '../functions/catalog';
import { clientContract } from './client-contract';
import { methodNames, methodTypes } from './client-methods';
import { declaredFields } from './declared-texts';
import { recordedExamples } from './examples';
import { namedSchemas } from './named-schemas';
import { openapiDocument } from './openapi';
import { statesPage } from './states';

/**
 * Every generated document, by its path in the repository. The client's types are made in `client-types.ts`, because
 * they need a compiler.
 */
export async function documents(): Promise<Readonly<Record<string, string>>> {
  const document = openapiDocument(OPERATIONS, await namedSchemas(), recordedExamples(), declaredFields());
  return {
    'docs/openapi.json': `${JSON.stringify(document, undefined, 2)}\n`,
    'docs/states.md': statesPage(),
    'client/src/contract.ts': clientContract(OPERATIONS),
    'client/src/methods.ts': methodTypes(OPERATIONS),
    'reference/web/methods.json': methodNames(OPERATIONS),
  };
}

/**
 * The contract of a release, to which later documents are compared. It has no examples and no texts of fields, because they promise nothing.
 */
export async function releasedDocument(): Promise<Readonly<Record<string, string>>> {
  const document = openapiDocument(OPERATIONS, await namedSchemas(), { operations: {}, errors: {} });
  return { 'docs/openapi.released.json': `${JSON.stringify(document)}\n` };
}
