import { type PartReport, renewed } from './report';

const report = (id: string, changes: Partial<PartReport['findings']> = {}): PartReport => ({
  id,
  title: `The part ${id}`,
  seed: 7,
  date: '2026-03-02',
  seconds: 12,
  findings: {
    rows: [{ tried: `a|b of ${id}`, times: 12_345, held: 'all\nof it' }],
    failures: [],
    passed: 1_000,
    ...changes,
  },
});

const PARTS = ['faults', 'races', 'storms'];

test('writes a section for each part, in their order, with its figures and what replays it', () => {
  const document = renewed('', PARTS, [report('races'), report('faults')]);
  expect(document.indexOf('## The part faults')).toBeLessThan(document.indexOf('## The part races'));
  expect(document).toContain('2026-03-02, seed 7, 12 s: 1,000 passed, 0 failed.');
  expect(document).toContain('| a\\|b of races | 12,345 | all of it |');
  expect(document).not.toContain('Failed:');
});

test('renews the sections of the parts that ran, and keeps the others; those of parts that are gone fall away', () => {
  const before = renewed('', [...PARTS, 'gone'], [report('faults'), report('races'), report('gone')]);
  const after = renewed(before, PARTS, [report('races', { failures: ['seed 7 loses a trip'], passed: 1 })]);
  expect(after).toContain('## The part faults');
  expect(after).toContain('- seed 7 loses a trip');
  expect(after).not.toContain('part gone');
  expect(after.match(/^## /gm)).toHaveLength(2);
  expect(renewed(after, PARTS, [])).toBe(after);
});
