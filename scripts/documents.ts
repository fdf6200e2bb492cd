import { OPERATIONS } from '../functions/catalog';
import { namedSchemas } from './named-schemas';
import { openapiDocument } from './openapi';
import { statesPage } from './states';

/** Every generated document, by its path in the repository. */
export const documents = async (): Promise<Readonly<Record<string, string>>> => ({
  'docs/openapi.json': `${JSON.stringify(openapiDocument(OPERATIONS, await namedSchemas()), undefined, 2)}\n`,
  'docs/states.md': statesPage(),
});
