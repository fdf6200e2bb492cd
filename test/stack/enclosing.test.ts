import { enclosingFunction } from '../../scripts/trace/enclosing';

test.each([
  ['a function', 'function startTrip() {\n  HERE;\n}', 'startTrip'],
  ['a constant that is a function', 'export const startTrip = async () => {\n  HERE;\n};', 'startTrip'],
  ['a capability', 'export const startTrip = capability({}, (context) => async () => {\n  HERE;\n});', 'startTrip'],
  [
    'a named function in it',
    'export const a = capability({}, function startTrip() {\n  return HERE;\n});',
    'startTrip',
  ],
  ['a nameless function in a function', 'function startTrip() {\n  return all.map(() => HERE);\n}', 'startTrip'],
  ['a value in a function', 'function startTrip() {\n  const trip = HERE;\n}', 'startTrip'],
  ['a function in a function', 'function other() {\n  const startTrip = () => HERE;\n}', 'startTrip'],
  ['a method', 'class Trips {\n  startTrip() {\n    HERE;\n  }\n}', 'startTrip'],
  ['a property', 'const trips = {\n  startTrip: () => HERE,\n};', 'startTrip'],
  ['the top of a module', 'const trip = make(HERE);', undefined],
])('the name of %s is found', (_, source, name) => {
  const lines = source.split('\n');
  const line = lines.findIndex((one) => one.includes('HERE'));
  expect(enclosingFunction(source, line, lines[line]?.indexOf('HERE') ?? 0)).toBe(name);
});

test('a column past the end of its line is the end of that line', () => {
  expect(enclosingFunction('function a() { HERE; }\nfunction b() {}\n', 0, 500)).toBeUndefined();
  expect(enclosingFunction('function a() {\n  HERE;\n}', 1, 500)).toBe('a');
});
