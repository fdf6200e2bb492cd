import * as v from 'valibot';
import document from '../../docs/openapi.json';
import { spanishFiles } from '../../local/console/spanish';

/** The forms of the console show the descriptions of operations and of the fields that a request has. */

interface Schema {
  readonly $ref?: string | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly items?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
}
const SchemaOf: v.GenericSchema<Schema> = v.looseObject({
  $ref: v.optional(v.string()),
  description: v.optional(v.string()),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => SchemaOf),
    ),
  ),
  items: v.optional(v.lazy(() => SchemaOf)),
  anyOf: v.optional(v.array(v.lazy(() => SchemaOf))),
  oneOf: v.optional(v.array(v.lazy(() => SchemaOf))),
});
const Operation = v.looseObject({
  description: v.optional(v.string(), ''),
  parameters: v.optional(
    v.array(v.looseObject({ in: v.string(), description: v.optional(v.string()), schema: SchemaOf })),
    [],
  ),
  requestBody: v.optional(
    v.looseObject({ content: v.looseObject({ 'application/json': v.optional(v.looseObject({ schema: SchemaOf })) }) }),
  ),
});
const Document = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.looseObject({
    securitySchemes: v.record(v.string(), v.looseObject({ type: v.string(), description: v.optional(v.string()) })),
  }),
});
const { paths, components } = v.parse(Document, document);

/** A schema with what its reference names. What stands beside the reference replaces it. */
function resolved({ $ref, ...beside }: Schema): Schema {
  if ($ref === undefined) return beside;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => Object(part)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return { ...resolved(v.parse(SchemaOf, found)), ...beside };
}

function textsOf(given: Schema): string[] {
  const { description, properties = {}, items, anyOf = [], oneOf = [] } = resolved(given);
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf];
  return [...(description ? [description] : []), ...parts.flatMap(textsOf)];
}

const SHOWN = new Set([
  ...Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ description, parameters, requestBody }) => {
      const body = resolved(requestBody?.content['application/json']?.schema ?? {});
      // The description of a whole body is shown only when the body has no fields.
      const sent = body.properties ? Object.values(body.properties) : [body];
      const fields = parameters.filter(({ in: place }) => ['path', 'query'].includes(place));
      const ofFields = fields.map((one) => ({
        ...resolved(one.schema),
        ...(one.description && { description: one.description }),
      }));
      return [...description.split('\n\n').filter(Boolean), ...[...ofFields, ...sent].flatMap(textsOf)];
    }),
  ...Object.values(components.securitySchemes).flatMap(({ type, description }) =>
    type === 'apiKey' && description ? [description] : [],
  ),
]);

const FILES = spanishFiles();
const PAIRS = Object.values(FILES).flatMap((texts) => Object.entries(texts));

const codesOf = (text: string): string[] => [...text.matchAll(/`[^`]+`/g)].map(([code]) => code);
const numbersOf = (text: string): string[] => text.match(/\d+/g) ?? [];

/** Words of English, and forms of "tú", that no Spanish description has. */
const WRONG_WORDS =
  /(?:^|[\s(«])(?:the|is|are|this|that|send|with|and|or|not|must|again|which|has|have|leave|choose|tú|tu|tus|puedes|tienes|debes)(?=[\s.,:;)»]|$)/i;

describe('desk 5.6: the Spanish of descriptions in the forms of the console', () => {
  test('is there for each description, in one file, and for no other text', () => {
    const known = PAIRS.map(([english]) => english);
    expect(SHOWN.size).toBeGreaterThan(600);
    expect([...SHOWN].filter((text) => !known.includes(text))).toEqual([]);
    expect(known.filter((text) => !SHOWN.has(text))).toEqual([]);
    expect(known.filter((text, index) => known.indexOf(text) !== index)).toEqual([]);
  });

  test('has the codes and numbers of the English', () => {
    const wrong = PAIRS.filter(([english, spanish]) => {
      const isIn = (part: string) => spanish.includes(part);
      return !codesOf(english).every(isIn) || !numbersOf(english).every(isIn);
    });
    expect(wrong).toEqual([]);
  });

  test('has no words of English, and addresses the reader as usted', () => {
    const wrong = PAIRS.filter(
      ([english, spanish]) => (english === spanish && / /.test(english)) || WRONG_WORDS.test(spanish),
    );
    expect(wrong).toEqual([]);
  });
});
