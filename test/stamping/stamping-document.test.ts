import fc from 'fast-check';
import { totalWeight } from '../../shared/carta-porte/measures';
import { checkReadiness } from '../../shared/carta-porte/readiness';
import { catalogues as version } from '../../shared/carta-porte/sat/catalogues';
import { amountsOf } from '../../shared/invoices/amounts';
import { complementOf } from '../../shared/stamping/provider/complement';
import { documentOf, draftBodyOf } from '../../shared/stamping/provider/document';
import { START } from '../support/engine-runtime';
import { cartaPorte, freightItem, readyFreight } from '../support/freight';
import { goldenDocuments } from '../support/golden-documents';

const goldens = goldenDocuments();
const now = new Date(START);
const timeZone = 'America/Mexico_City';
const catalogues = version.on({ departure: '2026-03-03', stamp: '2026-03-01' });

describe.each(Object.entries(goldens))('the example %s', (_, { given, amounts, document }) => {
  const { invoice, client, driver, vehicle, organization, idempotencyKey } = given;

  test('is the document that is made of what is given', () => {
    const made =
      document.status === 'draft' ? draftBodyOf(invoice, client, idempotencyKey) : documentOf(given, catalogues);
    expect(JSON.parse(JSON.stringify(made))).toEqual(document);
  });

  test('amounts to what it says', () => {
    expect(amountsOf(invoice.items)).toEqual(amounts);
  });

  test('is ready, with nothing to correct', () => {
    const readiness = checkReadiness({ invoice, client, driver, vehicle, organization, now, timeZone }, version);
    expect(readiness).toMatchObject({ ready: true, errors: [] });
  });
});

test('the examples are those that an accountant would ask for', () => {
  expect(Object.keys(goldens).sort()).toEqual([
    'border-rate',
    'carta-porte-c2',
    'carta-porte-t3s2',
    'carta-porte-two-goods',
    'draft-of-rental',
    'freight-to-natural-person',
    'legal-entity-with-withholding',
    'ppd',
  ]);
});

const parts = (changes = {}) => {
  const { invoice, client, driver, vehicle } = readyFreight();
  if (client === undefined) throw new Error('The scene has a client.');
  const id = '019caf10-3180-7000-8000-000000000001';
  return {
    invoice: { id, ...invoice, ...changes },
    client,
    driver,
    vehicle,
    idCcp: `CCC${id.slice(3)}`,
    idempotencyKey: `${id}-1`,
  };
};

const dataOf = (changes: Parameters<typeof cartaPorte>[0]) => {
  const { driver, vehicle } = readyFreight();
  const idCcp = 'CCCcaf10-3180-7000-8000-000000000001';
  return complementOf({ cartaPorte: cartaPorte(changes), driver, vehicle, idCcp }, catalogues);
};

describe('every document', () => {
  test('says of each item that its price is without tax, and never says a date', () => {
    const document = documentOf(parts({ items: [freightItem(), freightItem({ taxRate: 0 })] }), catalogues);
    expect(document.items).toMatchObject([{ product: { tax_included: false } }, { product: { tax_included: false } }]);
    expect(document).not.toHaveProperty('date');
  });

  test('shows a Carta Porte on its page, and asks for no such page without one', () => {
    expect(documentOf(parts(), catalogues)).toMatchObject({
      pdf_options: { render_carta_porte: true },
      complements: [{ type: 'carta_porte' }],
    });
    const plain = documentOf(parts({ cartaPorte: undefined }), catalogues);
    expect(plain).not.toHaveProperty('pdf_options');
    expect(plain).not.toHaveProperty('complements');
  });

  test('carries texts and RFCs as the tax authority reads them', () => {
    const client = { name: '  Aceros  del Norte ', rfc: 'ure 180429tm6', taxRegime: '601', zipCode: '64000' };
    expect(documentOf({ ...parts(), client }, catalogues).customer).toEqual({
      legal_name: 'ACEROS DEL NORTE',
      tax_id: 'URE180429TM6',
      tax_system: '601',
      address: { zip: '64000' },
    });
  });

  test.each(['rfc', 'taxRegime', 'zipCode'] as const)('is not made without the client’s %s', (field) => {
    const { client } = parts();
    expect(() => documentOf({ ...parts(), client: { ...client, [field]: undefined } }, catalogues)).toThrow(
      `client.${field} is missing`,
    );
  });

  test.each([
    ['driver', 'driver.rfc'],
    ['vehicle', 'vehicle.plate'],
  ])('with a Carta Porte is not made without the %s', (record, field) => {
    expect(() => documentOf({ ...parts(), [record]: undefined }, catalogues)).toThrow(`${field} is missing`);
  });

  test.each(['permSCT', 'numPermisoSCT', 'configVehicular', 'pesoBrutoVehicular', 'aseguradora'] as const)(
    'with a Carta Porte is not made without its %s: nothing is filled in',
    (field) => {
      expect(() => dataOf({ [field]: null })).toThrow(`cartaPorte.${field} is missing`);
    },
  );

  test.each([
    ['driver', 'rfc'],
    ['driver', 'licenseNumber'],
    ['driver', 'name'],
    ['vehicle', 'plate'],
    ['vehicle', 'year'],
    ['vehicle', 'insuranceNumber'],
  ] as const)('with a Carta Porte is not made without the %s’s %s', (record, field) => {
    const made = { ...parts(), [record]: { ...parts()[record], [field]: undefined } };
    expect(() => documentOf(made, catalogues)).toThrow(`${record}.${field} is missing`);
  });

  test.each(['subtipoRemolque', 'placaRemolque'])('of a T3S2 is not made without its %s', (field) => {
    const trailer = { configVehicular: 'T3S2', subtipoRemolque: 'CTR004', placaRemolque: '98UH7T' };
    expect(() => dataOf({ ...trailer, [field]: null })).toThrow(`cartaPorte.${field} is missing`);
  });

  test('is not made with an empty text where one is wanted', () => {
    expect(() => dataOf({ aseguradora: '' })).toThrow('cartaPorte.aseguradora is missing');
  });

  test('of a C2 tells of no trailer, and of a catalogue without the postcode no municipality', () => {
    const { driver, vehicle } = readyFreight();
    const trailer = { subtipoRemolque: 'CTR004', placaRemolque: '98UH7T' };
    const given = { cartaPorte: cartaPorte({ configVehicular: 'C2', ...trailer }), driver, vehicle, idCcp: 'CCC' };
    const made = complementOf(given, { ...catalogues, postcode: () => undefined });
    expect(made.Mercancias.Autotransporte).not.toHaveProperty('Remolques');
    expect(made.Ubicaciones.map(({ Domicilio }) => Object.keys(Domicilio))).toEqual(
      made.Ubicaciones.map(() => ['Estado', 'Pais', 'CodigoPostal']),
    );
    expect(Object.keys(made.Mercancias.Mercancia[0] ?? {})).not.toContain('MaterialPeligroso');
  });
});

