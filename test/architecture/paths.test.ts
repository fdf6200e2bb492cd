import { pathsBelow, withSlashes } from '../support/source-files';

test('desk 7.1: paths of files are compared with slashes, also on Windows', () => {
  expect(withSlashes('alerts\\alert.ts', '\\')).toBe('alerts/alert.ts');
  expect(withSlashes('alerts/alert.ts', '/')).toBe('alerts/alert.ts');
  expect(pathsBelow('shared')).toContain('shared/alerts/alert.ts');
});
