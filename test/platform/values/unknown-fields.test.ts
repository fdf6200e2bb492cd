import * as v from 'valibot';
import { refusingUnknown } from '../../../shared/platform/values/unknown-fields';

const Inner = v.object({ name: v.optional(v.string()) });
const schema = refusingUnknown(
  v.object({ one: v.optional(Inner), many: v.nullable(v.pipe(v.array(Inner), v.minLength(0))) }),
  { weight: 'Send no weight.' },
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
