import { catalogues as version } from '../../shared/carta-porte/sat/catalogues';

/** Some keys of each catalogue, and similar keys that it does not contain. The generator compares every key. */

const catalogues = version.on({ departure: '2026-03-03', stamp: '2026-03-01' });

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
    [catalogues.isState, ['NLE', 'CMX'], ['DIF', 'TX', 'Nuevo León', '']],
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

  test.each([
    ['78101802', true],
    ['43211500', true],
    ['78101809', false],
    ['99999999', false],
    ['7810180', false],
    ['1e7', false],
  ])('tax M4: have the product key %j: %p', (key, known) => {
    expect(catalogues.isProductKey(key)).toBe(known);
  });

  test.each([
    ['78101802', 1],
    ['78101500', 1],
    ['78101905', 1],
    ['78101900', 2],
    ['78101904', 2],
    ['78101805', undefined],
    ['78121602', undefined],
    ['43211500', undefined],
  ])('tax M4: have the service %s with %p modes', (key, modes) => {
    expect(catalogues.serviceModes(key)).toBe(modes);
  });

  test.each([
    ['15101505', '1'],
    ['24112700', '0,1'],
    ['12352104', '0,1'],
    ['30102300', '0'],
    ['10101502', '0'],
    ['01010101', '0,1'],
    ['99999999', '0'],
  ])('tax M9: give the goods %s the flag %s', (key, flag) => {
    expect(catalogues.hazard(key)).toBe(flag);
  });

  test.each([
    [catalogues.isHazardousMaterial, ['0004', '1202', '3550'], ['0001', '9999', '120', '01202']],
    [catalogues.isPackaging, ['1A1', '4H2', 'Z01'], ['ZZ9', '1a1', '']],
    [catalogues.isFigure, ['01', '02', '03', '04', '05'], ['06', '1', '']],
    [catalogues.isTransportPart, ['PT01', 'PT12'], ['PT13', 'PT99', '']],
    [catalogues.isRelationType, ['01', '04', '07'], ['08', '']],
  ])('tax §7: have the small keys of the complement and of relations', (has, known, unknown) => {
    expect(known.map(has)).toEqual(known.map(() => true));
    expect(unknown.map(has)).toEqual(unknown.map(() => false));
  });

  test.each([
    ['NLE', '039', true],
    ['NLE', '019', true],
    ['NLE', '999', false],
    ['NLE', 'Monterrey', false],
    ['OAX', '570', true],
    ['NLE', '570', false],
    ['DIF', '010', false],
    ['constructor', '001', false],
  ])('tax M11: have the municipality %s %s: %p', (state, key, known) => {
    expect(catalogues.isMunicipality(state, key)).toBe(known);
  });

  test.each([
    ['NLE', '07', true],
    ['JAL', '39', true],
    ['NLE', '39', false],
    ['NLE', '7', false],
    ['DIF', '01', false],
  ])('tax CP144: have the locality %s %s: %p', (state, key, known) => {
    expect(catalogues.isLocality(state, key)).toBe(known);
  });
});

describe('tax §11: a key outside its dates is not a valid key', () => {
  const on = (departure: string, stamp: string) => version.on({ departure, stamp });

  test.each([
    ['15101505', '2019-01-07', true],
    ['15101506', '2020-01-15', true],
    ['15101506', '2020-01-16', false],
    ['51201650', '2020-12-28', false],
    ['51201650', '2020-12-29', true],
  ])('the product key %s on %s: %p', (key, stamp, known) => {
    expect(on('2018-01-01', stamp).isProductKey(key)).toBe(known);
  });

  test('packaging, hazardous materials and figures follow the day of the departure', () => {
    const before = on('2024-07-16', '2026-03-01');
    const after = on('2024-07-17', '2024-07-16');
    expect([before.isPackaging('1A1'), before.isHazardousMaterial('1202'), before.isFigure('01')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([after.isPackaging('1A1'), after.isHazardousMaterial('1202'), after.isFigure('01')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('permits, configurations, payment forms, uses and regimes follow the day of the stamp', () => {
    const before = on('2026-03-03', '2021-12-31');
    expect([before.isRoadPermit('TPAF01'), before.trailerRule('T3S2'), before.isPaymentForm('03')]).toEqual([
      false,
      undefined,
      false,
    ]);
    expect([before.cfdiUse('G03'), before.taxRegime('601')]).toEqual([undefined, undefined]);
  });
});
