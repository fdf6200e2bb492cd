import { operation as search } from '../../functions/catalogues/search-catalogue';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import { CATALOGUE_NAMES } from '../../shared/carta-porte/sat/names';
import { accounts, refusal, refused } from '../support/accounts';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const world = accounts(quickTable());
let office: Office;
beforeAll(async () => {
  office = await openOffice(world, { role: 'MEMBER' });
});

const found = async (name: string, query: Record<string, string> = {}) =>
  recordsOf(await office.send(search, { path: { name }, query }), 'entries');
const keys = async (name: string, query: Record<string, string>) => (await found(name, query)).map(({ key }) => key);

describe('tax 9: the search of a catalogue', () => {
  test.each([
    ['goods', '01010101'],
    ['services', '78101500'],
    ['hazardous-materials', '0004'],
    ['packaging', '1A1'],
    ['parts', 'PT01'],
    ['configurations', 'C2'],
    ['trailers', 'CTR001'],
    ['permits', 'TPAF01'],
    ['payment-forms', '01'],
    ['uses', 'CN01'],
    ['regimes', '601'],
  ])('has %s, from the first key on, 20 at most', async (name, first) => {
    const entries = await found(name);
    expect(entries[0]).toMatchObject({ key: first, name: expect.stringMatching(/./) });
    expect(entries.length).toBeLessThanOrEqual(20);
  });

  test('has no other catalogue', async () => {
    expect([...CATALOGUE_NAMES].sort()).toHaveLength(11);
    for (const name of ['colonias', 'constructor'])
      expect(refusal(await office.send(search, { path: { name } }))).toEqual(refused('NOT_FOUND'));
  });

  test.each([
    ['the beginning of a key', 'goods', '241127', ['24112700', '24112701', '24112702']],
    ['one word of the name, in any case', 'goods', 'ESTIBAS', ['24112700']],
    ['beginnings of words, without accents', 'goods', 'pallets plast', ['24112702']],
    ['an accent that the name does not have', 'hazardous-materials', 'gasolína', ['1203', '3475']],
    ['the beginning of a key with letters', 'packaging', '4h', ['4H1', '4H2']],
    ['a part within a word', 'trailers', 'abalete', []],
    ['nothing that is listed', 'goods', 'zzz', []],
  ])('finds %s', async (_, name, q, expected) => {
    expect(await keys(name, { q, limit: '5' })).toEqual(expected);
  });

  test('answers what the choice depends on', async () => {
    expect(await found('goods', { q: '15101505' })).toEqual([
      { key: '15101505', name: 'Combustible diesel', hazard: '1' },
    ]);
    expect(await found('services', { q: '78101900' })).toMatchObject([{ modes: 2 }]);
    expect(await found('configurations', { q: 'T3S2R4' })).toMatchObject([{ trailer: '1' }]);
    expect(await found('hazardous-materials', { q: '1203' })).toMatchObject([{ class: '3' }]);
    expect(await found('uses', { q: 'D01' })).toMatchObject([
      { naturalPerson: true, legalEntity: false, regimes: expect.arrayContaining(['605']) },
    ]);
  });

  test('has the flags of all goods that validate uses', async () => {
    const view = catalogues.on({ departure: '2026-03-02', stamp: '2026-03-02' });
    for (const q of ['151015', '2411', '123521', '30102']) {
      const entries = await found('goods', { q, limit: '50' });
      expect(entries.length).toBeGreaterThan(3);
      for (const { key, hazard } of entries) expect(hazard).toBe(view.hazard(String(key)));
    }
  });

  test('has permits of road transport alone', async () => {
    expect(await keys('permits', { q: 'TPTM' })).toEqual([]);
  });

  test.each(['0', '51', 'x'])('refuses the limit %s', async (limit) => {
    expect(refusal(await office.send(search, { path: { name: 'goods' }, query: { limit } }))).toEqual(
      refused('VALIDATION_FAILED', 'limit'),
    );
  });
});
