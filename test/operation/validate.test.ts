import * as v from 'valibot';
import {
  checkedBodyText,
  pathParameters,
  refuseDeepBody,
  validate,
  validatePath,
} from '../../shared/operation/validate';
import { Line } from '../../shared/platform/values/fields';

const refused = (act: () => unknown): unknown => {
  try {
    act();
  } catch (failure) {
    return failure;
  }
  return undefined;
};
const offence = (field: string) => expect.objectContaining({ code: 'VALIDATION_FAILED', field });

const schema = v.object({
  name: v.string(),
  kind: v.optional(v.picklist(['ONE', 'OTHER'])),
  stops: v.optional(v.array(v.object({ order: v.number() }))),
});

test('what fits is answered as the schema has it', () => {
  expect(validate(schema, { name: 'Ana', more: 1 }, 'body')).toEqual({ name: 'Ana' });
});

test.each([
  [{}, 'name'],
  [{ name: 7, kind: 'NONE' }, 'name'],
  [{ name: 'Ana', stops: [{ order: 1 }, { order: 'two' }] }, 'stops[1].order'],
  ['text', 'root'],
])('%j is refused by its first field: %s', (value, field) => {
  expect(refused(() => validate(schema, value, 'root'))).toEqual(offence(field));
});

describe('integrations 4: all errors at once', () => {
  const errorsIn = (wanted: v.GenericSchema, value: unknown) =>
    Object(refused(() => validate(wanted, value, 'body'))).errors;
  const short = v.pipe(v.string(), v.maxLength(2, 'Too long.'), v.regex(/^a/, 'Begin with a.'));

  test('each field once, with its first error, in the order of the schema', () => {
    const wanted = v.object({ one: short, list: v.array(v.object({ order: v.number() })), two: short });
    const errors = errorsIn(wanted, { two: 'bbb', list: [{ order: 1 }, { order: 'x' }, {}], one: 7 });
    expect(errors).toEqual([
      { field: 'one', message: 'Send a value of type string.' },
      { field: 'list[1].order', message: 'Send a value of type number.' },
      { field: 'list[2].order', message: 'This field is required.' },
      { field: 'two', message: 'Too long.' },
    ]);
  });

  test('at most 20 of them', () => {
    const errors = errorsIn(v.array(v.string()), Array(30).fill(0));
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(
      Array.from({ length: 20 }, (_, at) => `[${at}]`),
    );
  });

  test('of a long body only the first is looked for, because a hostile one has 100,000', () => {
    let looked = 0;
    const counted = v.pipe(
      v.string(),
      v.check(() => {
        looked += 1;
        return false;
      }),
    );
    expect(errorsIn(v.array(counted), Array(40_000).fill(''))).toHaveLength(1);
    expect(looked).toBe(1);
  });
});

const messageOf = (wanted: v.GenericSchema, value: unknown) =>
  Object(refused(() => validate(v.object({ field: wanted }), { field: value }, 'body'))).message;

test('what is missing is said to be, what must be one of several is told which, and the rest says it itself', () => {
  expect(messageOf(v.string(), undefined)).toBe('This field is required.');
  expect(messageOf(v.picklist(['ONE', 'OTHER']), 'NONE')).toBe('Send one of ONE, OTHER.');
  expect(messageOf(Line(2, 1), 'three')).toBe('Send at most 2 characters.');
  expect(messageOf(v.string('Send text.'), 7)).toBe('Send text.');
  expect(messageOf(v.boolean(), 'true')).toBe('Send a value of type boolean.');
  expect(messageOf(v.object({}), null)).toBe('Send a value of type Object.');
  expect(messageOf(v.strictObject({}), { more: 1 })).toBe('This field is not accepted here. Remove it.');
  const present = v.check((value: string | undefined) => value !== undefined, 'Send it.');
  expect(messageOf(v.pipe(v.optional(v.string()), present), undefined)).toBe('Send it.');
});

test.each([
  [v.string(), 7, 'Envíe un texto.'],
  [v.number(), '7', 'Envíe un número.'],
  [v.boolean(), 'true', 'Envíe true o false.'],
  [v.object({}), null, 'Envíe un objeto.'],
  [v.array(v.string()), {}, 'Envíe una lista.'],
  [v.nullable(v.string()), 7, 'Envíe un texto.'],
] as const)('desk 4.1: the types of JSON have Spanish names: %#', (wanted, value, message) => {
  const sent = () => validate(v.object({ field: wanted }), { field: value }, 'body', 'es');
  expect(Object(refused(sent)).message).toBe(message);
});

const TOY_ID = '01890a5d-ac96-774b-bcce-b302099a8060';
const route = 'GET /teams/{teamId}/toys/{toyId}';

test('the parameters of a route are those in braces', () => {
  expect(pathParameters(route)).toEqual(['teamId', 'toyId']);
  expect(pathParameters('GET /toys')).toEqual([]);
});

test('identifiers are UUIDs unless the operation says otherwise', () => {
  expect(validatePath(route, undefined, { teamId: TOY_ID, toyId: TOY_ID, other: '1' })).toEqual({
    teamId: TOY_ID,
    toyId: TOY_ID,
  });
  expect(validatePath(route, { toyId: v.string() }, { teamId: TOY_ID, toyId: 'seven' })).toEqual({
    teamId: TOY_ID,
    toyId: 'seven',
  });
  expect(refused(() => validatePath(route, undefined, { teamId: TOY_ID, toyId: 'seven' }))).toEqual(offence('toyId'));
  expect(refused(() => validatePath(route, {}, { teamId: TOY_ID }))).toEqual(offence('toyId'));
});

const nested = (levels: number): unknown => (levels === 0 ? 'end' : { in: nested(levels - 1) });

test('20 levels of nesting are taken, and not one more', () => {
  refuseDeepBody(nested(20));
  expect(refused(() => refuseDeepBody(nested(21)))).toEqual(offence('body'));
  expect(refused(() => refuseDeepBody({ list: [1, null, 'text', nested(20)] }))).toEqual(offence('body'));
  refuseDeepBody({ list: [1, null, 'text', nested(18)] });
});

test.each([
  [undefined, false, '{}'],
  ['', false, '{}'],
  ['{"a":1}', false, '{"a":1}'],
  [' \t\r\n{}', false, ' \t\r\n{}'],
  [Buffer.from('{"a":"ñ"}').toString('base64'), true, '{"a":"ñ"}'],
])('the body %j in base 64, %p, is %j', (body, isBase64Encoded, text) => {
  expect(checkedBodyText(body, isBase64Encoded)).toBe(text);
});

test.each(['[]', 'x{}', '1', ' '])('the body %j is no object', (body) => {
  expect(refused(() => checkedBodyText(body, false))).toEqual(offence('body'));
});

test('256 KB are taken, and not one byte more', () => {
  const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`;
  expect(checkedBodyText(body(256 * 1024), false)).toHaveLength(256 * 1024);
  const refusal = refused(() => checkedBodyText(body(256 * 1024 + 1), false));
  expect(refusal).toEqual(offence('body'));
  expect(refusal).toMatchObject({ message: expect.stringContaining('256 KB') });
});
