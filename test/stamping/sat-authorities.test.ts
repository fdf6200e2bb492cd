import { withAuthority } from '../../scripts/add-authority';
import { authorityWarning } from '../../shared/stamping/provider/authority-term';
import { satAuthorities } from '../../shared/stamping/provider/sat-authorities';
import { authorities } from '../../shared/stamping/provider/sat-authorities.json';
import { SEAL } from '../support/seals';

const [AC4 = '', AC5 = ''] = authorities;

describe('doors 23: a deployment says when the SAT’s newest authority is about to end', () => {
  test.each([
    ['181 days before', '2026-11-03T16:19:09Z', undefined],
    ['exactly 180 days before', '2026-11-04T16:19:09Z', 'ends on 2027-05-03'],
    ['after the end', '2027-06-01T00:00:00Z', 'ends on 2027-05-03'],
  ])('%s', (_, now, said) => {
    const warning = authorityWarning(new Date(now));
    if (said === undefined) expect(warning).toBeUndefined();
    else expect(warning).toContain(said);
  });

  test('the newest one counts, in any order', () => {
    const before = new Date('2023-01-01T00:00:00Z');
    expect(authorityWarning(before, [AC4])).toContain('ends on 2023-05-25');
    expect(authorityWarning(before, [AC5, AC4])).toBeUndefined();
  });
});

describe('doors 23: a person adds an authority', () => {
  const der = (entry: string): Buffer => Buffer.from(entry, 'base64');

  test('the SAT’s authorities are taken as they are published', () => {
    const both = withAuthority([AC4], der(AC5));
    expect(both).toEqual([AC4, AC5]);
    expect(satAuthorities(both).map(({ ca }) => ca)).toEqual([true, true]);
  });

  test('a known authority, a signing certificate and another file are refused', () => {
    expect(() => withAuthority([AC4], der(AC4))).toThrow('knows this authority');
    expect(() => withAuthority([], der(SEAL.cerFile))).toThrow('may not issue others');
    expect(() => withAuthority([], Buffer.from('hola'))).toThrow();
  });
});
