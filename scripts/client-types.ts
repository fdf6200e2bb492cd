import openapiTS, { astToString } from 'openapi-typescript';
import { OPERATIONS } from '../functions/catalog';
import { HEADER } from './client-header';
import { clientSyncItems } from './client-sync-items';
import { declaredFields } from './declared-texts';
import { namedSchemas } from './named-schemas';
import { openapiDocument } from './openapi';

/**
 * The client's types from the OpenAPI document: paths, bodies and answers. `defaultNonNullable` is off so that a
 * request may leave out fields with a default; answers list their required fields themselves. Examples are left out
 * because types do not contain them.
 */
export async function clientTypes(): Promise<Readonly<Record<string, string>>> {
  const fields = declaredFields();
  // The types of events are those of the list: a request for each type would make the file a fifth longer.
  const { webhooks, ...document } = openapiDocument(
    OPERATIONS,
    await namedSchemas(),
    { operations: {}, errors: {} },
    fields,
  );
  const types = astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }));
  return { 'client/src/schema.ts': HEADER + types, ...(await clientSyncItems()) };
}
