import { catalogues } from '../../shared/carta-porte/sat/catalogues';

/** Some keys of each catalogue, and similar keys that it does not contain. The generator compares every key. */

describe('the shipped catalogues', () => {
  test.each([
    ['01010101', true],
    ['10101500', true],
    ['30102300', true],
    ['30102399', false],
    ['78101802', false],
    ['', false],
    ['1010150', false],
    ['010101500', false],
    ['1e7', false],
  ])('have the goods %j: %p', (key, known) => {
    expect(catalogues.isGoods(key)).toBe(known);
  });

  test.each([
    ['KGM', true],
    ['E48', true],
    ['kgm', false],
    ['', false],
  ])('have the unit %j: %p', (key, known) => {
    expect(catalogues.isUnit(key)).toBe(known);
  });

  test.each([
    ['64000', { state: 'NLE', municipality: '039', border: false }],
    ['32000', { state: 'CHH', municipality: '037', border: true }],
    ['01001', { state: 'CMX', border: false }],
    ['00000', { state: 'TLA', municipality: '000', border: false }],
    ['99999', { state: 'ZAC', border: false }],
    ['18001', undefined],
    ['6400', undefined],
    ['064000', undefined],
    ['64000 ', undefined],
  ])('place the postcode %j at %j', (code, place) => {
    expect(catalogues.postcode(code)).toEqual(place);
  });

  test('hold the whole of the large ones', () => {
    const codes = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'));
    const places = codes.map(catalogues.postcode).filter((place) => place !== undefined);
    expect(places).toHaveLength(95_749);
    expect(places.filter(({ border }) => border)).toHaveLength(5_519);
    expect(places.filter(({ municipality }) => municipality === undefined)).toHaveLength(62_957);
  });

  test.each([
    ['T3S2', 'required'],
    ['C2R2', 'required'],
    ['C2', 'forbidden'],
    ['OTROSG', 'forbidden'],
    ['VL', 'optional'],
    ['OTROEVGP', 'optional'],
    ['C4', undefined],
    ['constructor', undefined],
  ])('say of the trailer of a %s that it is %s', (configuration, rule) => {
    expect(catalogues.trailerRule(configuration)).toBe(rule);
  });

  test.each([
    [catalogues.isState, ['NLE', 'CMX'], ['TX', 'Nuevo León', '']],
    [catalogues.isTrailer, ['CTR001', 'CTR032'], ['CTR030', '']],
    [catalogues.isRoadPermit, ['TPAF01', 'TPAF20', 'TPXX00'], ['TPTA01', 'TPTM01', '']],
    [catalogues.isPaymentForm, ['01', '03', '31', '99'], ['98', '07', '']],
  ])('have the small keys', (has, known, unknown) => {
    expect(known.map(has)).toEqual(known.map(() => true));
    expect(unknown.map(has)).toEqual(unknown.map(() => false));
  });

  test('know whom uses and regimes are for', () => {
    expect(catalogues.cfdiUse('D01')).toMatchObject({ naturalPerson: true, legalEntity: false });
    expect(catalogues.cfdiUse('G03')?.regimes).toContain('601');
    expect(catalogues.taxRegime('601')).toEqual({ naturalPerson: false, legalEntity: true });
    for (const key of ['P01', 'constructor', '__proto__']) {
      expect(catalogues.cfdiUse(key)).toBeUndefined();
      expect(catalogues.taxRegime(key)).toBeUndefined();
    }
  });
});
