import openapiTS, { astToString } from 'openapi-typescript';
import { OPERATIONS } from '../functions/catalog';
import { HEADER } from './client-contract';
import { namedSchemas } from './named-schemas';
import { openapiDocument } from './openapi';

/**
 * The document's types for the client: paths, bodies, answers. What has a default may be left out of what is sent, and an answer says itself
 * what it always has. A compiler needs no examples.
 */
export async function clientTypes(): Promise<Readonly<Record<string, string>>> {
  const document = openapiDocument(OPERATIONS, await namedSchemas(), { operations: {}, errors: {} });
  const types = astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }));
  return { 'client/src/schema.ts': HEADER + types };
}
