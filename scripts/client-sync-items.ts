import openapiTS, { astToString } from 'openapi-typescript';
import * as v from 'valibot';
import { DutyPlace, KINDS, Recorded } from '../shared/trips/fact';
import { PositionItem } from '../shared/trips/position-item';
import { HEADER } from './client-header';
import { declaredFields } from './declared-texts';
import { jsonSchemas, type Schemas } from './json-schemas';

/** What all facts have in common is one type. A position is one object. */
const COMMON = 'Recorded';

/**
 * The types of the items of a sync. The document says of them only that they are a list, because the service checks each item
 * alone. A new kind of fact is in this file after the next `npm run docs`.
 */
export async function clientSyncItems(): Promise<Readonly<Record<string, string>>> {
  const duty = v.object({ kind: v.literal('DUTY'), ...DutyPlace.entries });
  const schemas: Schemas = { [COMMON]: Recorded, ...KINDS, DUTY: duty, PING: PositionItem };
  const converted = jsonSchemas(schemas, {}, 'input', (name) => `#/components/schemas/${name}`, declaredFields());
  const document = {
    openapi: '3.1.0',
    info: { title: 'Items of a sync', version: '1' },
    paths: {},
    components: { schemas: converted.schemas },
  };
  const ast = await openapiTS(JSON.stringify(document), { defaultNonNullable: false });
  const [types] = astToString(ast).match(/^ {4}schemas: \{[\s\S]*?^ {4}\};/m) ?? [];
  if (types === undefined) throw new Error('openapi-typescript wrote no schemas.');
  const facts = Object.keys(KINDS).map((kind) => `  | (Schemas['${COMMON}'] & Schemas['${kind}'])`);
  return {
    'client/src/sync-items.ts': `${HEADER}interface Items {
${types}
}
type Schemas = Items['schemas'];

/** What a phone records, without its identifier: a fact of a trip, or a position. */
export type SyncItem =
${facts.join('\n')}
  | Schemas['DUTY']
  | Schemas['PING'];
`,
  };
}
