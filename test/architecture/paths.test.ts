import { join, win32 } from 'node:path';
import { pathsBelow, withSlashes } from '../support/source-files';

test('desk 7.1: paths of files are compared with slashes, also on Windows', () => {
  expect(withSlashes('alerts\\alert.ts', '\\')).toBe('alerts/alert.ts');
  expect(withSlashes('alerts/alert.ts', '/')).toBe('alerts/alert.ts');
  expect(pathsBelow('shared')).toContain('shared/alerts/alert.ts');
});

test.each(['jest.config.js', 'jest.slow.config.js'])('desk 7.1: the patterns of %s find files on Windows', (file) => {
  const { testMatch }: { testMatch: string[] } = jest.requireActual(join(__dirname, '..', '..', file));
  // Jest puts the root in with the separators of Windows, and leaves a backslash before one of these signs, which then escapes the sign.
  for (const pattern of testMatch) expect(win32.normalize(pattern)).not.toMatch(/\\[{}()+?.^$]/);
});
