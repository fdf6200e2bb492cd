import { describedProperty } from '../../scripts/describe';
import { undescribedIn } from '../../scripts/undescribed';

const documentOf = (properties: Record<string, unknown>) => ({
  components: { schemas: { Box: { type: 'object', properties } } },
});

test('desk 6.1: a field without a description is named by its place in the document', () => {
  expect(undescribedIn(documentOf({ color: { type: 'string' } }))).toEqual([
    'components/schemas/Box/color: no description',
  ]);
  expect(undescribedIn(documentOf({ color: { type: 'string', description: 'As painted.' } }))).toEqual([]);
});

test('desk 6.1: a description that repeats the name, or has several lines, does not count', () => {
  const said = (description: string) => undescribedIn(documentOf({ startDate: { description } })).length;
  expect([said('The start date.'), said('Start date of the record'), said('One.\nTwo.')]).toEqual([1, 1, 1]);
  expect(said('The planned start.')).toBe(0);
});

test('desk 6.1: parameters and operations are looked at, examples are not', () => {
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  const example = { properties: { color: { type: 'string' } } };
  const get = { operationId: 'listBoxes', description: 'Lists boxes.', parameters, responses: { example } };
  expect(undescribedIn({ paths: { '/boxes': { get } } })).toEqual([
    'paths//boxes/get/parameters/0/limit: no description',
  ]);
  const { description, ...silent } = get;
  expect(undescribedIn({ paths: { '/boxes': { get: silent } } })).toHaveLength(2);
});

test('desk 6.1: the comment at the declaration comes first, then the schema’s own text, then the shared one', () => {
  const property = { type: 'string', description: 'Of the schema.' } as const;
  const declared = { name: 'teamId', place: 'here', text: { description: 'Of the declaration.', example: 7 } };
  expect(describedProperty('teamId', property, declared)).toEqual({
    ...property,
    description: 'Of the declaration.',
    examples: [7],
  });
  expect(describedProperty('teamId', property, undefined)).toEqual(property);
  expect(describedProperty('teamId', { type: 'string' }, undefined)).toMatchObject({
    description: expect.stringContaining('carrier'),
  });
});

test('desk 6.1: a code without a meaning ends the generation', () => {
  const declared = { name: 'status', place: 'here', text: { description: 'How far it is.' } };
  const described = (codes: string[]) => () => describedProperty('status', { enum: codes }, declared);
  expect(described(['ACTIVO', 'INACTIVO'])()).toMatchObject({
    description: 'How far it is. ACTIVO = in business; INACTIVO = no new work.',
  });
  expect(described(['ACTIVO', 'DORMIDO'])).toThrow('code-texts.ts');
});
