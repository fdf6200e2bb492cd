import * as v from 'valibot';
import { refusingUnknown } from '../../../shared/platform/values/unknown-fields';

const Inner = v.object({ name: v.optional(v.string()) });
const schema = refusingUnknown(
  v.object({ one: v.optional(Inner), many: v.nullable(v.pipe(v.array(Inner), v.minLength(0))) }),
  { sentences: { weight: { en: 'Send no weight.', es: 'No envíe peso.' } } },
);

const refusal = (body: unknown) => {
  const { issues } = v.safeParse(schema, body);
  return issues?.map((issue) => [v.getDotPath(issue), issue.message]);
};

const SENTENCE = 'This field is not accepted here. Remove it.';

test.each([[{ many: null }], [{ one: { name: 'a' }, many: [{ name: 'b' }, {}] }]])(
  'tax M16: accepts %j, which has known fields alone',
  (body) => {
    expect(v.parse(schema, body)).toEqual(body);
  },
);

test.each([
  ['the field itself', { many: null, other: 1 }, 'other', SENTENCE],
  ['a field in an object', { one: { nome: 1 }, many: null }, 'one.nome', SENTENCE],
  ['a field in a list', { many: [{}, { name: 'a', nome: 1 }] }, 'many.1.nome', SENTENCE],
  ['a field with its own sentence', { many: [{ weight: 1 }] }, 'many.0.weight', 'Send no weight.'],
  ['a name that every object has', { many: null, constructor: 1 }, 'constructor', SENTENCE],
])('tax M16: refuses %s by its path', (_, body, path, message) => {
  expect(refusal(body)).toEqual([[path, message]]);
});

test('tax M16: a value of another type has the message of the schema', () => {
  expect(refusal({ many: 'x', one: null })?.map(([path]) => path)).toEqual(['one', 'many']);
  expect(refusal([])?.length).toBeGreaterThan(0);
});

describe('tax M16: a record that was read and sent back', () => {
  const answer = v.object({
    id: v.string(),
    one: v.object({ name: v.string(), size: v.number() }),
    many: v.optional(v.array(v.object({ name: v.string(), total: v.number() }))),
    trip: v.unknown(),
  });
  const given = refusingUnknown(v.object({ one: v.optional(Inner), many: v.optional(v.array(Inner)) }), {
    answer: () => answer,
  });
  const pathOf = (body: unknown) => v.safeParse(given, body).issues?.map((issue) => v.getDotPath(issue));

  test('tax M16: has its own names, which change nothing', () => {
    const record = {
      id: 'x',
      one: { name: 'a', size: 1 },
      many: [{ name: 'b', total: 2 }],
      trip: { any: { thing: 1 } },
    };
    expect(v.parse(given, record)).toEqual({ one: { name: 'a' }, many: [{ name: 'b' }] });
  });

  test.each([
    ['at the top', { size: 1 }, 'size'],
    ['in an object', { one: { total: 1 } }, 'one.total'],
    ['in a list', { many: [{ total: 1 }, { size: 1 }] }, 'many.1.size'],
  ])('tax M16: is refused with the name of another part %s', (_, body, path) => {
    expect(pathOf(body)).toEqual([path]);
  });
});