describe('a draft', () => {
  test.each([
    ['nobody', undefined],
    ['a client without tax data', { name: 'Aceros del Norte', rfc: 'URE180429TM6' }],
  ])('to %s names no customer', (_, client) => {
    expect(draftBodyOf(parts({ cartaPorte: undefined }).invoice, client, 'key')).not.toHaveProperty('customer');
  });

  test('takes no Carta Porte', () => {
    expect(draftBodyOf(parts().invoice, parts().client, 'key')).not.toHaveProperty('complements');
  });
});

describe('a complement', () => {
  test('tells the distance to the destination: its own, or all of it', () => {
    const { destino } = cartaPorte();
    const distances = (distancia: number | null) =>
      dataOf({ totalDistRec: 790.456, destino: { ...destino, distancia } }).Ubicaciones.map(
        (one) => one.DistanciaRecorrida,
      );
    expect(distances(null)).toEqual([undefined, 790.46]);
    expect(distances(790.456)).toEqual([undefined, 790.46]);
  });

  test.each([
    ['2026-03-03T18:30', '2026-03-03T18:30:00'],
    ['2026-03-03T18:30:05', '2026-03-03T18:30:05'],
    ['2026-03-03T18:30:05.999', '2026-03-03T18:30:05'],
  ])('tells the local time %s as %s', (fechaHora, told) => {
    const { destino } = cartaPorte();
    expect(dataOf({ destino: { ...destino, fechaHora } }).Ubicaciones[1]?.FechaHoraSalidaLlegada).toBe(told);
  });

  test('never tells the colonia, and tells the municipality of the catalogue alone', () => {
    const { origen } = cartaPorte();
    const told = (changes: object) =>
      dataOf({ origen: { ...origen, domicilio: { ...origen.domicilio, ...changes } } }).Ubicaciones[0]?.Domicilio;
    expect(told({ colonia: '0552' })).toEqual({ Municipio: '039', Estado: 'NLE', Pais: 'MEX', CodigoPostal: '64000' });
    expect(told({ codigoPostal: '01001', estado: 'CMX', municipio: '010' })).toEqual({
      Estado: 'CMX',
      Pais: 'MEX',
      CodigoPostal: '01001',
    });
  });

  test('counts the goods, and adds up their weights to the gram', () => {
    const weight = fc.integer({ min: 1, max: 40_000_000 }).map((grams) => grams / 1000);
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 50 }), (weights) => {
        const [goods] = cartaPorte().mercancias;
        const mercancias = weights.flatMap((pesoKg) => (goods ? [{ ...goods, pesoKg }] : []));
        const { Mercancias } = dataOf({ mercancias });
        expect(Mercancias.NumTotalMercancias).toBe(weights.length);
        const grams = Mercancias.Mercancia.reduce((sum, { PesoEnKg }) => sum + BigInt(Math.round(PesoEnKg * 1000)), 0n);
        expect(BigInt(Math.round(Mercancias.PesoBrutoTotal * 1000))).toBe(grams);
        expect(String(Mercancias.PesoBrutoTotal)).toMatch(/^\d+(\.\d{1,3})?$/);
        expect(totalWeight(mercancias)).toBe(Mercancias.PesoBrutoTotal);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['C2', {}, undefined],
    ['T3S2', { subtipoRemolque: 'CTR004', placaRemolque: '98-uh-7t' }, [{ SubTipoRem: 'CTR004', Placa: '98UH7T' }]],
    ['VL', {}, undefined],
    ['VL', { subtipoRemolque: 'CTR002', placaRemolque: '98UH7T' }, [{ SubTipoRem: 'CTR002', Placa: '98UH7T' }]],
  ])('of a %s has the trailers %j → %j', (configVehicular, trailer, told) => {
    expect(dataOf({ configVehicular, ...trailer }).Mercancias.Autotransporte.Remolques).toEqual(told);
  });
});
