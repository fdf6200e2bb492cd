import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import document from '../../docs/openapi.json';
import released from '../../docs/openapi.released.json';
import { breakingChanges } from '../../scripts/breaking-changes';

const changelog = readFileSync(join(__dirname, '..', '..', 'CHANGELOG.md'), 'utf8');
const [, unreleased = ''] = /^## Unreleased$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
const [, breaking = ''] = /^### Breaking$([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(unreleased) ?? [];

test('what breaks a caller of the last release stands in the changelog, under Breaking, by its operation', () => {
  const untold = breakingChanges(released, document).filter((one) => !breaking.includes(`\`${one.split(':')[0]}\``));
  expect(untold).toEqual([]);
});

/** The document with one operation alone, so that the comparison is quick. */
const alone = (id: string) => {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, one]) => Object(one).operationId === id)),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};

/** The document with one text replaced. */
const changed = (whole: object, from: string, to: string, at = ''): unknown => {
  const text = JSON.stringify(whole);
  const start = text.indexOf(at);
  expect(text.indexOf(from, start)).toBeGreaterThan(-1);
  return JSON.parse(text.slice(0, start) + text.slice(start).replace(from, to));
};

test('a document breaks nothing of itself', () => {
  expect(breakingChanges(document, document)).toEqual([]);
});

const NEW_TRIP = '"NewTrip":{';
const TRIP = '"Trip":{';

test.each([
  [
    'an operation that is gone',
    '"operationId":"getHealth"',
    '"operationId":"readHealth"',
    '',
    'getHealth: GET /health was removed',
  ],
  [
    'a field that is needed now',
    '"required":["startDate"]',
    '"required":["startDate","clientId"]',
    NEW_TRIP,
    'createTrip: body.clientId is now required',
  ],
  [
    'a bound that is closer',
    '"maximum":1000000000',
    '"maximum":10',
    NEW_TRIP,
    'createTrip: body.cargoWeight: maximum is now 10',
  ],
  ['a field that is gone', '"routeName":', '"nameOfRoute":', TRIP, 'updateTripStatus: answer.routeName was removed'],
  [
    'a field of another type',
    '"cargoWeight":{"type":"number"',
    '"cargoWeight":{"type":"string"',
    TRIP,
    'updateTripStatus: answer.cargoWeight: string is new in the answer',
  ],
  [
    'a value that is new in an answer',
    '"COMPLETADO"',
    '"COMPLETADO","PERDIDO"',
    TRIP,
    'updateTripStatus: answer.status: PERDIDO is new in the answer',
  ],
  [
    'a value that is no longer taken',
    '"EFECTIVO",',
    '',
    '"NewPayment":{',
    'createPayment: body.method: EFECTIVO is no longer accepted',
  ],
  [
    'a token that is no longer taken',
    '"security":[{"staff":[]}',
    '"security":[{"drivers":[]}',
    '"operationId":"getTrip"',
    'getTrip: the security requirement changed',
  ],
  [
    'a public operation that asks for a token',
    '"security":[]',
    '"security":[{"staff":[]}]',
    '"operationId":"getHealth"',
    'getHealth: the security requirement changed',
  ],
])('%s breaks a caller', (_, from, to, at, expected) => {
  const operation = alone(expected.split(':')[0] ?? '');
  expect(breakingChanges(operation, changed(operation, from, to, at))).toContain(expected);
});

test.each([
  ['a field that is new in an answer', '"routeName":', '"isLate":{"type":"boolean"},"routeName":', TRIP],
  ['a bound that is wider', '"maximum":1000000000', '"maximum":2000000000', NEW_TRIP],
  [
    'a number that is whole in an answer now',
    '"cargoWeight":{"type":"number"',
    '"cargoWeight":{"type":"integer"',
    TRIP,
  ],
  ['another text', 'Plan a trip', 'Plan one trip', ''],
  [
    'another way to prove oneself',
    '"security":[{"staff":[]}]',
    '"security":[{"staff":[]},{"apiKey":[]}]',
    '"operationId":"listTeams"',
  ],
])('%s breaks nobody', (_, from, to, at) => {
  expect(breakingChanges(document, changed(document, from, to, at))).toEqual([]);
});
